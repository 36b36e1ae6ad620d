#include "CPhotoShims.h"

#include <errno.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Denies all of the file system that the kernel's Landlock knows to deny.
static int deny_files(void) {
  struct landlock_ruleset_attr all = {
      .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  long rules =
      syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  if (rules < 0) return 0;
  long status = syscall(SYS_landlock_restrict_self, rules, 0);
  close((int)rules);
  return status == 0;
}

// Denies what decoding never asks for. A thread is made by clone, whose flags
// a filter sees; of clone3 it does not, so that one looks as if it were not
// there, and the C library takes the other.
static int deny_calls(void) {
  static const int denied[] = {
      SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat),
      SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect),
      SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork),
      SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(ptrace),
      SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
      SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(rename),
      SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(mkdir),
      SCMP_SYS(mkdirat), SCMP_SYS(link), SCMP_SYS(linkat), SCMP_SYS(symlink),
      SCMP_SYS(symlinkat), SCMP_SYS(truncate), SCMP_SYS(chmod),
      SCMP_SYS(fchmodat), SCMP_SYS(mount), SCMP_SYS(bpf), SCMP_SYS(io_uring_setup),
      SCMP_SYS(memfd_create), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
      SCMP_SYS(userfaultfd), SCMP_SYS(perf_event_open), SCMP_SYS(keyctl),
      SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(chroot)};
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return 0;
  int status = 0;
  for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) {
    status |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), denied[i], 0);
  }
  const uint64_t thread = 0x00010000;  // CLONE_THREAD
  status |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  status |= seccomp_rule_add(
      filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
      SCMP_A0(SCMP_CMP_MASKED_EQ, thread, 0));
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

int photo_confine(uint64_t memory) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  // A sanitizer maps terabytes at its start, of which it uses little.
  limit(RLIMIT_AS, memory);
#endif
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
  return (deny_files() ? 1 : 0) | (deny_calls() ? 2 : 0);
}

void photo_allow_seconds(unsigned seconds) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  rlim_t soft = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds;
  // The hard limit stays, so that the next picture gets its share as well.
  struct rlimit limits = {soft, RLIM_INFINITY};
  setrlimit(RLIMIT_CPU, &limits);
}
