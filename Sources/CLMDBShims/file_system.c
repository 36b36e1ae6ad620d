// For renameat2.
#define _GNU_SOURCE

#include "CLMDBShims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/vfs.h>
#include <unistd.h>

int lmdbkit_file_system_type(const char *path, uint32_t *type) {
  struct statfs information;
  if (statfs(path, &information) != 0) return errno;
  *type = (uint32_t)information.f_type;
  return 0;
}

int lmdbkit_exchange(const char *one, const char *other) {
  int status = renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
  return status == 0 ? 0 : errno;
}

int lmdbkit_fork(void) { return (int)fork(); }

void lmdbkit_silence(void) {
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0) return;
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
}
