// The program begins in C, which is handed its arguments. Swift looks for them
// in /proc/self/maps, and takes none for given where that cannot be opened.

#include <stdlib.h>
#include <unistd.h>

// Of `PlantGuideCLI/Running/EntryPoint.swift`.
int plantguide_main(int count, char *const *arguments);

static const char root[] = "SWIFT_ROOT";
static int rootIsOurs = 0;

// Before it is initialized: Swift's runtime, linked statically, looks for its
// own place in /proc and aborts where that is missing. It is of use to its
// backtraces alone.
__attribute__((constructor(101))) static void sayRoot(void) {
  char first;
  if (readlink("/proc/self/exe", &first, 1) > 0 || getenv(root)) return;
  rootIsOurs = setenv(root, "/", 0) == 0;
}

int main(int count, char **arguments) {
  if (rootIsOurs) unsetenv(root);
  return plantguide_main(count, arguments);
}
