// What the programs have in common: failing loudly, a clock, opening a
// journal's log, and the line each of them prints.

#ifndef BENCH_H
#define BENCH_H

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void fail(const char *call, const char *reason) {
  fprintf(stderr, "%s: %s\n", call, reason);
  exit(1);
}

static inline void check(const char *call, int status) {
  if (status != MDB_SUCCESS) fail(call, mdb_strerror(status));
}

/// Seconds on a clock that never steps.
static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// Opens an environment as the journal does; a `map_size` of 0 takes that of
/// the file.
static inline MDB_env *open_environment(const char *directory, size_t map_size,
                                        unsigned int flags) {
  MDB_env *environment;
  check("mdb_env_create", mdb_env_create(&environment));
  check("mdb_env_set_maxdbs", mdb_env_set_maxdbs(environment, 1));
  if (map_size != 0)
    check("mdb_env_set_mapsize", mdb_env_set_mapsize(environment, map_size));
  check(directory,
        mdb_env_open(environment, directory, flags | MDB_NOTLS, 0600));
  return environment;
}

/// A walk through the events of a journal that others may be using.
typedef struct {
  MDB_env *environment;
  MDB_txn *transaction;
  MDB_cursor *cursor;
  size_t events;
} Log;

static inline Log open_log(const char *directory) {
  Log log;
  MDB_dbi database;
  MDB_stat statistics;
  log.environment = open_environment(directory, 0, MDB_RDONLY);
  check("mdb_txn_begin",
        mdb_txn_begin(log.environment, NULL, MDB_RDONLY, &log.transaction));
  check("mdb_dbi_open log",
        mdb_dbi_open(log.transaction, "log", 0, &database));
  check("mdb_stat", mdb_stat(log.transaction, database, &statistics));
  check("mdb_cursor_open",
        mdb_cursor_open(log.transaction, database, &log.cursor));
  log.events = statistics.ms_entries;
  return log;
}

/// Moves to the next event; 0 after the last.
static inline int next_event(Log *log, MDB_val *key, MDB_val *value) {
  int status = mdb_cursor_get(log->cursor, key, value, MDB_NEXT);
  if (status == MDB_NOTFOUND) return 0;
  check("mdb_cursor_get", status);
  return 1;
}

static inline void close_log(Log *log) {
  mdb_cursor_close(log->cursor);
  mdb_txn_abort(log->transaction);
  mdb_env_close(log->environment);
}

/// Prints what the work took, as the one line of JSON that run.py reads.
static inline void report(double seconds, size_t events, size_t bytes) {
  printf("{\"seconds\":%.9f,\"events\":%zu,\"bytes\":%zu}\n", seconds, events,
         bytes);
}

#endif
