import Testing

@testable import TerminalKit

struct HelpTextTests {
  @Test func helpOfACommandSaysEverythingWithinTheWidth() {
    let expected = """
      usage: plantguide water [PLANT...] [OPTION...]

      Record that plants were watered.

      arguments:
        PLANT  Plants, by name or short id

      options:
        --tag TEXT...  A label

      choosing plants:
        -r, --room ROOM  All in this room

      Water is due when the soil is dry.

      More is not better.

      examples:
        plantguide water Monty --room Kitchen

      common options: --yes, --help; see 'plantguide
        help options'

      """
    #expect(HelpText(width: 50).text(of: .water) == expected)
  }

  @Test func theOverviewGroupsTheCommands() {
    let expected = """
      usage: plantguide COMMAND [ARGUMENT...] [OPTION...]

      the collection:
        room add   Make a room
        room list  List the rooms

      other commands:
        water    Record that plants
                 were watered
        remove   Take a plant out
        restore  Bring a plant back
        today    Show what is to be
                 done

      'plantguide help COMMAND' says more about one of them.

      """
    let commands = CommandLineParser.sample.commands
    #expect(HelpText(width: 31).overview(commands) == expected)
  }

  @Test func aTopicShowsItsTextListsAndExamples() {
    let topic = HelpTopic(
      name: "water", title: "How to water",
      blocks: [
        .paragraph("Slowly, and not in the sun."),
        .list([("soak", "for an hour"), ("mist", "never the leaf")]),
        .examples(["plantguide water Monty"]),
      ])
    let expected = """
      How to water

      Slowly, and not in the
      sun.

        soak  for an hour
        mist  never the leaf

        plantguide water \\
          Monty

      """
    #expect(HelpText(width: 22).text(of: topic) == expected)
  }

  @Test func aLongExampleContinuesAfterABackslash() {
    let topic = HelpTopic(
      name: "water", title: "How to water",
      blocks: [
        .examples([
          "plantguide channel add 'mailtos://mail.example?to=anna a' --user anna --password-file ~/.mail-password"
        ])
      ])
    let text = HelpText(width: 80).text(of: topic)
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.hasSuffix(" \\") == true)
    let joined = lines.map { $0.drop { $0 == " " } }.joined()
      .replacing("\\", with: "")
    #expect(
      joined
        == "plantguide channel add 'mailtos://mail.example?to=anna a' --user anna --password-file ~/.mail-password"
    )
    // A text in quotes stays whole, however narrow the terminal.
    #expect(
      HelpText(width: 30).text(of: topic).contains(
        "'mailtos://mail.example?to=anna a'"))
  }

  @Test func theTopicsStandBelowTheCommands() {
    let text = HelpText(width: 80).overview(
      CommandLineParser.sample.commands,
      topics: [HelpTopic(name: "soil", title: "Earth", blocks: [])])
    #expect(
      text.contains("\nwhat holds for many commands:\n  soil  Earth"))
    #expect(!text.contains("restart"))
  }
}
