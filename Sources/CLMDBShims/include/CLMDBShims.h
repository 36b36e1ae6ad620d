// What must run inside a signal handler, and so cannot be Swift, and what
// Swift's module of the C library leaves out.
#ifndef PLANTGUIDE_CLMDB_SHIMS_H
#define PLANTGUIDE_CLMDB_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// Counts a transaction of the calling thread as live.
void lmdbkit_guard_enter(void);

// Takes back one lmdbkit_guard_enter of the calling thread.
void lmdbkit_guard_leave(void);

// Installs handlers for SIGBUS, SIGSEGV, SIGFPE and SIGABRT. A fault of a
// thread that has a live transaction writes the text of damage (cut at 2,048
// bytes) to standard error and ends the process with its code; where the system
// gives no more memory, any fault and abort do so with the text of shortage.
// Others go to the handler that was there before. Returns 0 or an errno.
int lmdbkit_guard_install(const char *damage, size_t damage_length,
                          int32_t damage_code, const char *shortage,
                          size_t shortage_length, int32_t shortage_code);

// What the handlers do, for damage that LMDB finds itself; returns if no
// guard is installed.
void lmdbkit_guard_report(void);

// The type that statfs(2) gives for the file system of a path. Returns 0 or
// an errno.
int lmdbkit_file_system_type(const char *path, uint32_t *type);

#endif
