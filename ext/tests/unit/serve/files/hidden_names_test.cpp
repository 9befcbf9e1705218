#include <doctest/doctest.h>

#include "serve/files/static_files.h"

using tern::serve::HiddenNames;

TEST_CASE("hidden names: a pattern with a slash in front is for a path from the root on") {
    const HiddenNames hidden(false, {"/vendor", "*.sql", "/data/*.csv"});
    for (const char* path :
         {"/vendor", "/VENDOR/autoload.php", "/vendor/", "/x/dump.SQL", "/data/a.csv", "/data/a.csv/b"}) {
        CAPTURE(path);
        CHECK(hidden.in_path(path));
    }
    for (const char* path :
         {"/", "/vendors", "/js/vendor/x.js", "/data/x/a.csv", "/data", "/a.csv", "/.env", "/index.php"}) {
        CAPTURE(path);
        CHECK_FALSE(hidden.in_path(path));
    }
    CHECK_FALSE(hidden.has("vendor"));
    CHECK(hidden.has("a.sql"));
}

TEST_CASE("hidden names: paths beside the usual names") {
    const HiddenNames hidden(true, {"/vendor"});
    CHECK(hidden.in_path("/.env"));
    CHECK(hidden.in_path("/index.php"));
    CHECK(hidden.in_path("/vendor/x.js"));
    CHECK_FALSE(hidden.in_path("/js/vendor/x.js"));
}
