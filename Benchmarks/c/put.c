// put JOURNAL DIRECTORY: puts the keys and values of the journal's log into a
// new environment, in one durable transaction. Reading them is not counted.

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

static void append(Contents *contents, MDB_val part, size_t *capacity) {
  if (contents->size + part.mv_size > *capacity) {
    *capacity = 2 * (contents->size + part.mv_size);
    contents->bytes = realloc(contents->bytes, *capacity);
    if (contents->bytes == NULL) fail("realloc", "no memory");
  }
  memcpy(contents->bytes + contents->size, part.mv_data, part.mv_size);
  contents->size += part.mv_size;
}

static Contents read_contents(const char *journal) {
  Log log = open_log(journal);
  Contents contents = {NULL, NULL, 0, 0};
  size_t capacity = 0;
  contents.entries = malloc((log.events + 1) * sizeof(Entry));
  if (contents.entries == NULL) fail("malloc", "no memory");
  MDB_val key, value;
  while (next_event(&log, &key, &value)) {
    append(&contents, key, &capacity);
    append(&contents, value, &capacity);
    contents.entries[contents.count++] = (Entry){key.mv_size, value.mv_size};
  }
  close_log(&log);
  return contents;
}

static void put_all(const Contents *contents, MDB_env *environment) {
  MDB_txn *transaction;
  MDB_dbi database;
  check("mdb_txn_begin", mdb_txn_begin(environment, NULL, 0, &transaction));
  check("mdb_dbi_open",
        mdb_dbi_open(transaction, "log", MDB_CREATE, &database));
  unsigned char *place = contents->bytes;
  for (size_t index = 0; index < contents->count; index++) {
    Entry entry = contents->entries[index];
    MDB_val key = {entry.key_size, place};
    MDB_val value = {entry.value_size, place + entry.key_size};
    check("mdb_put", mdb_put(transaction, database, &key, &value, 0));
    place += entry.key_size + entry.value_size;
  }
  check("mdb_txn_commit", mdb_txn_commit(transaction));
}

int main(int count, char **arguments) {
  if (count != 3) fail("usage", "put JOURNAL DIRECTORY");
  Contents contents = read_contents(arguments[1]);
  MDB_env *environment = open_environment(arguments[2], 16UL << 30, 0);

  double start = now();
  put_all(&contents, environment);
  report(now() - start, contents.count, contents.size);

  mdb_env_close(environment);
  free(contents.entries);
  free(contents.bytes);
  return 0;
}
