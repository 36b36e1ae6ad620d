#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

// What takes a varying argument, which Swift does not import: one function for
// each type of it.

static inline CURLcode curl_shim_set_number(
    CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_shim_set_size(
    CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

// A text, a list or a context.
static inline CURLcode curl_shim_set_pointer(
    CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

// CURLOPT_WRITEFUNCTION, CURLOPT_READFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode curl_shim_set_receiver(
    CURL *handle, CURLoption option,
    size_t (*receive)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, option, receive);
}

static inline CURLcode curl_shim_set_progress(
    CURL *handle,
    int (*tell)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, tell);
}

// Whether an address of IPv4 leads to this machine or to its surroundings
// alone: 0/8, 127/8, 169.254/16.
static inline bool curl_shim_is_own(uint32_t address) {
  address = ntohl(address);
  return address >> 24 == 0 || address >> 24 == 127 || address >> 16 == 0xa9fe;
}

// Whether an address of IPv4 leads to this machine or to networks that are not
// the internet: besides those above 10/8, 100.64/10, 172.16/12, 192.0.0.0/24,
// 192.168/16, 198.18/15, everything from 224/4 on, and the networks of
// documents, 192.0.2.0/24, 198.51.100.0/24 and 203.0.113.0/24.
static inline bool curl_shim_is_private(uint32_t address) {
  if (curl_shim_is_own(address)) return true;
  address = ntohl(address);
  return address >> 24 == 10 || address >> 22 == 0x191 ||
         address >> 20 == 0xac1 || address >> 8 == 0xc00000 ||
         address >> 16 == 0xc0a8 || address >> 17 == 0x6309 ||
         address >> 28 >= 14 || address >> 8 == 0xc00002 ||
         address >> 8 == 0xc63364 || address >> 8 == 0xcb0071;
}

// Opens a socket, but not to an address that services of this machine trust,
// or to one that `is_refused` refuses. It judges the address itself, after any
// name was resolved.
static inline curl_socket_t curl_shim_open_unless(
    struct curl_sockaddr *address, bool (*is_refused)(uint32_t),
    bool is_public) {
  if (address->family == AF_INET) {
    const struct sockaddr_in *place = (void *)&address->addr;
    if (is_refused(place->sin_addr.s_addr)) return CURL_SOCKET_BAD;
  } else if (address->family == AF_INET6) {
    const struct in6_addr *place =
        &((struct sockaddr_in6 *)(void *)&address->addr)->sin6_addr;
    uint32_t last;
    __builtin_memcpy(&last, place->s6_addr + 12, sizeof last);
    // Within ::/96 and ::ffff:0:0/96 lies an address of IPv4, and ::1.
    if ((IN6_IS_ADDR_V4MAPPED(place) || IN6_IS_ADDR_V4COMPAT(place) ||
         IN6_IS_ADDR_LOOPBACK(place) || IN6_IS_ADDR_UNSPECIFIED(place)) &&
        is_refused(last))
      return CURL_SOCKET_BAD;
    // Of IPv6, 2000::/3 alone is the internet, and 2002::/16 holds addresses
    // of IPv4. Those of translation are in 64:ff9b::/96.
    if (is_public && !IN6_IS_ADDR_V4MAPPED(place)) {
      uint32_t within;
      __builtin_memcpy(&within, place->s6_addr + 2, sizeof within);
      bool is_wrapped = place->s6_addr[0] == 0x20 && place->s6_addr[1] == 2;
      static const unsigned char translated[12] = {0, 0x64, 0xff, 0x9b};
      bool is_translated =
          __builtin_memcmp(place->s6_addr, translated, 12) == 0;
      if (is_wrapped ? is_refused(within)
          : is_translated
              ? is_refused(last)
              : place->s6_addr[0] >> 5 != 1)
        return CURL_SOCKET_BAD;
    }
  } else {
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype, address->protocol);
}

static inline curl_socket_t curl_shim_open_elsewhere(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return curl_shim_open_unless(address, curl_shim_is_own, false);
}

static inline curl_socket_t curl_shim_open_public(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return curl_shim_open_unless(address, curl_shim_is_private, true);
}

static inline CURLcode curl_shim_leave_machine(CURL *handle) {
  return curl_easy_setopt(
      handle, CURLOPT_OPENSOCKETFUNCTION, curl_shim_open_elsewhere);
}

static inline CURLcode curl_shim_leave_network(CURL *handle) {
  return curl_easy_setopt(
      handle, CURLOPT_OPENSOCKETFUNCTION, curl_shim_open_public);
}

static inline long curl_shim_number(CURL *handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

static inline curl_off_t curl_shim_size(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

// Macros with a cast.
static const long curl_shim_basic = (long)CURLAUTH_BASIC;
static const long curl_shim_digest = (long)CURLAUTH_DIGEST;
static const long curl_shim_bearer = (long)CURLAUTH_BEARER;
static const size_t curl_shim_abort = CURL_READFUNC_ABORT;
static const long curl_shim_all = (long)CURL_GLOBAL_DEFAULT;
