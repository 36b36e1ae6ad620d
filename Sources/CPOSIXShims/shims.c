// For pipe2 and renameat2.
#define _GNU_SOURCE

#include "CPOSIXShims.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int posixkit_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

char **posixkit_environment(void) { return environ; }

int posixkit_fork(void) { return (int)fork(); }

int posixkit_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
