#include "protocol/http/scan.h"

#include <doctest/doctest.h>

#include "outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

using Scan = const char* (*)(const char*, const char*);

// Every byte at every place of runs shorter and longer than a vector: in how many the fast way does not stop where it
// is to.
template <class IsAllowed>
int wrong_stops(Scan scan, IsAllowed is_allowed) {
    int wrong = 0;
    for (size_t size : {1, 15, 16, 17, 33, 50}) {
        for (size_t place = 0; place < size; ++place) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string text(size, 'a');
                text[place] = static_cast<char>(byte);
                const test::Block block(text);
                const char* at = block.view().data();
                if (scan(at, at + size) != at + (is_allowed(static_cast<char>(byte)) ? size : place)) ++wrong;
            }
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("scan: the fast way agrees with the table") {
    const std::pair<Scan, CharClass> scans[] = {
        {scan_token, kTokenChar}, {scan_target, kTargetChar}, {scan_value, kValueChar}};
    for (const auto& one : scans) CHECK(wrong_stops(one.first, [&one](char c) { return is_in(c, one.second); }) == 0);
}

TEST_CASE("scan: a line ends at CR, LF or NUL") {
    CHECK(wrong_stops(scan_line, [](char c) { return c != '\r' && c != '\n' && c != '\0'; }) == 0);
}

TEST_CASE("scan: what the classes hold") {
    struct Row {
        CharClass wanted;
        int count;
        const char* in;
        const char* out;
    };
    const Row rows[] = {
        {kTokenChar, 77, "!#$%&'*+-.^_`|~azAZ09", "\"(),/:;<=>?@[\\]{} \t\x7f\x80"},
        {kTargetChar, 94 - 1 + 128, "/?%:@[]\"\x80\xff", "# \t\r\n\x7f\x01"},
        {kValueChar, 95 + 1 + 128, " \t\"\x80\xff~", "\r\n\x01\x0b\x1f\x7f"},
    };
    for (const Row& row : rows) {
        int count = 0;
        for (int byte = 0; byte < 256; ++byte) count += is_in(static_cast<char>(byte), row.wanted) ? 1 : 0;
        CHECK(count == row.count);
        CHECK(all_in(row.in, row.wanted));
        for (const char* c = row.out; *c != '\0'; ++c) CHECK_FALSE(is_in(*c, row.wanted));
        CHECK_FALSE(is_in('\0', row.wanted));
    }
}
