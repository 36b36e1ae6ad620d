#include "CWebAssets.h"

static const unsigned char base_css[] = {
#embed "../../Resources/web/base.css"
};
static const unsigned char icons_svg[] = {
#embed "../../Resources/web/icons.svg"
};
static const unsigned char icon_svg[] = {
#embed "../../Resources/web/icon.svg"
};
static const unsigned char icon_180_png[] = {
#embed "../../Resources/web/icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "../../Resources/web/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "../../Resources/web/icon-512.png"
};
static const unsigned char page_js[] = {
#embed "../../Resources/web/page.js"
};
static const unsigned char join_js[] = {
#embed "../../Resources/web/join.js"
};

static const cwebassets_file files[] = {
    {"base.css", base_css, sizeof base_css},
    {"icons.svg", icons_svg, sizeof icons_svg},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"icon-180.png", icon_180_png, sizeof icon_180_png},
    {"icon-192.png", icon_192_png, sizeof icon_192_png},
    {"icon-512.png", icon_512_png, sizeof icon_512_png},
    {"page.js", page_js, sizeof page_js},
    {"join.js", join_js, sizeof join_js},
};

const cwebassets_file *cwebassets_files(void) { return files; }

size_t cwebassets_count(void) { return sizeof files / sizeof files[0]; }
