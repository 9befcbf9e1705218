#include "serve/files/hidden_names.h"

#include <doctest/doctest.h>

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

TEST_CASE("hidden names: a script may have the name of a program, but its folders may not") {
    const HiddenNames hidden(true, {"*.sql.php", "/upload/*.php"});
    for (const char* path : {"/index.php", "/a/b.php", "/.well-known/a.php", "/vendor.php", "/upload/a/b.php"}) {
        CAPTURE(path);
        CHECK_FALSE(hidden.script_in_path(path));
    }
    for (const char* path : {"/.a.php", "/.git/a.php", "/a.php/b.php", "/x.old/a.php", "/js/Vendor/a.php",
                             "/node_modules/a.php", "/dump.sql.php", "/upload/a.php"}) {
        CAPTURE(path);
        CHECK(hidden.script_in_path(path));
    }
}

TEST_CASE("hidden names: the first folder of a path that is hidden") {
    const HiddenNames hidden(true, {"private", "/data/*/raw"});
    const auto folder = [&hidden](Bytes path) {
        return path.substr(0, std::min(hidden.first_folder(path), path.size()));
    };
    CHECK(folder("/a/.git/b/.x") == "/a/.git");
    CHECK(folder("/a/Private/b") == "/a/Private");
    CHECK(folder("/data/one/raw/two") == "/data/one/raw");
    CHECK(folder("/.git/") == "/.git");
    for (const Bytes path : {"/a/b/.x", "/private", "/data/one/two/raw/x", "/x/data/one/raw/y", "/", ""}) {
        CAPTURE(path);
        CHECK(hidden.first_folder(path) == Bytes::npos);
    }
}
