// scan JOURNAL: walks through the journal's log and touches each cache line of
// the events.

#include "bench.h"

int main(int count, char **arguments) {
  if (count != 2) fail("usage", "scan JOURNAL");
  Log log = open_log(arguments[1]);
  MDB_val key, value;
  size_t events = 0, bytes = 0;
  unsigned int sum = 0;

  double start = now();
  while (next_event(&log, &key, &value)) {
    const unsigned char *event = value.mv_data;
    for (size_t offset = 0; offset < value.mv_size; offset += 64)
      sum += event[offset];
    bytes += value.mv_size;
    events += 1;
  }
  double seconds = now() - start;

  // Without a use of the sum the compiler would leave the reading out.
  volatile unsigned int used = sum;
  (void)used;
  report(seconds, events, bytes);
  close_log(&log);
  return 0;
}
