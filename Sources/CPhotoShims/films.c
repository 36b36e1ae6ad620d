#include "CPhotoShims.h"

#include <string.h>
#include <vips/vips.h>

static VipsImage *vips(const void *image) { return (VipsImage *)image; }

// Hands an image over as decoded pixels; it is released in any case.
static int hold(VipsImage *image, photo_image **held) {
  VipsImage *copy = vips_image_copy_memory(image);
  g_object_unref(image);
  *held = (photo_image *)copy;
  return copy ? 0 : -1;
}

// As `hold`, by this thread alone: one that the library starts would stay, and
// none may be there before `photo_confine`.
static int hold_alone(VipsImage *image, photo_image **held) {
  VipsRegion *region = vips_region_new(image);
  VipsRect all = {
      0, 0, vips_image_get_width(image), vips_image_get_height(image)};
  VipsImage *copy = NULL;
  if (!vips_region_prepare(region, &all)) {
    copy = vips_image_new_from_memory_copy(
        VIPS_REGION_ADDR_TOPLEFT(region), VIPS_IMAGE_SIZEOF_IMAGE(image),
        all.width, all.height, vips_image_get_bands(image),
        vips_image_get_format(image));
  }
  g_object_unref(region);
  g_object_unref(image);
  *held = (photo_image *)copy;
  return copy ? 0 : -1;
}

int photo_fit(
    const photo_image *image, int width, int height, photo_image **fitted) {
  double across = (double)width / photo_image_width(image);
  double down = (double)height / photo_image_height(image);
  double least = MIN(across, down), most = MAX(across, down);
  VipsImage *scaled, *exact;
  if (vips_resize(vips(image), &scaled, 3 * least >= 2 * most ? most : least, NULL))
    return -1;
  int status = vips_embed(
      scaled, &exact, (width - vips_image_get_width(scaled)) / 2,
      (height - vips_image_get_height(scaled)) / 2, width, height, NULL);
  g_object_unref(scaled);
  return status ? -1 : hold(exact, fitted);
}

// MARK: Aligning

enum { across = 256, down = 192 };

static VipsImage *small_and_grey(const photo_image *image) {
  VipsImage *small, *grey;
  if (vips_resize(
          vips(image), &small, (double)across / photo_image_width(image),
          "vscale", (double)down / photo_image_height(image), NULL))
    return NULL;
  int status = vips_colourspace(small, &grey, VIPS_INTERPRETATION_B_W, NULL);
  g_object_unref(small);
  photo_image *held;
  return status || hold(grey, &held) ? NULL : vips(held);
}

int photo_compare(
    const photo_image *image, const photo_image *other, int *right, int *below,
    double *sureness) {
  VipsImage *one = small_and_grey(image), *two = small_and_grey(other);
  VipsImage *likeness = NULL;
  int x = 0, y = 0;
  // Of two that are equal the library makes nothing sure (libvips 8.14).
  if (one && two && VIPS_IMAGE_SIZEOF_IMAGE(one) == VIPS_IMAGE_SIZEOF_IMAGE(two) &&
      !memcmp(one->data, two->data, VIPS_IMAGE_SIZEOF_IMAGE(one))) {
    *right = *below = 0;
    *sureness = G_MAXDOUBLE;
    g_object_unref(one);
    g_object_unref(two);
    return 0;
  }
  int status =
      !one || !two || vips_phasecor(two, one, &likeness, NULL) ||
      vips_max(likeness, sureness, "x", &x, "y", &y, NULL);
  VIPS_UNREF(one);
  VIPS_UNREF(two);
  VIPS_UNREF(likeness);
  if (status) return -1;
  // What is beyond the middle is a move the other way.
  if (x > across / 2) x -= across;
  if (y > down / 2) y -= down;
  *right = x * photo_image_width(image) / across;
  *below = y * photo_image_height(image) / down;
  return 0;
}

int photo_move(
    const photo_image *image, int right, int below, photo_image **moved) {
  VipsImage *embedded;
  if (vips_embed(
          vips(image), &embedded, right, below, photo_image_width(image),
          photo_image_height(image), "extend", VIPS_EXTEND_MIRROR, NULL))
    return -1;
  return hold(embedded, moved);
}

// MARK: Labels

enum { font_size = 48 };

int photo_write(const char *text, photo_image **written) {
  vips_error_clear();
  char *plain = g_markup_escape_text(text, -1);
  VipsImage *image;
  int status =
      vips_text(&image, plain, "font", "sans bold 48px", "dpi", 72, NULL);
  g_free(plain);
  return status ? -1 : hold_alone(image, written);
}

