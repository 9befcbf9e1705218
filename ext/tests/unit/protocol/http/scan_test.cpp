#include "protocol/http/scan.h"

#include <doctest/doctest.h>

#include "outcome.h"

using namespace tern;
using namespace tern::http;

// Every byte at every place of runs shorter and longer than a vector: the fast way must stop where the table does.
TEST_CASE("scan: the fast way agrees with the table") {
    using Scan = const char* (*)(const char*, const char*);
    const std::pair<Scan, CharClass> scans[] = {
        {scan_token, kTokenChar}, {scan_target, kTargetChar}, {scan_value, kValueChar}};
    for (const auto& [scan, wanted] : scans) {
        int wrong = 0;
        for (size_t size : {1, 15, 16, 17, 33, 50}) {
            for (size_t place = 0; place < size; ++place) {
                for (int byte = 0; byte < 256; ++byte) {
                    std::string text(size, 'a');
                    text[place] = static_cast<char>(byte);
                    const test::Block block(text);
                    const char* at = block.view().data();
                    const bool allowed = is_in(static_cast<char>(byte), wanted);
                    if (scan(at, at + size) != at + (allowed ? size : place)) ++wrong;
                }
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("scan: a line ends at CR, LF or NUL") {
    int wrong = 0;
    for (size_t size : {1, 15, 16, 17, 33, 50}) {
        for (size_t place = 0; place < size; ++place) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string text(size, 'a');
                text[place] = static_cast<char>(byte);
                const test::Block block(text);
                const char* at = block.view().data();
                const bool ends = byte == '\r' || byte == '\n' || byte == '\0';
                if (scan_line(at, at + size) != at + (ends ? place : size)) ++wrong;
            }
        }
    }
    CHECK(wrong == 0);
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
