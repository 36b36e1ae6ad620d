// What Swift's module of the C library leaves out.
#ifndef PLANTGUIDE_CPOSIX_SHIMS_H
#define PLANTGUIDE_CPOSIX_SHIMS_H

#include <signal.h>
#include <spawn.h>

// copy_file_range(2), from and to where both stand; the standard library's
// headers show it to C alone.
long posixkit_copy(int from, int to, unsigned long count);

// Exchanges what lies at two paths in one step, with renameat2(2) and
// RENAME_EXCHANGE. Returns 0, or -1 and sets errno.
int posixkit_exchange(const char *one, const char *other);

// Renames within an open directory with renameat2(2) and RENAME_NOREPLACE, which
// fails with EEXIST where something has the new name. Returns 0, or -1 and sets
// errno.
int posixkit_rename_new(int place, const char *old, const char *new_name);

// The variables of this process as NAME=value, ended by a null pointer; they
// stay its own.
char **posixkit_environment(void);

// fork(2).
int posixkit_fork(void);

// Has pieces of memory of 256 KiB and more given back at once (mallopt(3)).
void posixkit_return_memory(void);

// What was in force before a wait.
struct posixkit_wait {
  struct sigaction action;
  sigset_t mask;
};

// Once tells on standard error that this process waits, if
// `posixkit_end_waiting` is not called within the time of
// `posixkit_tell_of_waiting`. Returns whether it has to be called: 0 where
// nothing is to be told.
int posixkit_begin_waiting(struct posixkit_wait *wait);
void posixkit_end_waiting(const struct posixkit_wait *wait);

// Waits for a lock, with flock(2), and once tells on standard error that it
// does if it takes `posixkit_tell_of_waiting`'s time. Returns 0, or -1 and
// sets errno.
int posixkit_lock(int file, int operation);

// What is told where a lock is waited for longer than some seconds: the whole
// text, ending in a newline, which is not copied. Nothing was told before.
void posixkit_tell_of_waiting(
    const char *text, unsigned long count, unsigned seconds);

// pipe2(2) with O_CLOEXEC.
int posixkit_pipe(int ends[2]);

// POSIX_SPAWN_SETSID, which some versions of the C library show only to C.
extern const int posixkit_spawn_session;

// Has a program start with nothing open but /dev/null at the standard three
// descriptors, and at the root of all directories.
void posixkit_detach(posix_spawn_file_actions_t *actions);

// Has a thread of its own take note of a child's end, whenever that comes.
void posixkit_let_go(pid_t child);

// Has a program start without the descriptor `file` and those above it.
void posixkit_close_from(posix_spawn_file_actions_t *actions, int file);

// Holds back SIGINT, SIGTERM and SIGHUP. Returns a descriptor that can be read
// once one of them came, or -1 and sets errno.
int posixkit_ending_signals(void);

// Holds back the signals that concern whoever draws on a terminal: SIGINT,
// SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH and SIGCONT. Returns a descriptor
// from which posixkit_next_signal takes them, or -1 and sets errno.
int posixkit_hold_terminal_signals(void);

// Lets them through again.
void posixkit_release_terminal_signals(void);

// The next signal that a descriptor has, or 0 for none.
int posixkit_next_signal(int file);

// Stops the process as SIGTSTP does, until somebody has it go on.
void posixkit_stop(void);

#endif
