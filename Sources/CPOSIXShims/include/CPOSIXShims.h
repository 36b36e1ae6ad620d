// What Swift's module of the C library leaves out.
#ifndef PLANTGUIDE_CPOSIX_SHIMS_H
#define PLANTGUIDE_CPOSIX_SHIMS_H

// Exchanges what lies at two paths in one step, with renameat2(2) and
// RENAME_EXCHANGE. Returns 0, or -1 and sets errno.
int posixkit_exchange(const char *one, const char *other);

// The variables of this process as NAME=value, ended by a null pointer; they
// stay its own.
char **posixkit_environment(void);

// fork(2).
int posixkit_fork(void);

// pipe2(2) with O_CLOEXEC.
int posixkit_pipe(int ends[2]);

#endif
