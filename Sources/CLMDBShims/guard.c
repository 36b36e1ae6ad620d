#include "CLMDBShims.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { message_capacity = 2048 };

// What is said of a fault, and the exit status.
struct report {
  char text[message_capacity];
  size_t length;
  int32_t exit_code;
};

static struct report damage;
static struct report shortage;
static atomic_bool is_installed;
// LMDB also divides by the size of pages that the file claims.
static const int faults[] = {SIGBUS, SIGSEGV, SIGFPE, SIGABRT};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction previous[fault_count];

// A fault is delivered to the thread that made it, and a transaction stays on
// its thread; a process-wide count would blame the journal for faults of
// threads that do not read it.
static _Thread_local volatile int live_transactions;

void lmdbkit_guard_enter(void) { live_transactions += 1; }

void lmdbkit_guard_leave(void) { live_transactions -= 1; }

static void end_with(const struct report *report) {
  size_t written = 0;
  while (written < report->length) {
    ssize_t count = write(STDERR_FILENO, report->text + written,
                          report->length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (size_t)count;
  }
  _exit(report->exit_code);
}

void lmdbkit_guard_report(void) {
  if (atomic_load(&is_installed)) end_with(&damage);
}

// Whether the system gives no more memory: the faults that follow say nothing
// of the file.
static int is_memory_short(void) {
  size_t size = 1 << 20;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  munmap(memory, size);
  return 0;
}

static void handle_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  // Codes up to zero mean that somebody sent the signal, as abort does.
  int is_fault = info->si_code > 0;
  if ((is_fault || number == SIGABRT) && is_memory_short()) {
    end_with(&shortage);
  }
  // Damaged pages lead LMDB to any address.
  if (is_fault && live_transactions > 0) end_with(&damage);
  for (int i = 0; i < fault_count; i++) {
    if (faults[i] == number) sigaction(number, &previous[i], NULL);
  }
  // A fault repeats itself on return; a sent signal does not.
  if (!is_fault) raise(number);
}

static void keep(struct report *report, const char *text, size_t length,
                 int32_t exit_code) {
  report->length = length < message_capacity ? length : message_capacity;
  memcpy(report->text, text, report->length);
  report->exit_code = exit_code;
}

int lmdbkit_guard_install(const char *damage_text, size_t damage_length,
                          int32_t damage_code, const char *shortage_text,
                          size_t shortage_length, int32_t shortage_code) {
  if (atomic_load(&is_installed)) return EALREADY;
  keep(&damage, damage_text, damage_length, damage_code);
  keep(&shortage, shortage_text, shortage_length, shortage_code);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fault_count; i++) {
    if (sigaction(faults[i], &action, &previous[i]) != 0) return errno;
  }
  atomic_store(&is_installed, 1);
  return 0;
}
