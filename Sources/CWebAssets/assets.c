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
static const unsigned char manifest_webmanifest[] = {
#embed "../../Resources/web/manifest.webmanifest"
};
static const unsigned char actions_js[] = {
#embed "../../Resources/web/actions.js"
};
static const unsigned char camera_js[] = {
#embed "../../Resources/web/camera.js"
};
static const unsigned char dom_js[] = {
#embed "../../Resources/web/dom.js"
};
static const unsigned char keys_js[] = {
#embed "../../Resources/web/keys.js"
};
static const unsigned char live_js[] = {
#embed "../../Resources/web/live.js"
};
static const unsigned char motion_js[] = {
#embed "../../Resources/web/motion.js"
};
static const unsigned char news_js[] = {
#embed "../../Resources/web/news.js"
};
static const unsigned char offline_js[] = {
#embed "../../Resources/web/offline.js"
};
static const unsigned char page_js[] = {
#embed "../../Resources/web/page.js"
};
static const unsigned char join_js[] = {
#embed "../../Resources/web/join.js"
};
static const unsigned char photos_js[] = {
#embed "../../Resources/web/photos.js"
};
static const unsigned char place_js[] = {
#embed "../../Resources/web/place.js"
};
static const unsigned char queue_js[] = {
#embed "../../Resources/web/queue.js"
};
static const unsigned char search_js[] = {
#embed "../../Resources/web/search.js"
};
static const unsigned char sheets_js[] = {
#embed "../../Resources/web/sheets.js"
};
// The worker begins with the queue, which pages have as a file of its own.
static const unsigned char service_worker_js[] = {
#embed "../../Resources/web/queue.js"
    ,
#embed "../../Resources/web/service-worker.js"
};

static const cwebassets_file files[] = {
    {"base.css", base_css, sizeof base_css},
    {"icons.svg", icons_svg, sizeof icons_svg},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"icon-180.png", icon_180_png, sizeof icon_180_png},
    {"icon-192.png", icon_192_png, sizeof icon_192_png},
    {"icon-512.png", icon_512_png, sizeof icon_512_png},
    {"manifest.webmanifest", manifest_webmanifest, sizeof manifest_webmanifest},
    {"actions.js", actions_js, sizeof actions_js},
    {"camera.js", camera_js, sizeof camera_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"keys.js", keys_js, sizeof keys_js},
    {"live.js", live_js, sizeof live_js},
    {"motion.js", motion_js, sizeof motion_js},
    {"news.js", news_js, sizeof news_js},
    {"offline.js", offline_js, sizeof offline_js},
    {"page.js", page_js, sizeof page_js},
    {"join.js", join_js, sizeof join_js},
    {"photos.js", photos_js, sizeof photos_js},
    {"place.js", place_js, sizeof place_js},
    {"queue.js", queue_js, sizeof queue_js},
    {"search.js", search_js, sizeof search_js},
    {"sheets.js", sheets_js, sizeof sheets_js},
    {"service-worker.js", service_worker_js, sizeof service_worker_js},
};

const cwebassets_file *cwebassets_files(void) { return files; }

size_t cwebassets_count(void) { return sizeof files / sizeof files[0]; }
