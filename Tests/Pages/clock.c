// Preloaded into the server: its clock is as many seconds ahead as the file
// $CLOCK_OFFSET says. The monotonic clock stays the system's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long offset(void) {
  long seconds = 0;
  FILE *file = fopen(getenv("CLOCK_OFFSET"), "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
  fclose(file);
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *place) {
  int (*system)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
  int result = system(clock, place);
  if (result == 0 && clock == CLOCK_REALTIME) place->tv_sec += offset();
  return result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place != NULL) *place = now.tv_sec;
  return now.tv_sec;
}
