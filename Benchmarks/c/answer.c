// The least that a server of HTTP can do: it answers every request with
// nothing, by the library and the way of waiting of plantguide-serve. It prints
// its port, and ends with its input.

#include <microhttpd.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

static struct MHD_Response *nothing;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection,
                              const char *target, const char *method,
                              const char *version, const char *body,
                              size_t *count, void **kept) {
  (void)context, (void)target, (void)method, (void)version, (void)body;
  *count = 0;
  // The library calls first with the head alone.
  if (!*kept) {
    *kept = nothing;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, nothing);
}

int main(void) {
  nothing = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
      MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
  if (!nothing || !daemon) return 1;
  printf("%d\n",
         MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  for (;;) {
    fd_set readable, writable, failing;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_ZERO(&failing);
    int last = STDIN_FILENO;
    if (MHD_get_fdset(daemon, &readable, &writable, &failing, &last) != MHD_YES)
      return 1;
    FD_SET(STDIN_FILENO, &readable);
    if (select(last + 1, &readable, &writable, &failing, NULL) < 0) return 1;
    if (FD_ISSET(STDIN_FILENO, &readable)) return 0;
    if (MHD_run_from_select(daemon, &readable, &writable, &failing) != MHD_YES)
      return 1;
  }
}
