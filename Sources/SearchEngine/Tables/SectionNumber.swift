/// The sections of search tables in an image. What shares the image with
/// them numbers its own from ``firstFree``.
public enum SectionNumber {
  /// The first number that search tables leave to others.
  public static let firstFree = 32

  /// The first section of the table of words.
  static let words = 1
  /// The first section of the table of whole names in joined form.
  static let wholes = 9
  /// The names: see ``NameTable``.
  static let names = 17
  /// The number of each document's first name, and of the last one's end.
  static let documents = 18
  /// The names' own texts.
  static let texts = 19
}
