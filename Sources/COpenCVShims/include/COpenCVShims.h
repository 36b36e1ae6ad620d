// What the program that identifies plants does with networks, by OpenCV: it is
// C++, whose exceptions Swift cannot catch.
#ifndef PLANTGUIDE_COPENCV_SHIMS_H
#define PLANTGUIDE_COPENCV_SHIMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where a function gives an int, 0 means done; else `network_fault` has words.

// A network that was loaded.
typedef struct network network;

// Readies the library: one thread, nothing printed. Must be called once, before
// all others.
void network_start(void);

// What the last function that failed says.
void network_fault(char *text, size_t count);

// Loads a network from the bytes of an ONNX file.
int network_load(const uint8_t *bytes, size_t count, network **loaded);
void network_free(network *network);

// Runs a network on a picture of `shape`, four numbers. Writes at most
// `capacity` scores; `count` is how many there are.
int network_run(
    network *network, const float *input, const int shape[4], float *scores,
    size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
