/// Writes text into web pages, from any author.
public enum HTMLText {
  /// The text as the content of an element or the value of an attribute in
  /// double quotes. Marks that change the direction of writing have no effect
  /// outside an isolating element (`<bdi>`); control characters, which a page
  /// must not contain, are omitted.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      case _ where scalar.properties.isNoncharacterCodePoint: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
