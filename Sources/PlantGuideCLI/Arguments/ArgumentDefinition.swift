/// One positional argument of a command.
struct ArgumentDefinition: Sendable {
  /// Its placeholder, in capitals: `PLANT`.
  let name: String
  /// Whether it may be left out.
  let isOptional: Bool
  /// Whether it takes all the arguments that are left.
  let isRepeatable: Bool
  /// What it names.
  let completion: Completion
  /// What it means, in one sentence.
  let help: String

  init(
    name: String, isOptional: Bool = false, isRepeatable: Bool = false,
    completion: Completion = .none, help: String
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.completion = completion
    self.help = help
  }

  /// How the usage line shows it.
  var usage: String {
    let text = isRepeatable ? "\(name)..." : name
    return isOptional ? "[\(text)]" : text
  }
}
