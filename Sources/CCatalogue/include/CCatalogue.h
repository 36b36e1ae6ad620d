#ifndef PLANTGUIDE_CCATALOGUE_H
#define PLANTGUIDE_CCATALOGUE_H

#include <stddef.h>

// The image of the bundled catalogue. It lies among the program's constants,
// so that only the pages that are read are ever loaded.
const void *_Nonnull ccatalogue_image(void);
size_t ccatalogue_image_size(void);

#endif
