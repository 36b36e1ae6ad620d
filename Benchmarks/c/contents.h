// All keys and values of a journal's log, read into memory so that reading
// them is not counted.

#ifndef CONTENTS_H
#define CONTENTS_H

#include <string.h>

#include "bench.h"

typedef struct {
  size_t key_size;
  size_t value_size;
} Entry;

/// Entries, and their keys and values one after the other.
typedef struct {
  Entry *entries;
  unsigned char *bytes;
  size_t count;
  size_t size;
} Contents;

static inline void append_part(Contents *contents, MDB_val part,
                               size_t *capacity) {
  if (contents->size + part.mv_size > *capacity) {
    *capacity = 2 * (contents->size + part.mv_size);
    contents->bytes = realloc(contents->bytes, *capacity);
    if (contents->bytes == NULL) fail("realloc", "no memory");
  }
  memcpy(contents->bytes + contents->size, part.mv_data, part.mv_size);
  contents->size += part.mv_size;
}

static inline Contents read_contents(const char *journal) {
  Log log = open_log(journal);
  Contents contents = {NULL, NULL, 0, 0};
  size_t capacity = 0;
  contents.entries = malloc((log.events + 1) * sizeof(Entry));
  if (contents.entries == NULL) fail("malloc", "no memory");
  MDB_val key, value;
  while (next_event(&log, &key, &value)) {
    append_part(&contents, key, &capacity);
    append_part(&contents, value, &capacity);
    contents.entries[contents.count++] = (Entry){key.mv_size, value.mv_size};
  }
  close_log(&log);
  return contents;
}

static inline void free_contents(Contents contents) {
  free(contents.entries);
  free(contents.bytes);
}

#endif
