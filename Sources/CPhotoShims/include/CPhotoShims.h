// What the photo program does with pictures, by libvips: its functions take
// lists of arguments of any length, which Swift cannot call.
#ifndef PLANTGUIDE_CPHOTO_SHIMS_H
#define PLANTGUIDE_CPHOTO_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// Where a function gives an int, 0 means done; else `photo_fault` has words.

// A picture whose header was read. The bytes that it was read from are
// borrowed and must outlive it.
typedef struct photo_source photo_source;

// The text of a field of a picture's header, which may hold anything.
typedef struct {
  char bytes[128];
} photo_text;

// Bytes that `photo_free` frees.
typedef struct {
  uint8_t *bytes;
  size_t count;
} photo_bytes;

// Readies the library: JPEG, PNG, WebP and HEIF (HEIC, AVIF) alone are read.
// Must be called once, before all others.
int photo_start(void);

// Lets it use so many threads; one is what it begins with.
void photo_use(int threads);

// Gives up all system calls but the few that decoding a picture makes, and more
// memory than `memory` bytes. Threads that decode must be started later.
// Returns which of the two guards are in force: 1 Landlock, 2 seccomp.
int photo_confine(uint64_t memory);

// What the last function that failed says; emptied by this call.
void photo_fault(char *text, size_t count);

// Reads the header of a picture.
int photo_open(const uint8_t *bytes, size_t count, photo_source **source);
void photo_close(photo_source *source);

// Its size as it is stored, before it is turned.
int photo_width(const photo_source *source);
int photo_height(const photo_source *source);

// A field such as "exif-ifd2-DateTimeOriginal"; an empty text where it is
// missing.
photo_text photo_field(const photo_source *source, const char *name);

// Its XMP, which stays the source's; no bytes where it has none.
photo_bytes photo_xmp(const photo_source *source);

// A picture that was decoded, upright, in sRGB, without transparency.
typedef struct photo_image photo_image;

// Decodes a picture to at most `edge` pixels a side; a file that ends too
// early is refused.
int photo_decode(const photo_source *source, int edge, photo_image **image);
void photo_release(photo_image *image);
int photo_image_width(const photo_image *image);
int photo_image_height(const photo_image *image);

// What a picture is stored as.
enum photo_format { photo_jpeg, photo_webp };

// The picture as a file that says nothing but its pixels and the time at which
// it was taken ("2026:03:01 09:00:00" and "+01:00").
int photo_save(
    const photo_image *image, enum photo_format format, int quality,
    const char *taken, const char *offset, photo_bytes *file);

// The square in its middle, `edge` pixels a side.
int photo_square(const photo_image *image, int edge, photo_image **square);

// The pixels in rows, three bytes each; grey ones have one.
int photo_pixels(
    const photo_image *image, int width, int height, int is_grey,
    photo_bytes *pixels);

void photo_free(photo_bytes bytes);

// What films are made of. Their pictures have one size.

// The picture at exactly this size: its edges are cut off where no more than a
// third is lost by that, and else it stands on black.
int photo_fit(
    const photo_image *image, int width, int height, photo_image **fitted);

// How far the picture is to be moved to lie upon another, in its pixels, and
// how sure that is: below 1,700 they show different things.
int photo_compare(
    const photo_image *image, const photo_image *other, int *right, int *down,
    double *sureness);

// The picture moved, with its edges mirrored.
int photo_move(
    const photo_image *image, int right, int down, photo_image **moved);

// A text in one line, large. It reads fonts, and so must be called before
// `photo_confine`.
int photo_write(const char *text, photo_image **written);

// The text at the bottom left of so much room. Texts of one size do not jump
// when one follows another.
int photo_pad(
    const photo_image *written, int width, int height, photo_image **padded);

// The picture with such a text at the bottom left, light on a shadow.
int photo_label(
    const photo_image *image, const photo_image *written,
    photo_image **labelled);

// Halfway between two pictures.
int photo_mix(
    const photo_image *one, const photo_image *other, photo_image **mixed);

// The kinds of film.
enum photo_film { photo_webp_film, photo_gif_film };

// A film of JPEG files, each shown for some milliseconds, again and again.
int photo_join(
    const photo_bytes *files, const int *milliseconds, int count,
    enum photo_film film, int quality, photo_bytes *joined);

#endif
