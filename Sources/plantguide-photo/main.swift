internal import Glibc
internal import PhotoWorker

// Told by its parent, and by nobody else.
exit(PhotoProgram.run(makesFilms: CommandLine.arguments.contains("films")))
