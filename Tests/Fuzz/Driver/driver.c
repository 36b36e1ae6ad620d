// For memfd_create.
#define _GNU_SOURCE

#include "CFuzzDriver.h"

#include <sys/mman.h>

// Weak, so that an ordinary build links without it.
extern int LLVMFuzzerRunDriver(int *, char ***, fuzz_callback)
    __attribute__((weak));

int fuzz_run(int *count, char ***arguments, fuzz_callback callback) {
  if (!LLVMFuzzerRunDriver) return -1;
  return LLVMFuzzerRunDriver(count, arguments, callback);
}

int fuzz_memory_file(void) { return memfd_create("fuzz", MFD_CLOEXEC); }
