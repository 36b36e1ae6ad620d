// For pipe2 and renameat2.
#define _GNU_SOURCE

#include "CPOSIXShims.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

int posixkit_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

void posixkit_return_memory(void) { mallopt(M_MMAP_THRESHOLD, 1 << 18); }

long posixkit_copy(int from, int to, unsigned long count) {
  return copy_file_range(from, NULL, to, NULL, count, 0);
}

int posixkit_rename_new(int place, const char *old, const char *new_name) {
  return renameat2(place, old, place, new_name, RENAME_NOREPLACE);
}

char **posixkit_environment(void) { return environ; }

static const char *waiting;
static size_t waiting_count;
static unsigned waiting_seconds;
static volatile sig_atomic_t has_told;

void posixkit_tell_of_waiting(
    const char *text, unsigned long count, unsigned seconds) {
  waiting = text;
  waiting_count = count;
  waiting_seconds = seconds;
}

// A signal's handler: nothing but write(2) is safe here.
static void tell_of_waiting(int signal) {
  (void)signal;
  int before = errno;
  if (write(STDERR_FILENO, waiting, waiting_count) >= 0) has_told = 1;
  errno = before;
}

int posixkit_begin_waiting(struct posixkit_wait *wait) {
  // One alarm for all threads: the telling is once for the process, too.
  if (!waiting || has_told) return 0;
  struct sigaction telling = {
      .sa_handler = tell_of_waiting, .sa_flags = SA_RESTART};
  if (sigaction(SIGALRM, &telling, &wait->action) != 0) return 0;
  // Whoever started this program may have blocked it.
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, &wait->mask);
  alarm(waiting_seconds);
  return 1;
}

void posixkit_end_waiting(const struct posixkit_wait *wait) {
  int error = errno;
  alarm(0);
  if (sigismember(&wait->mask, SIGALRM)) {
    pthread_sigmask(SIG_SETMASK, &wait->mask, NULL);
  }
  sigaction(SIGALRM, &wait->action, NULL);
  errno = error;
}

int posixkit_lock(int file, int operation) {
  int status = flock(file, operation | LOCK_NB);
  if (status == 0 || errno != EWOULDBLOCK) return status;
  struct posixkit_wait wait;
  int tells = posixkit_begin_waiting(&wait);
  status = flock(file, operation);
  if (tells) posixkit_end_waiting(&wait);
  return status;
}

int posixkit_fork(void) {
  int child = (int)fork();
  // What a child waits for its parent tells.
  if (child == 0) has_told = 1;
  return child;
}

int posixkit_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

const int posixkit_spawn_session = POSIX_SPAWN_SETSID;

void posixkit_detach(posix_spawn_file_actions_t *actions) {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
    posix_spawn_file_actions_addopen(actions, file, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  posix_spawn_file_actions_addchdir_np(actions, "/");
}

static void *await(void *child) {
  while (waitpid((pid_t)(intptr_t)child, NULL, 0) < 0 && errno == EINTR) {}
  return NULL;
}

void posixkit_let_go(pid_t child) {
  sigset_t all, before;
  sigfillset(&all);
  // The thread inherits it: signals are for others.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  pthread_t thread;
  // Without a thread the child stays known until this process ends.
  (void)pthread_create(&thread, &attributes, await, (void *)(intptr_t)child);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void posixkit_close_from(posix_spawn_file_actions_t *actions, int file) {
  posix_spawn_file_actions_addclosefrom_np(actions, file);
}

int posixkit_ending_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void terminal_signals(sigset_t *signals) {
  static const int all[] = {SIGINT,  SIGTERM,  SIGHUP, SIGQUIT,
                            SIGTSTP, SIGWINCH, SIGCONT};
  sigemptyset(signals);
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    sigaddset(signals, all[i]);
}

int posixkit_hold_terminal_signals(void) {
  sigset_t signals;
  terminal_signals(&signals);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

void posixkit_release_terminal_signals(void) {
  sigset_t signals;
  terminal_signals(&signals);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

int posixkit_next_signal(int file) {
  struct signalfd_siginfo info;
  return read(file, &info, sizeof info) == sizeof info ? (int)info.ssi_signo
                                                       : 0;
}

void posixkit_stop(void) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(SIGTSTP);
  // It stops here, and goes on from here.
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
