#include "protocol/fastcgi/record.h"

#include <doctest/doctest.h>

#include "protocol/fastcgi/records.h"

using namespace tern;
using namespace tern::fastcgi;
using namespace tern::fastcgi::test;

namespace {

// What the parser says of bytes that arrive in pieces of that size. Input that was not used is given again.
std::string read_all(Bytes bytes, size_t step_bytes) {
    RecordParser parser;
    std::string said;
    std::string held;
    RecordType open{};
    for (size_t at = 0; at < bytes.size();) {
        held += bytes.substr(at, step_bytes);
        at += step_bytes;
        for (;;) {
            const RecordStep step = parser.feed(held);
            if (step.state == RecordStep::State::failed) return said + "failed";
            if (step.state == RecordStep::State::piece) {
                if (open == RecordType{}) said += std::to_string(step.record.id) + ':';
                open = step.ends ? RecordType{} : step.record.type;
                said += std::string(step.piece) + (step.ends ? "|" : "");
            }
            held.erase(0, step.consumed);
            if (step.state == RecordStep::State::more) break;
        }
    }
    return said + (parser.between_records() && held.empty() ? "" : "...");
}

}  // namespace

TEST_CASE("fastcgi record: what it says does not depend on how the bytes are split") {
    const std::string bytes = begin(1, true) + record(RecordType::parameters, 1, "abc", 5) + input(1, {}) +
                              record(RecordType::input, 258, "xy", 255) + record(RecordType::get_values, 0, "v", 1);
    const std::string expected = read_all(bytes, bytes.size());
    CHECK(expected.find("1:abc|1:|258:xy|0:v|") != std::string::npos);
    for (size_t size = 1; size < bytes.size(); ++size) CHECK(read_all(bytes, size) == expected);
}

TEST_CASE("fastcgi record: a large record comes in pieces, one about a request's beginning comes whole") {
    RecordParser parser;
    const std::string large = record(RecordType::input, 1, std::string(65535, 'x'));
    RecordStep step = parser.feed(Bytes(large).substr(0, 100));
    CHECK(step.state == RecordStep::State::piece);
    CHECK(step.piece.size() == 92);
    CHECK(!step.ends);
    step = parser.feed(Bytes(large).substr(100));
    CHECK(step.piece.size() == 65535 - 92);
    CHECK(step.ends);
    step = parser.feed(Bytes(begin(1, false)).substr(0, 15));
    CHECK(step.state == RecordStep::State::more);
    CHECK(step.consumed == 0);
}

TEST_CASE("fastcgi record: what cannot be understood") {
    std::string version = input(1, "x");
    version[0] = 2;
    CHECK(read_all(version, 100) == "failed");
    CHECK(read_all(record(RecordType::begin_request, 1, "1234567"), 100) == "failed");
    CHECK(read_all(record(RecordType::begin_request, 1, "123456789"), 100) == "failed");
    CHECK(read_all(record(RecordType::get_values, 0, std::string(kMostWholeBytes, 'v')), 5000).starts_with("0:vv"));
    CHECK(read_all(record(RecordType::get_values, 0, std::string(kMostWholeBytes + 1, 'v')), 5000) == "failed");
}

TEST_CASE("fastcgi record: the end of a request's input") {
    RecordParser parser;
    CHECK(parser.end_of_input(input(1, {}), 1) == kRecordHeadBytes);
    CHECK(parser.end_of_input(input(1, {}), 2) == 0);
    CHECK(parser.end_of_input(input(1, "x"), 1) == 0);
    CHECK(parser.end_of_input(Bytes(input(1, {})).substr(0, 7), 1) == 0);
    const std::string padded = record(RecordType::parameters, 1, "a", 3);
    (void)parser.feed(Bytes(padded).substr(0, 9));
    CHECK(parser.end_of_input("ppp" + input(1, {}), 1) == kRecordHeadBytes + 3);
}

TEST_CASE("fastcgi record: a stream is as many records as it needs") {
    Buffer out;
    const std::string content(150'000, 'c');
    write_stream(out, RecordType::output, 7, content);
    write_stream(out, RecordType::output, 7, {});
    write_end_request(out, 7, 0x01020304, EndStatus::overloaded);
    CHECK(out.size() == content.size() + 3 * kRecordHeadBytes + 16);
    const Replies replies(out.view());
    CHECK(!replies.broken);
    CHECK(replies.of.at(7).output == content);
    CHECK(replies.of.at(7).status == 2);
    CHECK(out.view().ends_with(Bytes("\1\2\3\4\2\0\0\0", 8)));
}
