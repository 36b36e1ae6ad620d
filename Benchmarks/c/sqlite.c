// sqlite JOURNAL FILE: the work of a bulk append, done by SQLite as an author
// who chose it would: the events of the journal's log go into tables of FILE in
// one durable transaction. As in the journal, each event is hashed twice and has
// to continue its writer's chain, streams have an index, and the latest care,
// what is due, the plants, their names and notes are kept up to date. Reading
// the log is not counted.

#include <sodium.h>
#include <sqlite3.h>

#include "cbor.h"
#include "contents.h"

static const char *const SCHEMA =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "CREATE TABLE events (writer BLOB, sequence INTEGER, hash BLOB,"
    " header BLOB, payload BLOB, PRIMARY KEY (writer, sequence, hash))"
    " WITHOUT ROWID;"
    "CREATE TABLE streams (stream BLOB, stamp INTEGER, writer BLOB,"
    " sequence INTEGER, hash BLOB, action INTEGER,"
    " PRIMARY KEY (stream, stamp, writer, sequence, hash)) WITHOUT ROWID;"
    "CREATE TABLE writers (writer BLOB PRIMARY KEY, sequence INTEGER,"
    " hash BLOB, stamp INTEGER) WITHOUT ROWID;"
    "CREATE TABLE plants (id BLOB PRIMARY KEY, name TEXT, payload BLOB,"
    " interval INTEGER) WITHOUT ROWID;"
    "CREATE INDEX names ON plants (name);"
    "CREATE TABLE care (plant BLOB, kind TEXT, day INTEGER, at TEXT,"
    " PRIMARY KEY (plant, kind)) WITHOUT ROWID;"
    "CREATE TABLE due (plant BLOB, kind TEXT, day INTEGER,"
    " PRIMARY KEY (plant, kind)) WITHOUT ROWID;"
    "CREATE INDEX dueDays ON due (day);"
    "CREATE TABLE notes (plant BLOB, stamp INTEGER, text TEXT,"
    " PRIMARY KEY (plant, stamp)) WITHOUT ROWID;";

enum Query { EVENT, STREAM, PLANT, SCHEDULE, DUE_FIRST, CARE, DUE, NOTE, TIP };
static const char *const QUERIES[] = {
    [EVENT] = "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
    [STREAM] = "INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)",
    [PLANT] = "INSERT INTO plants VALUES (?, ?, ?, NULL)",
    [SCHEDULE] = "UPDATE plants SET interval = ?2 WHERE id = ?1",
    [DUE_FIRST] = "INSERT INTO due VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE"
                  " SET day = excluded.day",
    [CARE] = "INSERT INTO care VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
             " SET day = excluded.day, at = excluded.at"
             " WHERE excluded.at >= at",
    [DUE] = "INSERT INTO due SELECT ?1, ?2, ?3 + interval FROM plants"
            " WHERE id = ?1 AND interval IS NOT NULL"
            " ON CONFLICT DO UPDATE SET day = excluded.day",
    [NOTE] = "INSERT INTO notes VALUES (?, ?, ?)",
    [TIP] = "INSERT OR REPLACE INTO writers VALUES (?, ?, ?, ?)",
};
enum { QUERY_COUNT = sizeof QUERIES / sizeof *QUERIES };

static sqlite3 *database;
static sqlite3_stmt *queries[QUERY_COUNT];

static void sqlite_check(int status) {
  if (status != SQLITE_OK && status != SQLITE_DONE)
    fail("sqlite", sqlite3_errmsg(database));
}

static void execute(const char *statement) {
  sqlite_check(sqlite3_exec(database, statement, NULL, NULL, NULL));
}

static void bind_bytes(enum Query query, int place, Bytes bytes) {
  sqlite_check(sqlite3_bind_blob64(queries[query], place, bytes.bytes,
                                   bytes.count, SQLITE_STATIC));
}

static void bind_text(enum Query query, int place, Bytes text) {
  sqlite_check(sqlite3_bind_text64(queries[query], place,
                                   (const char *)text.bytes, text.count,
                                   SQLITE_STATIC, SQLITE_UTF8));
}

