internal import Glibc
internal import PhotoWorker

// The parent process alone sets this argument.
exit(PhotoProgram.run(makesFilms: CommandLine.arguments.contains("films")))
