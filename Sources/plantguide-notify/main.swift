internal import DesktopNotes
internal import Glibc

exit(NotesProgram.run(Array(CommandLine.arguments.dropFirst())))
