internal import Encodings
internal import JournalEvents

/// The description of a model, a JSON object of its own file: what it takes,
/// what it gives, where it is from, and a picture with its scores.
public struct ModelCard: Hashable, Sendable {
  /// The order of a picture's values.
  public enum Layout: String, CaseIterable, Sendable {
    /// A plane for each colour.
    case planes = "NCHW"
    /// The colours of a pixel side by side.
    case pixels = "NHWC"
  }

  /// The order of colours.
  public enum Colours: String, CaseIterable, Sendable {
    case redFirst = "RGB"
    case blueFirst = "BGR"
  }

  /// The meaning of the scores.
  public enum Output: String, CaseIterable, Sendable {
    /// Any numbers, of which a softmax makes probabilities.
    case logits
    /// Numbers from 0 to 1.
    case probabilities
  }

  /// The pictures that the network takes.
  public struct Input: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// The length to which the shorter side of a photo is scaled before the
    /// middle is cut out, in pixels.
    public let shorterSide: Int
    public let layout: Layout
    public let colours: Colours
    /// The mean of each colour, from 0 to 1, which is subtracted.
    public let mean: [Double]
    /// The deviation of each colour, by which it is divided then.
    public let deviation: [Double]
  }

  /// A label and its expected score in the self-test.
  public struct Expectation: Hashable, Sendable {
    public let label: String
    public let score: Double
  }

  /// The greatest difference between expected and found scores.
  public static let tolerance = 0.001
  /// The least score of the best label of a self-test: scores that are all
  /// alike prove nothing.
  static let leastScore = 0.1
  /// The name of the card in a directory.
  public static let fileName = "model.json"

  /// The name of the model on this machine.
  public let name: String
  public let version: String
  public let licence: String
  /// The place that the model is from.
  public let source: String
  public let input: Input
  public let output: Output
  /// The name of the file of the network, beside the card.
  public let network: String
  /// The name of the file of the labels, one a line.
  public let labels: String
  /// The name of the file of the self-test's picture.
  public let picture: String
  /// The expected scores of that picture, the best first.
  public let expected: [Expectation]

  /// The longest text of a card, in bytes.
  private static let longestText = 200

  /// Reads a card.
  ///
  /// - Throws: ``ModelFault``, which names the member that is wrong.
  package init(_ bytes: [UInt8]) throws(ModelFault) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw ModelFault("its card is not JSON: \(error)")
    }
    let card = Member("the card", value)
    // The version of cards.
    _ = try card["card"].whole(in: 1...1)
    name = try card["name"].text()
    let characters = name.utf8
    guard characters.count <= 64, let first = characters.first,
      Self.isAlphanumeric(first),
      characters.allSatisfy({
        Self.isAlphanumeric($0) || [0x2d, 0x2e, 0x5f].contains($0)
      })
    else {
      throw ModelFault(
        "name must be of small letters, digits, '-', '.' and '_'")
    }
    version = try card["version"].text()
    licence = try card["licence"].text()
    source = try card["source"].text()
    network = try card["network"].fileName()
    labels = try card["labels"].fileName()
    output = try card["output"].choice()
    input = try Input(card["input"])
    let test = card["selfTest"]
    picture = try test["picture"].fileName()
    expected = try test["scores"].list { item throws(ModelFault) in
      Expectation(
        label: try item["label"].text(),
        score: try item["score"].number(in: 0...1))
    }
    guard let best = expected.first, best.score >= Self.leastScore,
      expected.allSatisfy({ $0.score <= best.score })
    else {
      throw ModelFault(
        "selfTest.scores must begin with the best label, with a score of at least \(Self.leastScore)"
      )
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// A member of the card, and its path in errors.
  fileprivate struct Member {
    let path: String
    let value: JSONValue?

    init(_ path: String, _ value: JSONValue?) {
      self.path = path
      self.value = value
    }

    subscript(name: String) -> Member {
      var found: JSONValue?
      if case .object(let members)? = value {
        found = members.first { $0.name == name }?.value
      }
      return Member(path == "the card" ? name : "\(path).\(name)", found)
    }

    func wrong(_ expected: String) -> ModelFault {
      ModelFault(
        value == nil
          ? "its card has no \(path)" : "\(path) must be \(expected)")
    }

    func text() throws(ModelFault) -> String {
      guard case .string(let text)? = value, !text.isEmpty,
        text.utf8.count <= ModelCard.longestText
      else { throw wrong("a text of at most \(ModelCard.longestText) bytes") }
      // The journal records the name and the version.
      guard NewName.fault(of: text) == nil, !text.utf8.contains(0),
        !NewName.trimmed(text).isEmpty
      else { throw wrong("one line without control characters") }
      return text
    }

    func fileName() throws(ModelFault) -> String {
      let name = try text()
      guard !name.utf8.contains(UInt8(ascii: "/")), !name.hasPrefix("."),
        !name.utf8.contains(0)
      else { throw wrong("the name of a file beside the card") }
      return name
    }

    func choice<Choice: RawRepresentable & CaseIterable>()
      throws(ModelFault) -> Choice where Choice.RawValue == String
    {
      let names = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      guard case .string(let text)? = value, let choice = Choice(rawValue: text)
      else { throw wrong(names) }
      return choice
    }

    func whole(in range: ClosedRange<Int>) throws(ModelFault) -> Int {
      guard let number = value?.wholeNumber.map({ Int(clamping: $0) }),
        range.contains(number)
      else {
        throw wrong("from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }

    func number(in range: ClosedRange<Double>) throws(ModelFault) -> Double {
      let number: Double? =
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
      guard let number, range.contains(number) else {
        throw wrong("from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }

    func list<Item>(
      _ read: (Member) throws(ModelFault) -> Item
    ) throws(ModelFault) -> [Item] {
      guard case .array(let values)? = value, values.count <= 100 else {
        throw wrong("a list")
      }
      var items: [Item] = []
      for (index, value) in values.enumerated() {
        items.append(try read(Member("\(path)[\(index)]", value)))
      }
      return items
    }

    func colours(in range: ClosedRange<Double>) throws(ModelFault) -> [Double] {
      let values = try list { item throws(ModelFault) in
        try item.number(in: range)
      }
      guard values.count == 3 else { throw wrong("three numbers") }
      return values
    }
  }
}

extension ModelCard.Input {
  private static let edges = 8...1_024

  fileprivate init(_ input: ModelCard.Member) throws(ModelFault) {
    width = try input["width"].whole(in: Self.edges)
    height = try input["height"].whole(in: Self.edges)
    shorterSide = try input["shorterSide"].whole(
      in: max(width, height)...2_048)
    layout = try input["layout"].choice()
    colours = try input["colours"].choice()
    mean = try input["mean"].colours(in: 0...1)
    // Below, a value of a picture would become more than 1,000.
    deviation = try input["deviation"].colours(in: 0.001...1)
  }
}
