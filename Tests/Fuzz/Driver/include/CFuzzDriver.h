// libFuzzer, which a program with a `main` of its own must call, and what
// Swift's module of the C library leaves out.
#ifndef PLANTGUIDE_CFUZZ_DRIVER_H
#define PLANTGUIDE_CFUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

// Is given the bytes to try; returns 0.
typedef int (*fuzz_callback)(const uint8_t *bytes, size_t count);

// Runs libFuzzer with the options and directories in `arguments`. Returns its
// status, or -1 where it is not linked in.
int fuzz_run(int *count, char ***arguments, fuzz_callback callback);

// memfd_create(2): a file in memory without a name. Returns its descriptor, or
// -1.
int fuzz_memory_file(void);

#endif
