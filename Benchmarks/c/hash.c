// hash JOURNAL: BLAKE2b-256 of the header and of the payload of each event in
// the journal's log, the bytes that `log verify` hashes, and nothing else.

#include <sodium.h>

#include "bench.h"

typedef struct {
  const unsigned char *next;
  const unsigned char *end;
} Reader;

static unsigned char read_byte(Reader *reader) {
  if (reader->next == reader->end) fail("event", "ends too early");
  return *reader->next++;
}

/// The length that follows a CBOR item's first byte (RFC 8949, section 3).
static size_t read_length(Reader *reader, unsigned char first) {
  unsigned char low = first & 0x1f;
  if (low < 24) return low;
  if (low > 27) fail("event", "has an item of no length");
  size_t length = 0;
  for (int left = 1 << (low - 24); left > 0; left--)
    length = length << 8 | read_byte(reader);
  return length;
}

/// Hashes the byte string that comes next, or passes over the null of an
/// erased payload. Returns how many bytes were hashed.
static size_t hash_next(Reader *reader, unsigned char *digest) {
  unsigned char first = read_byte(reader);
  if (first == 0xf6) return 0;
  if (first >> 5 != 2) fail("event", "has no byte string where one must be");
  size_t length = read_length(reader, first);
  if (length > (size_t)(reader->end - reader->next))
    fail("event", "ends too early");
  crypto_generichash(digest, 32, reader->next, length, NULL, 0);
  reader->next += length;
  return length;
}

static size_t hash_event(MDB_val event, unsigned char *digest) {
  const unsigned char *bytes = event.mv_data;
  Reader reader = {bytes, bytes + event.mv_size};
  if (read_byte(&reader) != 0x82) fail("event", "is no array of two");
  size_t header = hash_next(&reader, digest);
  return header + hash_next(&reader, digest);
}

int main(int count, char **arguments) {
  if (count != 2) fail("usage", "hash JOURNAL");
  // Chooses the implementation that suits the processor.
  if (sodium_init() < 0) fail("sodium_init", "failed");
  Log log = open_log(arguments[1]);
  MDB_val key, value;
  unsigned char digest[32];
  size_t events = 0, bytes = 0;

  double start = now();
  while (next_event(&log, &key, &value)) {
    bytes += hash_event(value, digest);
    events += 1;
  }
  report(now() - start, events, bytes);
  close_log(&log);
  return 0;
}
