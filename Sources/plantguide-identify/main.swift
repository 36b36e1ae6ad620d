internal import Glibc
internal import IdentificationWorker

exit(IdentificationProgram.run())
