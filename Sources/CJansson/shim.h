#include <jansson.h>

// Reference counts are static inline functions over atomics that Swift's
// importer leaves out; nothing else of jansson needs help.
static inline void shim_json_decref(json_t *value) { json_decref(value); }
