import Encodings
import Testing

@Suite struct JoiningTests {
  @Test(arguments: [[], ["one"], ["", ""], ["one", "", "three"]])
  func textsAreJoinedAsTheStandardLibraryDoes(texts: [String]) {
    for separator in ["", ", "] {
      #expect(
        texts.joined(by: separator) == texts.joined(separator: separator))
    }
  }
}
