/// The shells that can complete command lines.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that sets up completion in the shell. It asks the installed
  /// program, so it fits the program's version.
  package var completionScript: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }
}

extension Shell {
  private static let program = CommandLineParser.program

  private static let bashScript = #"""
    # Completion of \#(program)'s command lines for bash.

    _\#(program)() {
      local -a found
      mapfile -t found < <(command \#(program) complete bash -- \
        "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      COMPREPLY=()
      case ${found[0]-} in
        $'\tfile') compopt -o default ;;
        $'\tdirectory') compopt -o dirnames ;;
        *) COMPREPLY=("${found[@]}") ;;
      esac
    }

    complete -o nosort -F _\#(program) \#(program)

    """#

  private static let zshScript = #"""
    #compdef \#(program)
    # Completion of \#(program)'s command lines for zsh.

    _\#(program)() {
      local -a found values shown
      local line typed=$PREFIX
      # Within quotes, what is typed already stands for itself.
      [[ -n ${compstate[quote]-} ]] || typed=${(Q)PREFIX}
      found=("${(@f)$(command \#(program) complete zsh -- \
        "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)}")
      case ${found[1]-} in
        $'\tfile') _files; return ;;
        $'\tdirectory') _files -/; return ;;
      esac
      for line in "${found[@]}"; do
        [[ -n $line ]] || continue
        values+=("${line%%$'\t'*}")
        shown+=("${line//$'\t'/  -- }")
      done
      (( $#values )) && compadd -V \#(program) -l -d shown -a values
    }

    # Autoloaded from $fpath the file is the function's body.
    if [[ ${funcstack[1]-} == _\#(program) ]]; then
      _\#(program) "$@"
    else
      compdef _\#(program) \#(program)
    fi

    """#

  private static let fishScript = #"""
    # Completion of \#(program)'s command lines for fish.

    function __\#(program)_complete
        set -l before (commandline --tokenize --current-process --cut-at-cursor)
        set -l token (commandline --current-token --cut-at-cursor)
        set -l word (string unescape -- $token)
        set -l found (command \#(program) complete fish -- \
            $before[2..-1] "$word" 2>/dev/null)
        switch "$found[1]"
            case \tfile
                __fish_complete_path "$word"
            case \tdirectory
                __fish_complete_directories "$word"
            case '*'
                printf '%s\n' $found
        end
    end

    complete --command \#(program) --no-files --keep-order \
        --arguments '(__\#(program)_complete)'

    """#
}
