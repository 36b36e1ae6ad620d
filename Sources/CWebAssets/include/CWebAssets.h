#ifndef PLANTGUIDE_CWEBASSETS_H
#define PLANTGUIDE_CWEBASSETS_H

#include <stddef.h>

// A file of Resources/web.
typedef struct cwebassets_file {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} cwebassets_file;

// The files that pages need.
const cwebassets_file *_Nonnull cwebassets_files(void);
size_t cwebassets_count(void);

#endif