static void bind_number(enum Query query, int place, size_t number) {
  sqlite_check(
      sqlite3_bind_int64(queries[query], place, (sqlite3_int64)number));
}

static void run(enum Query query) {
  sqlite_check(sqlite3_step(queries[query]));
  sqlite_check(sqlite3_reset(queries[query]));
}

typedef struct {
  Bytes writer, previous, stream, type, payload_hash;
  size_t sequence, stamp, recorded, action;
} Header;

static Header decode_header(Bytes bytes) {
  Reader reader = {bytes.bytes, bytes.bytes + bytes.count};
  Header header;
  read_head(&reader, ARRAY);
  read_head(&reader, UINT);
  header.writer = read_string(&reader, BYTES);
  header.sequence = read_head(&reader, UINT);
  header.previous = read_string(&reader, BYTES);
  read_head(&reader, ARRAY);
  header.stamp = read_head(&reader, UINT) << 16;
  header.stamp |= read_head(&reader, UINT);
  header.recorded = read_head(&reader, UINT);
  header.action = read_head(&reader, UINT);
  header.stream = read_string(&reader, BYTES);
  header.type = read_string(&reader, TEXT);
  read_head(&reader, UINT);
  header.payload_hash = read_string(&reader, BYTES);
  return header;
}

static int is_type(Header header, const char *type) {
  return header.type.count == strlen(type) &&
         memcmp(header.type.bytes, type, header.type.count) == 0;
}

static int digits(const unsigned char *text, int count) {
  int number = 0;
  for (int index = 0; index < count; index++)
    number = 10 * number + text[index] - '0';
  return number;
}

/// Days since 1970 of an RFC 3339 instant's date.
static size_t day_of(Bytes at) {
  if (at.count < 10) fail("event", "has no date");
  struct tm date = {.tm_year = digits(at.bytes, 4) - 1900,
                    .tm_mon = digits(at.bytes + 5, 2) - 1,
                    .tm_mday = digits(at.bytes + 8, 2)};
  return (size_t)(timegm(&date) / 86400);
}

/// The interval of a schedule, as its map has it.
static size_t interval_of(Reader map) {
  size_t count = read_head(&map, MAP);
  for (size_t index = 0; index < count; index++) {
    Bytes key = read_string(&map, TEXT);
    if (key.count == 12 && memcmp(key.bytes, "intervalDays", 12) == 0)
      return read_head(&map, UINT);
    skip(&map);
  }
  fail("event", "has no interval");
  return 0;
}

/// Keeps what is shown up to date with an event.
static void fold(Header header, Bytes payload) {
  if (payload.count < 17) return;
  Reader map = {payload.bytes + 16, payload.bytes + payload.count};
  Bytes at = text_member(map, "at");
  if (is_type(header, "plant.added")) {
    bind_bytes(PLANT, 1, header.stream);
    bind_text(PLANT, 2, text_member(map, "nickname"));
    bind_bytes(PLANT, 3, payload);
    run(PLANT);
  } else if (is_type(header, "schedule.set")) {
    size_t interval = interval_of(map);
    bind_bytes(SCHEDULE, 1, header.stream);
    bind_number(SCHEDULE, 2, interval);
    run(SCHEDULE);
    bind_bytes(DUE_FIRST, 1, header.stream);
    bind_text(DUE_FIRST, 2, text_member(map, "kind"));
    bind_number(DUE_FIRST, 3, day_of(at) + interval);
    run(DUE_FIRST);
  } else if (is_type(header, "task.completed")) {
    Bytes kind = text_member(map, "kind");
    size_t day = day_of(at);
    bind_bytes(CARE, 1, header.stream);
    bind_text(CARE, 2, kind);
    bind_number(CARE, 3, day);
    bind_text(CARE, 4, at);
    run(CARE);
    bind_bytes(DUE, 1, header.stream);
    bind_text(DUE, 2, kind);
    bind_number(DUE, 3, day);
    run(DUE);
  } else if (is_type(header, "plant.noted")) {
    bind_bytes(NOTE, 1, header.stream);
    bind_number(NOTE, 2, header.stamp);
    bind_text(NOTE, 3, text_member(map, "text"));
    run(NOTE);
  }
}

