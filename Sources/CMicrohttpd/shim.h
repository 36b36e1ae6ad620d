#include <errno.h>
#include <linux/sockios.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/select.h>

// What takes varying arguments, which Swift does not import.

struct mhd_shim_options {
  const struct sockaddr *address;
  int is_ipv6;
  // PEM, or null for no TLS; kept for as long as the daemon lives.
  const char *key;
  const char *certificate;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t head_byte_count;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  // Gets the target of a request before the library reads it; its result is kept
  // for the request.
  void *(*target)(void *, const char *, struct MHD_Connection *);
  // Given the text of a path or query and leaves it as it is.
  size_t (*unescape)(void *, struct MHD_Connection *, char *);
  void *context;
};

// Nothing older than TLS 1.2.
static const char mhd_shim_priorities[] =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

// A daemon that does its work in `mhd_shim_run`, on the thread that calls it; null
// with `errno` where it cannot begin.
static inline struct MHD_Daemon *mhd_shim_start(
    const struct mhd_shim_options *options) {
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)mhd_shim_priorities},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  unsigned int flags = MHD_ALLOW_SUSPEND_RESUME;
  if (options->is_ipv6) flags |= MHD_USE_IPv6;
  if (options->key) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, options->handle, options->context,
      MHD_OPTION_ARRAY, options->key ? tls : none,
      MHD_OPTION_SOCK_ADDR, options->address,
      MHD_OPTION_CONNECTION_LIMIT, options->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->head_byte_count,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
      MHD_OPTION_END);
}

static inline int mhd_shim_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// What `MHD_OPTION_NOTIFY_CONNECTION` kept for a connection.
static inline void *mhd_shim_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(
      connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline int mhd_shim_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(
      connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *mhd_shim_client(
    struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(
      connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// The number of bytes that the other side of a connection has not fetched yet.
static inline int mhd_shim_unsent(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

// glibc hides it from strict programs, and defining _GNU_SOURCE would change what
// Swift has read of the same headers.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

// Whether the other side of a connection has ended it.
static inline int mhd_shim_has_left(int socket) {
  struct pollfd ended = {socket, POLLRDHUP, 0};
  return poll(&ended, 1, 0) > 0;
}

// The outcome of `mhd_shim_run`: the system refuses, there was nothing to do, it
// was done and there may be more, or a signal came that ends the program.
enum mhd_shim_outcome {
  mhd_shim_failed = -1,
  mhd_shim_idle,
  mhd_shim_busy,
  mhd_shim_ended
};

// Waits for something to do, at most so many milliseconds or, where that is
// negative, for ever, and does it. It also returns once the descriptor `answers`
// can be read, which is -1 for none.
//
// Not by epoll: there the library overlooks that a client has ended which had
// sent something just before, and keeps it until its time is over.
static inline enum mhd_shim_outcome mhd_shim_run(
    struct MHD_Daemon *daemon, int signals, int answers, int milliseconds) {
  fd_set readable, writable, failing;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  FD_ZERO(&failing);
  int last = -1;
  if (MHD_get_fdset(daemon, &readable, &writable, &failing, &last) != MHD_YES)
    return mhd_shim_failed;
  FD_SET(signals, &readable);
  if (signals > last) last = signals;
  if (answers >= 0) FD_SET(answers, &readable);
  if (answers > last) last = answers;
  struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
  int count = select(
      last + 1, &readable, &writable, &failing,
      milliseconds < 0 ? NULL : &time);
  if (count < 0) return errno == EINTR ? mhd_shim_idle : mhd_shim_failed;
  if (FD_ISSET(signals, &readable)) return mhd_shim_ended;
  if (MHD_run_from_select(daemon, &readable, &writable, &failing) != MHD_YES)
    return mhd_shim_failed;
  return count > 0 ? mhd_shim_busy : mhd_shim_idle;
}

// Does what needs no look at the sockets: requests that were read behind others,
// and connections that were resumed.
static inline enum MHD_Result mhd_shim_go_on(struct MHD_Daemon *daemon) {
  fd_set none;
  FD_ZERO(&none);
  return MHD_run_from_select(daemon, &none, &none, &none);
}
