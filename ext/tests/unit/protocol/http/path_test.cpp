#include <doctest/doctest.h>

#include "protocol/http/uri.h"

using namespace tern;
using namespace tern::http;

namespace {

// "-" for what is refused.
std::string normal(Bytes path) {
    std::string into = "left over";
    return normalize_path(path, into) ? into : "-";
}

std::string encoded(Bytes path) {
    std::string into;
    append_encoded_path(into, path);
    return into;
}

}  // namespace

TEST_CASE("path: normal form") {
    const std::pair<Bytes, Bytes> rows[] = {
        {"/", "/"},
        {"/a", "/a"},
        {"/a/b.txt", "/a/b.txt"},
        {"/a/", "/a/"},
        {"//a", "/a"},
        {"///a//b///", "/a/b/"},
        {"/.", "/"},
        {"/./a", "/a"},
        {"/a/.", "/a/"},
        {"/a/./b", "/a/b"},
        {"/a/..", "/"},
        {"/a/../", "/"},
        {"/a/../b", "/b"},
        {"/a/b/../../c", "/c"},
        {"/a/b/..", "/a/"},
        {"/a/%2e%2e/b", "/b"},
        {"/a/%2E/b", "/a/b"},
        {"/a%20b", "/a b"},
        {"/%C3%A9", "/\xC3\xA9"},
        {"/%41", "/A"},
        {"/%2541", "/%41"},
        {"/...", "/..."},
        {"/..a", "/..a"},
        {"/a..", "/a.."},
        {"/.well-known/x", "/.well-known/x"},
        {"/a?b", "/a?b"},
    };
    for (const auto& row : rows) {
        INFO(row.first);
        CHECK(normal(row.first) == row.second);
    }
}

TEST_CASE("path: what names no file") {
    for (Bytes path :
         {Bytes(""),         Bytes("*"),          Bytes("a"),       Bytes("/.."),       Bytes("/../a"),
          Bytes("/a/../.."), Bytes("/a/../../b"), Bytes("/%2e%2e"), Bytes("/%2e%2e/a"), Bytes("/.%2e/a"),
          Bytes("/%2e./a"),  Bytes("/a%2fb"),     Bytes("/a%2Fb"),  Bytes("/..%2f"),    Bytes("/a%00"),
          Bytes("/%00"),     Bytes("/a%5c"),      Bytes("/a\\b"),   Bytes("/..\\a"),    Bytes("/..%5ca"),
          Bytes("/%"),       Bytes("/%2"),        Bytes("/%zz"),    Bytes("/%0a"),      Bytes("/a%0d"),
          Bytes("/%7f"),     Bytes("/%1f"),       Bytes("/a\tb"),   Bytes("/a/%"),      Bytes("/%u0041")}) {
        INFO(path);
        CHECK(normal(path) == "-");
    }
}

TEST_CASE("path: encoding") {
    CHECK(encoded("/a b/c") == "/a%20b/c");
    CHECK(encoded("/\xC3\xA9?#%") == "/%C3%A9%3F%23%25");
    CHECK(encoded("/a\"<>'&") == "/a%22%3C%3E%27%26");
    CHECK(encoded("/a-b_c.d~e") == "/a-b_c.d~e");
}

TEST_CASE("path: hidden") {
    for (Bytes path : {Bytes("/.git"), Bytes("/.git/config"), Bytes("/a/.env"), Bytes("/.well-known/.x"), Bytes("/..."),
                       Bytes("/a/.well-known/x"), Bytes("/.well-known")}) {
        INFO(path);
        CHECK(has_hidden_segment(path));
    }
    for (Bytes path : {Bytes("/"), Bytes("/a.b"), Bytes("/a./b"), Bytes("/.well-known/acme-challenge/x")}) {
        INFO(path);
        CHECK_FALSE(has_hidden_segment(path));
    }
}
