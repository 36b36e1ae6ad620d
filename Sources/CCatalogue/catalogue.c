#include "CCatalogue.h"

// 'make catalogue' writes the file from the lists beside it.
static const unsigned char image[] = {
#embed "../../Resources/catalogue.image"
};

const void *ccatalogue_image(void) { return image; }

size_t ccatalogue_image_size(void) { return sizeof image; }
