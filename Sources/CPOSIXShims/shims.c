// For pipe2 and renameat2.
#define _GNU_SOURCE

#include "CPOSIXShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int posixkit_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

char **posixkit_environment(void) { return environ; }

int posixkit_fork(void) { return (int)fork(); }

static const char *waiting;
static size_t waiting_count;
static unsigned waiting_seconds;

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
  if (write(STDERR_FILENO, waiting, waiting_count) >= 0) waiting_count = 0;
  errno = before;
}

int posixkit_lock(int file, int operation) {
  int status = flock(file, operation | LOCK_NB);
  if (status == 0 || errno != EWOULDBLOCK) return status;
  struct sigaction telling = {
      .sa_handler = tell_of_waiting, .sa_flags = SA_RESTART};
  struct sigaction before;
  // One alarm for all threads: the telling is once for the process, too.
  int tells = waiting_count > 0 && sigaction(SIGALRM, &telling, &before) == 0;
  if (tells) alarm(waiting_seconds);
  status = flock(file, operation);
  if (tells) {
    int error = errno;
    alarm(0);
    sigaction(SIGALRM, &before, NULL);
    errno = error;
  }
  return status;
}

int posixkit_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
