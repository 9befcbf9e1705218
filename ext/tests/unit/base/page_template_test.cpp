#include "base/page_template.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <string>

using namespace tern;

TEST_CASE("page template: blocks begin with its bytes, and change apart") {
    std::string bytes(3 * 4096 + 100, 'a');
    bytes[5000] = 'b';
    PageTemplate pages;
    pages.set(bytes);
    CHECK(pages.size() == bytes.size());
    char* one = pages.make_block();
    char* other = pages.make_block();
    CHECK(Bytes(one, bytes.size()) == bytes);
    one[0] = one[5000] = one[bytes.size() - 1] = 'x';
    CHECK(Bytes(other, bytes.size()) == bytes);
    CHECK(one[5000] == 'x');
    char* third = pages.make_block();
    CHECK(Bytes(third, bytes.size()) == bytes);
    for (char* block : {one, other, third}) std::free(block);
}

TEST_CASE("page template: its bytes may change") {
    PageTemplate pages;
    pages.set(std::string(4096, 'a'));
    char* before = pages.make_block();
    pages.set("short");
    char* after = pages.make_block();
    CHECK(Bytes(before, 4096) == std::string(4096, 'a'));
    CHECK(Bytes(after, 5) == "short");
    std::free(before);
    std::free(after);
}
