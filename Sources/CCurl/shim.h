#include <curl/curl.h>

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
