internal import Glibc
internal import ObjectTransport

exit(TransportProgram.run())
