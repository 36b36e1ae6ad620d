// Gives up what a program that reads untrusted files does not need.
#ifndef PLANTGUIDE_CCONFINEMENT_H
#define PLANTGUIDE_CCONFINEMENT_H

#include <stdint.h>

// Leaves the terminal, the directory and all but the standard descriptors, and
// gives up what root may do, and changing files: a process of root goes on as
// nobody. It lets other processes go first and ends with its parent, and others
// cannot look into it. To be called before anything untrusted is read. Returns
// 4 where it has no rights of root, else 0.
int confine_leave(void);

// Gives up all system calls but the few that decoding makes, and more memory
// than `memory` bytes. Threads must be started later. `ready`, unless it is
// NULL, is called when files are given up and system calls are not. Returns
// which of the two guards are in force: 1 Landlock, 2 seccomp.
int confine_calls(uint64_t memory, void (*ready)(void));

// Lets this process use so many more seconds of processor time.
void confine_allow_seconds(unsigned seconds);

#endif
