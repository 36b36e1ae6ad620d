#include "CLMDBShims.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { message_capacity = 2048 };

static char message[message_capacity];
static size_t message_length;
static int32_t exit_code;
static atomic_bool is_installed;
static struct sigaction previous_bus;
static struct sigaction previous_segv;

// A fault is delivered to the thread that made it, and a transaction stays on
// its thread; a process-wide count would blame the journal for faults of
// threads that do not read it.
static _Thread_local volatile int live_transactions;

void lmdbkit_guard_enter(void) { live_transactions += 1; }

void lmdbkit_guard_leave(void) { live_transactions -= 1; }

void lmdbkit_guard_report(void) {
  if (!atomic_load(&is_installed)) return;
  size_t written = 0;
  while (written < message_length) {
    ssize_t count =
        write(STDERR_FILENO, message + written, message_length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (size_t)count;
  }
  _exit(exit_code);
}

static void handle_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  // Codes up to zero mean that somebody sent the signal.
  int is_fault = info->si_code > 0;
  if (is_fault && live_transactions > 0) lmdbkit_guard_report();
  sigaction(number, number == SIGBUS ? &previous_bus : &previous_segv, NULL);
  // A fault repeats itself on return; a sent signal does not.
  if (!is_fault) raise(number);
}

int lmdbkit_guard_install(const char *text, size_t length, int32_t code) {
  if (atomic_load(&is_installed)) return EALREADY;
  message_length = length < message_capacity ? length : message_capacity;
  memcpy(message, text, message_length);
  exit_code = code;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGBUS, &action, &previous_bus) != 0) return errno;
  if (sigaction(SIGSEGV, &action, &previous_segv) != 0) return errno;
  atomic_store(&is_installed, 1);
  return 0;
}
