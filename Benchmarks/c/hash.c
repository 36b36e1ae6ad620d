// hash JOURNAL: BLAKE2b-256 of the header and of the payload of each event in
// the journal's log, the bytes that `log verify` hashes, and nothing else.

#include <sodium.h>

#include "cbor.h"

static size_t hash(Bytes bytes) {
  unsigned char digest[32];
  if (bytes.bytes == NULL) return 0;
  crypto_generichash(digest, sizeof digest, bytes.bytes, bytes.count, NULL, 0);
  return bytes.count;
}

static size_t hash_event(MDB_val event) {
  const unsigned char *bytes = event.mv_data;
  Reader reader = {bytes, bytes + event.mv_size};
  size_t header = hash(read_header(&reader));
  return header + hash(read_payload(&reader));
}

int main(int count, char **arguments) {
  if (count != 2) fail("usage", "hash JOURNAL");
  // Chooses the implementation that suits the processor.
  if (sodium_init() < 0) fail("sodium_init", "failed");
  Log log = open_log(arguments[1]);
  MDB_val key, value;
  size_t events = 0, bytes = 0;

  double start = now();
  while (next_event(&log, &key, &value)) {
    bytes += hash_event(value);
    events += 1;
  }
  report(now() - start, events, bytes);
  close_log(&log);
  return 0;
}
