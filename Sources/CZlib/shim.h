#include <zlib.h>

// The way to begin is a macro. Negative window bits mean raw data, as it lies
// in a ZIP archive, without a header of its own.
static inline int shim_inflate_init_raw(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}
