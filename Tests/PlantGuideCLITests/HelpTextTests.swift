import Testing

@testable import PlantGuideCLI

struct HelpTextTests {
  @Test func helpOfACommandSaysEverythingWithinTheWidth() {
    let expected = """
      usage: plantguide water [PLANT...] [--room ROOM]
             [--tag TEXT]... [--yes] [--help]

      Record that plants were watered.

      arguments:
        PLANT  Plants, by name or short id.

      options:
        -r, --room ROOM  All in this room.
        --tag TEXT       A label.
        -y, --yes        Answer every question with yes.
        -h, --help       Show this help.

      Water is due when the soil is dry.

      More is not better.

      examples:
        plantguide water Monty --room Kitchen

      """
    #expect(HelpText.text(of: .water, width: 50) == expected)
  }

  @Test func theOverviewGroupsTheCommands() {
    let expected = """
      usage: plantguide COMMAND [ARGUMENT...] [OPTION...]

      the collection:
        room add   Make a room.
        room list  List the rooms.

      other commands:
        water    Record that plants
                 were watered.
        remove   Take a plant out.
        restore  Bring a plant back.
        today    Show what is to be
                 done.

      'plantguide help COMMAND' says more about one of them.

      """
    let commands = CommandLineParser.sample.commands
    #expect(HelpText.overview(commands, width: 31) == expected)
  }
}
