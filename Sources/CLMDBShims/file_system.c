#include "CLMDBShims.h"

#include <errno.h>
#include <sys/vfs.h>

int lmdbkit_file_system_type(const char *path, uint32_t *type) {
  struct statfs information;
  if (statfs(path, &information) != 0) return errno;
  *type = (uint32_t)information.f_type;
  return 0;
}
