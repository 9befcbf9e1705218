#include "http/mime.h"

#include <doctest/doctest.h>

using namespace tern;
using namespace tern::http;

TEST_CASE("mime: by extension") {
    const std::pair<Bytes, Bytes> rows[] = {
        {"index.html", "text/html"},
        {"/var/www/App.JS", "text/javascript"},
        {"a.tar.gz", "application/gzip"},
        {".css", "text/css"},
        {"x.woff2", "font/woff2"},
        {"x.7z", "application/x-7z-compressed"},
        {"x.zst", "application/zstd"},
        {"x.Webmanifest", "application/manifest+json"},
        {"x.webmanifests", kDefaultMediaType},
        {"x.htmlx", kDefaultMediaType},
        {"x.ht", kDefaultMediaType},
        {"x.", kDefaultMediaType},
        {"html", kDefaultMediaType},
        {"dir.html/file", kDefaultMediaType},
        {"", kDefaultMediaType},
    };
    for (const auto& row : rows) {
        const auto& name = row.first;
        const auto& type = row.second;
        INFO(name);
        CHECK(media_type_of(name) == type);
    }
}
