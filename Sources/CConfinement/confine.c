#define _GNU_SOURCE

#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif

// MARK: Files

// Denies all of the file system that the first version of Landlock can deny,
// except for some. Later versions deny more; the list of calls does, too.
static int deny_files(uint64_t but) {
  struct landlock_ruleset_attr denied = {
      .handled_access_fs = ((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1) & ~but};
  long rules =
      syscall(SYS_landlock_create_ruleset, &denied, sizeof denied, 0);
  if (rules < 0) return 0;
  long status = syscall(SYS_landlock_restrict_self, rules, 0);
  close((int)rules);
  return status == 0;
}

// MARK: Rights

// The user and the group of those that own nothing.
enum { nobody = 65534 };

// Lets those go first who wait for an answer: a page must not wait for a photo.
static void give_way(void) {
  (void)!setpriority(PRIO_PROCESS, 0, 10);
  // Kernels that group processes by session give each group the same share, and
  // only then look at the processes.
  int group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  if (group < 0) return;
  (void)!write(group, "10", 2);
  close(group);
}

int confine_leave(void) {
  close_range(STDERR_FILENO + 1, ~0U, 0);
  // Fails for the leader of a group, which a parent of ours does not start.
  setsid();
  give_way();
  (void)!chdir("/");
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (!geteuid() || !getuid()) {
    for (int right = 0; prctl(PR_CAPBSET_READ, right) >= 0; right++) {
      prctl(PR_CAPBSET_DROP, right);
    }
    // Fails where a container knows no such user, whose root has no rights
    // outside of it.
    if (!setgroups(0, NULL) && !setresgid(nobody, nobody, nobody)) {
      (void)!setresuid(nobody, nobody, nobody);
    }
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct version = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  int is_powerless = !syscall(SYS_capset, &version, none);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Fonts are read yet, by threads of their own.
  deny_files(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  return is_powerless && geteuid() ? 4 : 0;
}

// MARK: System calls

// A system call that stays, if its arguments are these. An argument is compared
// in all its 64 bits.
struct allowed {
  int call;
  unsigned count;
  struct scmp_arg_cmp arguments[2];
};

#define IS(argument, value) {argument, SCMP_CMP_EQ, (value), 0}
// Of the bits of `mask` these are set.
#define HAS(argument, mask, value) \
  {argument, SCMP_CMP_MASKED_EQ, (mask), (value)}
// Whatever its flags are.
#define FUTEX(operation) \
  {SCMP_SYS(futex), 1, {HAS(1, ~(scmp_datum_t)futex_flags, operation)}}

enum { futex_flags = FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME };

static const struct allowed allowed[] = {
    // Threads wait for each other.
    FUTEX(FUTEX_WAIT), FUTEX(FUTEX_WAKE), FUTEX(FUTEX_WAIT_BITSET),
    // Requests, answers, and the words of a program that fails.
    {SCMP_SYS(read), 1, {IS(0, STDIN_FILENO)}},
    {SCMP_SYS(write), 1, {IS(0, STDOUT_FILENO)}},
    {SCMP_SYS(write), 1, {IS(0, STDERR_FILENO)}},
    // Memory that is no file and is not executed.
    {SCMP_SYS(brk), 0, {}},
    {SCMP_SYS(mmap), 2,
     {HAS(2, PROT_EXEC, 0), HAS(3, MAP_ANONYMOUS, MAP_ANONYMOUS)}},
    {SCMP_SYS(mprotect), 1, {HAS(2, PROT_EXEC, 0)}},
    {SCMP_SYS(mremap), 0, {}},
    {SCMP_SYS(munmap), 0, {}},
    {SCMP_SYS(madvise), 1, {IS(2, MADV_DONTNEED)}},
    // Threads as the C library makes them. The flags of clone3 cannot be seen,
    // and it takes this one where that is missing.
    {SCMP_SYS(clone), 1,
     {IS(0, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
                CLONE_CHILD_CLEARTID)}},
    {SCMP_SYS(set_robust_list), 0, {}},
    {SCMP_SYS(rseq), 0, {}},
    {SCMP_SYS(rt_sigprocmask), 0, {}},
    // A thread may still be in the handler by which the C library gives all of
    // them another user.
    {SCMP_SYS(rt_sigreturn), 0, {}},
    {SCMP_SYS(sched_getaffinity), 0, {}},
    {SCMP_SYS(exit), 0, {}},
    {SCMP_SYS(exit_group), 0, {}},
    // What was waited for goes on after the process was stopped.
    {SCMP_SYS(restart_syscall), 0, {}},
    // Its own limits can be seen, and that of its time be set.
    {SCMP_SYS(prlimit64), 2, {IS(0, 0), IS(2, 0)}},
    {SCMP_SYS(prlimit64), 2, {IS(0, 0), IS(1, RLIMIT_CPU)}},
    {SCMP_SYS(getrusage), 1, {IS(0, RUSAGE_SELF)}},
    // Where the kernel does not let a process read its clocks without asking.
    {SCMP_SYS(clock_gettime), 0, {}},
    {SCMP_SYS(gettimeofday), 0, {}},
    {SCMP_SYS(getrandom), 0, {}},
    {SCMP_SYS(getpid), 0, {}},
#ifdef IS_SANITIZED
    // What a sanitizer calls for each thread, and in one of its own.
    {SCMP_SYS(sigaltstack), 0, {}},
    {SCMP_SYS(gettid), 0, {}},
    {SCMP_SYS(madvise), 0, {}},
    {SCMP_SYS(nanosleep), 0, {}},
#endif
};

// Denies all other system calls: they look as if the kernel had none of them,
// so that libraries do without.
static int deny_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (!filter) return 0;
  // Also to threads that a library has already.
  int status = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    const struct allowed *rule = &allowed[i];
    status |= seccomp_rule_add_array(
        filter, SCMP_ACT_ALLOW, rule->call, rule->count, rule->arguments);
  }
  if (!status) status = seccomp_load(filter);
  seccomp_release(filter);
  return status == 0;
}

static void limit(int resource, rlim_t most) {
  // Who may raise a limit still keeps one that was set from outside.
  struct rlimit limits;
  if (getrlimit(resource, &limits) || limits.rlim_cur > most) limits.rlim_cur = most;
  limits.rlim_max = limits.rlim_cur;
  setrlimit(resource, &limits);
}

// Lets a fault end the process at once: a library's handler would start a
// program that reports it, or read files.
static void handle_no_fault(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_IGN) {
      signal(number, SIG_DFL);
    }
  }
}

int confine_calls(uint64_t memory, void (*ready)(void)) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
#ifndef IS_SANITIZED
  // A sanitizer maps terabytes at its start, of which it uses little.
  limit(RLIMIT_AS, memory);
#endif
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
  int guards = deny_files(0) ? 1 : 0;
  if (ready) ready();
  handle_no_fault();
  // Nothing can be opened where that number is already taken by all.
  limit(RLIMIT_NOFILE, STDERR_FILENO + 1);
  return guards | (deny_calls() ? 2 : 0);
}

void confine_allow_seconds(unsigned seconds) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  rlim_t soft = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds;
  // The hard limit stays, so that the next picture gets its share as well.
  struct rlimit limits;
  if (getrlimit(RLIMIT_CPU, &limits)) return;
  limits.rlim_cur = soft < limits.rlim_max ? soft : limits.rlim_max;
  setrlimit(RLIMIT_CPU, &limits);
}
