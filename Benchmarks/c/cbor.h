// A reader of the few CBOR items (RFC 8949) that stored events are made of. It
// fails on what it does not expect; the journals that it reads are our own.

#ifndef CBOR_H
#define CBOR_H

#include <string.h>

#include "bench.h"

typedef struct {
  const unsigned char *next;
  const unsigned char *end;
} Reader;

typedef struct {
  const unsigned char *bytes;
  size_t count;
} Bytes;

enum Major { UINT = 0, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5 };

static inline unsigned char read_byte(Reader *reader) {
  if (reader->next == reader->end) fail("event", "ends too early");
  return *reader->next++;
}

/// The number that a CBOR item's first byte begins (RFC 8949, section 3).
static inline size_t read_number(Reader *reader, unsigned char first) {
  unsigned char low = first & 0x1f;
  if (low < 24) return low;
  if (low > 27) fail("event", "has an item of no length");
  size_t number = 0;
  for (int left = 1 << (low - 24); left > 0; left--)
    number = number << 8 | read_byte(reader);
  return number;
}

/// The number or the length of an item that has to be of that sort.
static inline size_t read_head(Reader *reader, enum Major major) {
  unsigned char first = read_byte(reader);
  if (first >> 5 != major) fail("event", "has another item than expected");
  return read_number(reader, first);
}

static inline Bytes read_string(Reader *reader, enum Major major) {
  size_t count = read_head(reader, major);
  if (count > (size_t)(reader->end - reader->next))
    fail("event", "ends too early");
  Bytes string = {reader->next, count};
  reader->next += count;
  return string;
}

/// Passes over an item, whatever it is.
static inline void skip(Reader *reader) {
  unsigned char first = read_byte(reader);
  size_t number = read_number(reader, first);
  switch (first >> 5) {
    case BYTES:
    case TEXT:
      if (number > (size_t)(reader->end - reader->next))
        fail("event", "ends too early");
      reader->next += number;
      break;
    case MAP:
      number *= 2;
      // Falls through.
    case ARRAY:
      for (size_t index = 0; index < number; index++) skip(reader);
      break;
    default:
      break;
  }
}

/// The bytes of the header that an event begins with. Leaves the reader at the
/// payload.
static inline Bytes read_header(Reader *reader) {
  if (read_byte(reader) != 0x82) fail("event", "is no array of two");
  return read_string(reader, BYTES);
}

/// The payload's bytes, or none where it was erased.
static inline Bytes read_payload(Reader *reader) {
  if (reader->next != reader->end && *reader->next == 0xf6)
    return (Bytes){NULL, 0};
  return read_string(reader, BYTES);
}

/// The text of a map's member, or none.
static inline Bytes text_member(Reader map, const char *name) {
  size_t count = read_head(&map, MAP);
  for (size_t index = 0; index < count; index++) {
    Bytes key = read_string(&map, TEXT);
    if (key.count == strlen(name) && memcmp(key.bytes, name, key.count) == 0)
      return read_string(&map, TEXT);
    skip(&map);
  }
  return (Bytes){NULL, 0};
}

#endif
