/// Writes text into pages, whoever wrote it.
public enum HTMLText {
  /// The text as the content of an element or the value of an attribute in
  /// double quotes. Marks that turn the direction of writing stay within it
  /// where the element isolates them (`<bdi>`); control characters, which a
  /// page must not hold, are left out.
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
