internal import Glibc
internal import PhotoWorker

exit(PhotoProgram.run())
