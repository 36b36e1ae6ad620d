/// The shells that can complete command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that teaches the shell. It asks the program itself, so that it
  /// fits whatever version is installed.
  var completionScript: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }
}

extension Shell {
  private static let bashScript = #"""
    # Completion of plantguide's command lines for bash.

    _plantguide() {
      local -a found
      mapfile -t found < <(command plantguide complete bash -- \
        "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      COMPREPLY=()
      case ${found[0]-} in
        $'\tfile') compopt -o default ;;
        $'\tdirectory') compopt -o dirnames ;;
        *) COMPREPLY=("${found[@]}") ;;
      esac
    }

    complete -o nosort -F _plantguide plantguide

    """#

  private static let zshScript = #"""
    #compdef plantguide
    # Completion of plantguide's command lines for zsh.

    _plantguide() {
      local -a found values shown
      local line typed=$PREFIX
      # Within quotes, what is typed already stands for itself.
      [[ -n ${compstate[quote]-} ]] || typed=${(Q)PREFIX}
      found=("${(@f)$(command plantguide complete zsh -- \
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
      (( $#values )) && compadd -V plantguide -l -d shown -a values
    }

    # Autoloaded from $fpath the file is the function's body.
    if [[ ${funcstack[1]-} == _plantguide ]]; then
      _plantguide "$@"
    else
      compdef _plantguide plantguide
    fi

    """#

  private static let fishScript = #"""
    # Completion of plantguide's command lines for fish.

    function __plantguide_complete
        set -l before (commandline --tokenize --current-process --cut-at-cursor)
        set -l token (commandline --current-token --cut-at-cursor)
        set -l word (string unescape -- $token)
        set -l found (command plantguide complete fish -- \
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

    complete --command plantguide --no-files --keep-order \
        --arguments '(__plantguide_complete)'

    """#
}
