// The least possible server: libmicrohttpd answers each request with nothing,
// on one thread. It prints its port, and ends when its input does.

#include <microhttpd.h>
#include <stdio.h>

static enum MHD_Result answer(void *context, struct MHD_Connection *connection,
                              const char *target, const char *method,
                              const char *version, const char *body,
                              size_t *count, void **kept) {
  (void)target, (void)method, (void)version, (void)body, (void)kept;
  *count = 0;
  return MHD_queue_response(connection, MHD_HTTP_OK, context);
}

int main(void) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response,
      MHD_OPTION_END);
  if (daemon == NULL) return 1;
  printf("%u\n",
         MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  while (getchar() != EOF) {
  }
  MHD_stop_daemon(daemon);
  return 0;
}
