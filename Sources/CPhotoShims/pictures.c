#include "CPhotoShims.h"

#include <CConfinement.h>
#include <malloc.h>
#include <string.h>
#include <vips/vips.h>

// `photo_source` and `photo_image` are libvips's own images.
static VipsImage *vips(const void *image) { return (VipsImage *)image; }

// What the library would print of a picture is nobody's concern.
static void say_nothing(
    const char *domain, GLogLevelFlags level, const char *text, void *data) {}

int photo_start(void) {
  // Otherwise threads that meet reserve 64 MiB each, up to 1 GiB, and a photo
  // meets the limit of memory by chance.
  mallopt(M_ARENA_MAX, 1);
  g_log_set_default_handler(say_nothing, NULL);
  if (vips_init("plantguide-photo")) return -1;
  // Blocking before the library is ready ends the process.
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoad", TRUE);
  static const char *const readable[] = {
      "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp",
      "VipsForeignLoadHeif"};
  for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
    vips_operation_block_set(readable[i], FALSE);
  }
  vips_cache_set_max(0);
  vips_concurrency_set(1);
  return 0;
}

// Lets ORC take the 64 KiB into which it compiles the loops of libvips: it gets
// no memory that is executed later. Scaling takes half as long again without
// such loops.
static void take_room_for_loops(void) {
  VipsImage *black, *small;
  if (vips_black(&black, 1, 16, NULL)) return;
  if (!vips_reducev(black, &small, 2, NULL)) g_object_unref(small);
  g_object_unref(black);
}

int photo_confine(uint64_t memory) {
  return confine_calls(memory, take_room_for_loops);
}

void photo_use(int threads) { vips_concurrency_set(threads); }

void photo_fault(char *text, size_t count) {
  g_strlcpy(text, vips_error_buffer(), count);
  vips_error_clear();
}

// MARK: Sources

struct photo_source {
  const uint8_t *bytes;
  size_t count;
  VipsImage *header;
};

int photo_open(const uint8_t *bytes, size_t count, photo_source **source) {
  vips_error_clear();
  VipsImage *header = vips_image_new_from_buffer(bytes, count, "", NULL);
  if (!header) return -1;
  *source = g_new(photo_source, 1);
  **source = (photo_source){bytes, count, header};
  return 0;
}

void photo_close(photo_source *source) {
  g_object_unref(source->header);
  g_free(source);
}

int photo_width(const photo_source *source) {
  return vips_image_get_width(source->header);
}

int photo_height(const photo_source *source) {
  return vips_image_get_height(source->header);
}

photo_text photo_field(const photo_source *source, const char *name) {
  photo_text text = {{0}};
  const char *value;
  if (vips_image_get_typeof(source->header, name) == VIPS_TYPE_REF_STRING &&
      !vips_image_get_string(source->header, name, &value)) {
    g_strlcpy(text.bytes, value, sizeof text.bytes);
  }
  return text;
}

photo_bytes photo_xmp(const photo_source *source) {
  // HEIF has it among its other texts.
  static const char *const names[] = {VIPS_META_XMP_NAME, "heif-mime-1"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const void *bytes;
    size_t count;
    if (vips_image_get_typeof(source->header, names[i]) == VIPS_TYPE_BLOB &&
        !vips_image_get_blob(source->header, names[i], &bytes, &count)) {
      return (photo_bytes){(uint8_t *)bytes, count};
    }
  }
  return (photo_bytes){NULL, 0};
}

// MARK: Images

static int decode(const photo_source *source, int edge, photo_image **image) {
  vips_error_clear();
  VipsImage *scaled, *opaque, *held;
  // Colours without a profile are taken for sRGB as they are: the way through
  // a profile would change them.
  int has_profile =
      vips_image_get_typeof(source->header, VIPS_META_ICC_NAME) ||
      vips_image_get_interpretation(source->header) == VIPS_INTERPRETATION_CMYK;
  // What the function's own argument says of files that are cut is passed
  // over (libvips 8.14).
  if (vips_thumbnail_buffer(
          (void *)source->bytes, source->count, &scaled, edge, "height", edge,
          "size", VIPS_SIZE_DOWN, "option_string", "[fail-on=truncated]",
          has_profile ? "export_profile" : NULL, "srgb", NULL)) {
    return -1;
  }
  double white[] = {255, 255, 255};
  VipsArrayDouble *background = vips_array_double_new(white, 3);
  int status = vips_image_hasalpha(scaled)
                   ? vips_flatten(scaled, &opaque, "background", background, NULL)
                   : vips_copy(scaled, &opaque, NULL);
  vips_area_unref(VIPS_AREA(background));
  g_object_unref(scaled);
  if (status) return -1;
  // What is grey gets three bands, so that all that follows has them.
  VipsImage *coloured;
  status = vips_colourspace(opaque, &coloured, VIPS_INTERPRETATION_sRGB, NULL);
  g_object_unref(opaque);
  if (status) return -1;
  held = vips_image_copy_memory(coloured);
  g_object_unref(coloured);
  if (!held) return -1;
  *image = (photo_image *)held;
  return 0;
}

