#include "protocol/http/mime.h"

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

TEST_CASE("mime: changes of a program") {
    MediaTypes types;
    CHECK(types.find("a.HTML") == "text/html");
    CHECK_FALSE(types.has("moc"));
    types.set("MOC", "application/x-mocha");
    CHECK(types.has("moc"));
    CHECK(types.find("/x/a.Moc") == "application/x-mocha");
    types.set("html", "text/plain");
    CHECK(types.find("a.html") == "text/plain");
    CHECK(types.remove("html"));
    CHECK_FALSE(types.remove("html"));
    CHECK(types.find("a.html") == kDefaultMediaType);
    CHECK(types.find("a.css") == "text/css");
    types.add_table("# comment\ntext/x-one\tone uno # more\ntext/other css\n\nlonely\r\ntext/x-two two");
    CHECK(types.find("a.uno") == "text/x-one");
    CHECK(types.find("a.two") == "text/x-two");
    CHECK(types.find("a.css") == "text/css");
    CHECK(types.find("a.more") == kDefaultMediaType);
    CHECK(types.has("two"));
    CHECK(types.add("two", "text/x-2"));
    CHECK_FALSE(types.add("two", "text/x-3"));
    CHECK_FALSE(types.add("png", "text/x-3"));
    CHECK(types.find("a.two") == "text/x-2");
    CHECK(types.remove("one"));
    CHECK_FALSE(types.has("one"));
    size_t count = 0;
    types.each([](Bytes, Bytes, void* sum) { ++*static_cast<size_t*>(sum); }, &count);
    CHECK(count > 100);
}