// The picture with a colour where a mask is.
static VipsImage *coloured(
    VipsImage *image, VipsImage *mask, int left, int top, double shade) {
  VipsImage *place, *paint, *result;
  if (vips_embed(
          mask, &place, left, top, vips_image_get_width(image),
          vips_image_get_height(image), NULL))
    return NULL;
  double shades[] = {shade, shade, shade};
  paint = vips_image_new_from_image(image, shades, 3);
  int status = !paint || vips_ifthenelse(
                             place, paint, image, &result, "blend", TRUE, NULL);
  g_object_unref(place);
  VIPS_UNREF(paint);
  return status ? NULL : result;
}

int photo_pad(
    const photo_image *written, int width, int height, photo_image **padded) {
  VipsImage *embedded;
  if (vips_embed(
          vips(written), &embedded, 0, height - photo_image_height(written),
          width, height, NULL))
    return -1;
  return hold_alone(embedded, padded);
}

int photo_label(
    const photo_image *image, const photo_image *written,
    photo_image **labelled) {
  int width = photo_image_width(image), height = photo_image_height(image);
  // A capital letter is three quarters of the font's size.
  double scale = MIN(
      height / 20.0 / (0.75 * font_size),
      width * 0.9 / photo_image_width(written));
  int blur = MAX(1, height / 200), margin = MAX(2, height / 30);
  VipsImage *text, *wide, *dark, *strong = NULL, *shadow = NULL;
  if (vips_resize(vips(written), &text, scale, NULL)) return -1;
  int left = margin, room = 4 * blur;
  int top = height - margin - vips_image_get_height(text);
  VipsImage *shaded = NULL, *done = NULL;
  if (!vips_embed(
          text, &wide, room, room, vips_image_get_width(text) + 2 * room,
          vips_image_get_height(text) + 2 * room, NULL)) {
    if (!vips_gaussblur(wide, &dark, blur, NULL)) {
      // Thin strokes would leave a faint shadow.
      if (!vips_linear1(dark, &strong, 2, 0, "uchar", TRUE, NULL)) {
        shadow = strong;
      }
      g_object_unref(dark);
    }
    g_object_unref(wide);
  }
  if (shadow) {
    shaded = coloured(vips(image), shadow, left - room, top - room, 0);
    g_object_unref(shadow);
  }
  if (shaded) {
    done = coloured(shaded, text, left, top, 255);
    g_object_unref(shaded);
  }
  g_object_unref(text);
  return done ? hold(done, labelled) : -1;
}

int photo_mix(
    const photo_image *one, const photo_image *other, photo_image **mixed) {
  VipsImage *sum, *half;
  if (vips_add(vips(one), vips(other), &sum, NULL)) return -1;
  int status = vips_linear1(sum, &half, 0.5, 0, "uchar", TRUE, NULL);
  g_object_unref(sum);
  return status ? -1 : hold(half, mixed);
}

// MARK: Joining

static int save(
    VipsImage *image, enum photo_film film, int quality, photo_bytes *joined) {
  void *bytes;
  size_t count;
  int status =
      film == photo_gif_film
          ? vips_gifsave_buffer(
                image, &bytes, &count, "effort", 3, "dither", 0.0,
                "interframe_maxerror", 8.0, NULL)
          : vips_webpsave_buffer(
                image, &bytes, &count, "Q", quality, "effort", 2, NULL);
  if (status) return -1;
  *joined = (photo_bytes){bytes, count};
  return 0;
}

int photo_join(
    const photo_bytes *files, const int *milliseconds, int count,
    enum photo_film film, int quality, photo_bytes *joined) {
  vips_error_clear();
  VipsImage **frames = g_new0(VipsImage *, count);
  int status = 0;
  // Each is decoded when its lines are asked for, one after another.
  for (int i = 0; i < count && !status; i++) {
    status = vips_jpegload_buffer(
        files[i].bytes, files[i].count, &frames[i], "access",
        VIPS_ACCESS_SEQUENTIAL, NULL);
  }
  VipsImage *column = NULL, *strip = NULL;
  if (!status) {
    int height = vips_image_get_height(frames[0]);
    status = vips_arrayjoin(frames, &column, count, "across", 1, NULL) ||
             vips_copy(column, &strip, NULL);
    if (!status) {
      vips_image_set_int(strip, VIPS_META_PAGE_HEIGHT, height);
      vips_image_set_int(strip, "loop", 0);
      vips_image_set_array_int(strip, "delay", milliseconds, count);
      status = save(strip, film, quality, joined);
    }
  }
  VIPS_UNREF(strip);
  VIPS_UNREF(column);
  for (int i = 0; i < count; i++) VIPS_UNREF(frames[i]);
  g_free(frames);
  return status ? -1 : 0;
}