enum { DIGEST = 32 };

static void hash_into(unsigned char *digest, Bytes bytes) {
  crypto_generichash(digest, DIGEST, bytes.bytes, bytes.count, NULL, 0);
}

/// The end of the chain that is being continued.
typedef struct {
  unsigned char writer[16];
  unsigned char hash[DIGEST];
  size_t sequence, stamp;
} Tip;

static void store_tip(const Tip *tip) {
  if (tip->sequence == 0) return;
  bind_bytes(TIP, 1, (Bytes){tip->writer, sizeof tip->writer});
  bind_number(TIP, 2, tip->sequence);
  bind_bytes(TIP, 3, (Bytes){tip->hash, DIGEST});
  bind_number(TIP, 4, tip->stamp);
  run(TIP);
}

static void store_event(Bytes event, Tip *tip) {
  Reader reader = {event.bytes, event.bytes + event.count};
  Bytes header_bytes = read_header(&reader);
  Bytes payload = read_payload(&reader);
  Header header = decode_header(header_bytes);

  unsigned char digest[DIGEST];
  hash_into(digest, payload);
  if (payload.bytes != NULL &&
      memcmp(digest, header.payload_hash.bytes, DIGEST) != 0)
    fail("event", "has another payload");
  hash_into(digest, header_bytes);
  if (memcmp(tip->writer, header.writer.bytes, sizeof tip->writer) != 0) {
    store_tip(tip);
    memset(tip, 0, sizeof *tip);
    memcpy(tip->writer, header.writer.bytes, sizeof tip->writer);
  }
  if (memcmp(tip->hash, header.previous.bytes, DIGEST) != 0)
    fail("event", "does not continue its chain");
  memcpy(tip->hash, digest, DIGEST);
  tip->sequence = header.sequence;
  tip->stamp = header.stamp;

  Bytes hash = {digest, DIGEST};
  bind_bytes(EVENT, 1, header.writer);
  bind_number(EVENT, 2, header.sequence);
  bind_bytes(EVENT, 3, hash);
  bind_bytes(EVENT, 4, header_bytes);
  bind_bytes(EVENT, 5, payload);
  run(EVENT);
  bind_bytes(STREAM, 1, header.stream);
  bind_number(STREAM, 2, header.stamp);
  bind_bytes(STREAM, 3, header.writer);
  bind_number(STREAM, 4, header.sequence);
  bind_bytes(STREAM, 5, hash);
  bind_number(STREAM, 6, header.action);
  run(STREAM);
  fold(header, payload);
}

int main(int count, char **arguments) {
  if (count != 3) fail("usage", "sqlite JOURNAL FILE");
  if (sodium_init() < 0) fail("sodium_init", "failed");
  Contents contents = read_contents(arguments[1]);
  sqlite_check(sqlite3_open(arguments[2], &database));
  execute(SCHEMA);
  for (int query = 0; query < QUERY_COUNT; query++)
    sqlite_check(sqlite3_prepare_v2(database, QUERIES[query], -1,
                                    &queries[query], NULL));
  Tip tip = {0};

  double start = now();
  execute("BEGIN IMMEDIATE");
  unsigned char *place = contents.bytes;
  for (size_t index = 0; index < contents.count; index++) {
    Entry entry = contents.entries[index];
    store_event((Bytes){place + entry.key_size, entry.value_size}, &tip);
    place += entry.key_size + entry.value_size;
  }
  store_tip(&tip);
  execute("COMMIT");
  // The rows are in the file itself, as the journal's are.
  sqlite_check(sqlite3_wal_checkpoint_v2(
      database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL));
  report(now() - start, contents.count, contents.size);

  for (int query = 0; query < QUERY_COUNT; query++)
    sqlite3_finalize(queries[query]);
  sqlite3_close(database);
  free_contents(contents);
  return 0;
}
