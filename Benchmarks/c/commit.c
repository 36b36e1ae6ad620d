// commit DIRECTORY BYTES: the least that a durable append can do, one value of
// BYTES bytes put and committed. DIRECTORY keeps what earlier runs put.
// Opening is not counted.

#include "bench.h"

int main(int count, char **arguments) {
  if (count != 3) fail("usage", "commit DIRECTORY BYTES");
  size_t bytes = strtoul(arguments[2], NULL, 10);
  MDB_env *environment = open_environment(arguments[1], 1UL << 30, 0);
  MDB_txn *transaction;
  MDB_dbi database;
  MDB_stat statistics;
  check("mdb_txn_begin", mdb_txn_begin(environment, NULL, 0, &transaction));
  check("mdb_dbi_open",
        mdb_dbi_open(transaction, "log", MDB_CREATE, &database));
  check("mdb_stat", mdb_stat(transaction, database, &statistics));
  check("mdb_txn_commit", mdb_txn_commit(transaction));

  // Keys as the log's are: 32 bytes that rise.
  unsigned char name[32] = {0};
  for (int byte = 0; byte < 8; byte++)
    name[23 - byte] = (unsigned char)(statistics.ms_entries >> (8 * byte));
  MDB_val key = {sizeof name, name};
  MDB_val value = {bytes, calloc(1, bytes + 1)};
  if (value.mv_data == NULL) fail("calloc", "no memory");

  double start = now();
  check("mdb_txn_begin", mdb_txn_begin(environment, NULL, 0, &transaction));
  check("mdb_put", mdb_put(transaction, database, &key, &value, 0));
  check("mdb_txn_commit", mdb_txn_commit(transaction));
  report(now() - start, 1, bytes);

  free(value.mv_data);
  mdb_env_close(environment);
  return 0;
}
