// put JOURNAL DIRECTORY: puts the keys and values of the journal's log into a
// new environment, in one durable transaction. Reading them is not counted.

#include "contents.h"

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
  free_contents(contents);
  return 0;
}