int photo_decode(const photo_source *source, int edge, photo_image **image) {
  int status = decode(source, edge, image);
  if (status || !*vips_error_buffer()) return status;
  // With several threads a decoding can end well although its last part failed
  // (libvips 8.14); one thread tells what is true.
  photo_release(*image);
  int threads = vips_concurrency_get();
  vips_concurrency_set(1);
  status = decode(source, edge, image);
  vips_concurrency_set(threads);
  return status;
}

void photo_release(photo_image *image) { g_object_unref(image); }

int photo_image_width(const photo_image *image) {
  return vips_image_get_width(vips(image));
}

int photo_image_height(const photo_image *image) {
  return vips_image_get_height(vips(image));
}

// A copy without a word of where it comes from.
static VipsImage *silent(const photo_image *image) {
  VipsImage *copy;
  if (vips_copy(vips(image), &copy, NULL)) return NULL;
  char **fields = vips_image_get_fields(copy);
  for (char **field = fields; *field; field++) vips_image_remove(copy, *field);
  g_strfreev(fields);
  return copy;
}

int photo_save(
    const photo_image *image, enum photo_format format, int quality,
    const char *taken, const char *offset, photo_bytes *file) {
  VipsImage *copy = silent(image);
  if (!copy) return -1;
  if (*taken) {
    vips_image_set_string(copy, "exif-ifd2-ColorSpace", "1");
    vips_image_set_string(copy, "exif-ifd2-DateTimeOriginal", taken);
    vips_image_set_string(copy, "exif-ifd2-OffsetTimeOriginal", offset);
  }
  void *bytes;
  size_t count;
  int status =
      format == photo_webp
          ? vips_webpsave_buffer(
                copy, &bytes, &count, "Q", quality, "effort", 2, NULL)
          : vips_jpegsave_buffer(
                copy, &bytes, &count, "Q", quality, "optimize_coding", TRUE,
                NULL);
  g_object_unref(copy);
  if (status) return -1;
  *file = (photo_bytes){bytes, count};
  return 0;
}

int photo_square(const photo_image *image, int edge, photo_image **square) {
  int width = photo_image_width(image), height = photo_image_height(image);
  int side = width < height ? width : height;
  VipsImage *middle, *scaled;
  // Cut first: scaling a strip would blow it up.
  if (vips_extract_area(
          vips(image), &middle, (width - side) / 2, (height - side) / 2, side,
          side, NULL)) {
    return -1;
  }
  int status =
      vips_resize(middle, &scaled, (double)edge / side, "gap", 0.0, NULL);
  g_object_unref(middle);
  if (status) return -1;
  VipsImage *held = vips_image_copy_memory(scaled);
  g_object_unref(scaled);
  if (!held) return -1;
  *square = (photo_image *)held;
  return 0;
}

int photo_pixels(
    const photo_image *image, int width, int height, int is_grey,
    photo_bytes *pixels) {
  VipsImage *scaled, *plain;
  if (vips_resize(
          vips(image), &scaled, (double)width / photo_image_width(image),
          "vscale", (double)height / photo_image_height(image), NULL)) {
    return -1;
  }
  int status = vips_colourspace(
      scaled, &plain,
      is_grey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL);
  g_object_unref(scaled);
  if (status) return -1;
  VipsImage *exact;
  // Rounding may leave a row too many or too few.
  status = vips_embed(
      plain, &exact, 0, 0, width, height, "extend", VIPS_EXTEND_COPY, NULL);
  g_object_unref(plain);
  if (status) return -1;
  size_t count;
  void *bytes = vips_image_write_to_memory(exact, &count);
  g_object_unref(exact);
  if (!bytes) return -1;
  *pixels = (photo_bytes){bytes, count};
  return 0;
}

void photo_free(photo_bytes bytes) { g_free(bytes.bytes); }
