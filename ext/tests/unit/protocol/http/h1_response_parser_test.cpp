#include "protocol/http/h1_response_parser.h"

#include <doctest/doctest.h>

#include "outcome.h"

using namespace tern;
using namespace tern::http;
using tern::http::test::accepted;
using tern::http::test::bytes;

namespace {

constexpr SentRequest kGet;
constexpr SentRequest kHead{.is_head = true};
constexpr SentRequest kConnect{.is_connect = true};
constexpr SentRequest kUpgrade{.upgrades = true};

ReceivedHead parsed_response;

std::string response_outcome(Bytes input, SentRequest request = kGet, const HeadLimits& limits = {}) {
    return test::same_in_pieces(input.size(), [&](const std::vector<size_t>& cuts) {
        return test::parse_response(input, cuts, limits, request, parsed_response);
    });
}

// Parses `input`, which must be a whole head, and leaves the head with views into it.
const ReceivedHead& response_head_of(Bytes input, SentRequest request = kGet) {
    H1ResponseParser parser(H1ResponseParser::kUsualLimits);
    parser.reset(request);
    const ParseStep step = parser.feed(input, parsed_response);
    CHECK_MESSAGE(step.state == ParseStep::State::complete, input);
    CHECK(step.consumed == input.size());
    return parsed_response;
}

struct RefusedResponse {
    Bytes what;
    Bytes input;
    const char* reason;
};

void check_refused(const RefusedResponse& row, SentRequest request = kGet, const HeadLimits& limits = {}) {
    INFO(row.what);
    CHECK(response_outcome(row.input, request, limits) == std::string("failed 502 ") + row.reason);
}

#define RESPONSE(fields) "HTTP/1.1 200 OK\r\n" fields "\r\n"

}  // namespace

TEST_CASE("h1_response_parser: the parts of a head") {
    const Bytes input =
        "HTTP/1.1 404 Not \xc3\xa4\tFound\r\nServer: a\r\nX-Empty:\r\nX-Pad: \t v w \t\r\nServer: b\r\n\r\n";
    const ReceivedHead& head = response_head_of(input);
    CHECK(head.status == 404);
    CHECK(head.reason == "Not \xc3\xa4\tFound");
    CHECK(head.version == Version::http11);
    CHECK(head.raw == input);
    CHECK(head.field_count == 4);
    CHECK(head.fields[0].name == "Server");
    CHECK(head.fields[1].value.data() != nullptr);
    CHECK(head.fields[2].value == "v w");
    CHECK(head.fields[3].value == "b");
    CHECK_FALSE(head.interim());
    CHECK(accepted(response_outcome(input)));
}

TEST_CASE("h1_response_parser: status lines") {
    struct Row {
        Bytes line;
        int status;
        Bytes reason;
        bool http10;
    };
    const Row rows[] = {
        {"HTTP/1.1 200 OK", 200, "OK", false},
        {"HTTP/1.0 200 OK", 200, "OK", true},
        {"HTTP/1.9 200 OK", 200, "OK", false},
        {"HTTP/1.1 200 ", 200, "", false},
        {"HTTP/1.1 200", 200, "", false},
        {"HTTP/1.1 999 x", 999, "x", false},
        {"HTTP/1.1 100 Continue", 100, "Continue", false},
        {"HTTP/1.1 200  OK ", 200, "OK", false},
    };
    for (const Row& row : rows) {
        INFO(row.line);
        const std::string input = std::string(row.line) + "\r\n\r\n";
        const ReceivedHead& head = response_head_of(input);
        CHECK(head.status == row.status);
        CHECK(head.reason == row.reason);
        CHECK((head.version == Version::http10) == row.http10);
        CHECK(accepted(response_outcome(input)));
    }
}

TEST_CASE("h1_response_parser: status lines refused") {
    const char* no_line = "response without a status line (HTTP/0.9)";
    const char* no_version = "malformed HTTP version in the status line";
    const char* no_status = "status is not three digits";
    const RefusedResponse rows[] = {
        {"HTTP/0.9", "<html>", no_line},
        {"empty line first", "\r\nHTTP/1.1 200 OK\r\n\r\n", no_line},
        {"lower case", "http/1.1 200 OK\r\n\r\n", no_line},
        {"Shoutcast", "ICY 200 OK\r\n\r\n", no_line},
        {"TLS", bytes("\x15\x03\x01"), no_line},
        {"space first", " HTTP/1.1 200 OK\r\n\r\n", no_line},
        {"HTTP/2", "HTTP/2 200 \r\n\r\n", no_version},
        {"HTTP/2.0", "HTTP/2.0 200 OK\r\n\r\n", "HTTP version is not 1.x"},
        {"HTTP/0.9 named", "HTTP/0.9 200 OK\r\n\r\n", "HTTP version is not 1.x"},
        {"long minor", "HTTP/1.10 200 OK\r\n\r\n", no_version},
        {"sign", "HTTP/-1.1 200 OK\r\n\r\n", no_version},
        {"tab", "HTTP/1.1\t200 OK\r\n\r\n", no_version},
        {"no status", "HTTP/1.1\r\n\r\n", no_version},
        {"empty status", "HTTP/1.1 \r\n\r\n", no_status},
        {"two spaces", "HTTP/1.1  200 OK\r\n\r\n", no_status},
        {"two digits", "HTTP/1.1 20 OK\r\n\r\n", no_status},
        {"four digits", "HTTP/1.1 2000 OK\r\n\r\n", no_status},
        {"letters", "HTTP/1.1 2xx OK\r\n\r\n", no_status},
        {"negative", "HTTP/1.1 -20 OK\r\n\r\n", no_status},
        {"tab behind", "HTTP/1.1 200\tOK\r\n\r\n", no_status},
        {"below 100", "HTTP/1.1 099 OK\r\n\r\n", "status below 100"},
        {"zero", "HTTP/1.1 000 OK\r\n\r\n", "status below 100"},
        {"bare LF", "HTTP/1.1 200 OK\n\r\n", "bare LF in the status line"},
        {"bare LF, no reason", "HTTP/1.1 200\n\r\n", no_status},
        {"bare CR", "HTTP/1.1 200 O\rK\r\n\r\n", "bare CR in the status line"},
        {"CR CR LF", "HTTP/1.1 200 OK\r\r\n\r\n", "bare CR in the status line"},
        {"NUL", bytes("HTTP/1.1 200 O\0K\r\n\r\n"), "NUL in the status line"},
        {"control", "HTTP/1.1 200 O\x0bK\r\n\r\n", "control character in the status line"},
    };
    for (const RefusedResponse& row : rows) check_refused(row);
}

TEST_CASE("h1_response_parser: field lines refused") {
    const RefusedResponse rows[] = {
        {"obs-fold", RESPONSE("A: b\r\n c\r\n"), "folded field line"},
        {"first line folded", RESPONSE(" A: b\r\n"), "folded field line"},
        {"space before colon", RESPONSE("A : b\r\n"), "white space in or after a field name"},
        {"empty name", RESPONSE(": b\r\n"), "empty field name"},
        {"name no token", RESPONSE("A(b): c\r\n"), "invalid character in a field name"},
        {"no colon", RESPONSE("A\r\n"), "field line without a colon"},
        {"bare LF", RESPONSE("A: b\nC: d\r\n"), "bare LF in the head"},
        {"bare CR", RESPONSE("A: b\rSet-Cookie: c=d\r\n"), "bare CR in the head"},
        {"CR at the end", "HTTP/1.1 200 OK\r\nA: b\r\n\rx", "bare CR in the head"},
        {"LF at the end", "HTTP/1.1 200 OK\r\nA: b\r\n\n", "field line without a colon"},
        {"NUL", bytes(RESPONSE("A: b\0c\r\n")), "NUL in a field value"},
        {"control", RESPONSE("A: \x0b\r\n"), "control character in a field value"},
    };
    for (const RefusedResponse& row : rows) check_refused(row);
}

TEST_CASE("h1_response_parser: framing refused") {
    const RefusedResponse rows[] = {
        {"two lengths", RESPONSE("Content-Length: 1\r\nContent-Length: 2\r\n"), "differing Content-Lengths"},
        {"two lengths in a list", RESPONSE("Content-Length: 1, 2\r\n"), "differing Content-Lengths"},
        {"sign", RESPONSE("Content-Length: +1\r\n"), "invalid Content-Length"},
        {"negative", RESPONSE("Content-Length: -1\r\n"), "invalid Content-Length"},
        {"empty", RESPONSE("Content-Length: \r\n"), "invalid Content-Length"},
        {"2^63", RESPONSE("Content-Length: 9223372036854775808\r\n"), "invalid Content-Length"},
        {"chunked with length", RESPONSE("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
         "Transfer-Encoding and Content-Length"},
        {"length with chunked", RESPONSE("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"),
         "Transfer-Encoding and Content-Length"},
        {"chunked not last", RESPONSE("Transfer-Encoding: chunked, gzip\r\n"),
         "chunked is not the last transfer coding"},
        {"not chunked", RESPONSE("Transfer-Encoding: identity\r\n"), "chunked is not the last transfer coding"},
        {"another coding", RESPONSE("Transfer-Encoding: gzip, chunked\r\n"), "unknown transfer coding"},
        {"twice", RESPONSE("Transfer-Encoding: chunked, chunked\r\n"), "chunked appears twice"},
        {"1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding in HTTP/1.0"},
    };
    for (const RefusedResponse& row : rows) check_refused(row);
    check_refused(
        {"even for HEAD", RESPONSE("Content-Length: 1\r\nContent-Length: 2\r\n"), "differing Content-Lengths"}, kHead);
}

TEST_CASE("h1_response_parser: the end of the body") {
    struct Row {
        SentRequest request;
        Bytes line, fields;
        Framing framing;
        uint64_t length;
        bool keep_alive;
    };
    const Row rows[] = {
        {kGet, "HTTP/1.1 200 OK", "Content-Length: 5\r\n", Framing::length, 5, true},
        {kGet, "HTTP/1.1 200 OK", "Content-Length: 0\r\n", Framing::length, 0, true},
        {kGet, "HTTP/1.1 200 OK", "Content-Length: 5, 5\r\ncontent-length: 5\r\n", Framing::length, 5, true},
        {kGet, "HTTP/1.1 200 OK", "Content-Length: 5\r\nConnection: close\r\n", Framing::length, 5, false},
        {kGet, "HTTP/1.0 200 OK", "Content-Length: 5\r\n", Framing::length, 5, false},
        {kGet, "HTTP/1.0 200 OK", "Content-Length: 5\r\nConnection: Keep-Alive\r\n", Framing::length, 5, true},
        {kGet, "HTTP/1.1 200 OK", "Transfer-Encoding: Chunked\r\n", Framing::chunked, 0, true},
        {kGet, "HTTP/1.1 200 OK", "", Framing::close, 0, false},
        {kGet, "HTTP/1.1 200 OK", "Connection: keep-alive\r\n", Framing::close, 0, false},
        {kGet, "HTTP/1.1 205 Reset", "Content-Length: 1\r\n", Framing::length, 1, true},
        {kGet, "HTTP/1.1 600 Other", "Content-Length: 1\r\n", Framing::length, 1, true},
        {kGet, "HTTP/1.1 204 No Content", "Content-Length: 5\r\n", Framing::none, 0, true},
        {kGet, "HTTP/1.1 304 Not Modified", "Content-Length: 5\r\n", Framing::none, 0, true},
        {kGet, "HTTP/1.1 304 Not Modified", "Transfer-Encoding: chunked\r\n", Framing::none, 0, true},
        {kGet, "HTTP/1.1 103 Early Hints", "Content-Length: 5\r\n", Framing::none, 0, true},
        {kHead, "HTTP/1.1 200 OK", "Content-Length: 5\r\n", Framing::none, 0, true},
        {kHead, "HTTP/1.1 200 OK", "Transfer-Encoding: chunked\r\n", Framing::none, 0, true},
        {kHead, "HTTP/1.1 404 No", "Connection: close\r\n", Framing::none, 0, false},
        {kConnect, "HTTP/1.1 200 OK", "Content-Length: 5\r\n", Framing::none, 0, false},
        {kConnect, "HTTP/1.1 407 No", "Content-Length: 5\r\n", Framing::length, 5, true},
        {kConnect, "HTTP/1.1 100 Continue", "", Framing::none, 0, true},
        {kUpgrade, "HTTP/1.1 101 Switching", "Content-Length: 5\r\n", Framing::none, 0, false},
        {kUpgrade, "HTTP/1.1 200 OK", "Content-Length: 5\r\n", Framing::length, 5, true},
    };
    for (const Row& row : rows) {
        INFO(row.line, row.fields);
        const std::string input = std::string(row.line) + "\r\n" + std::string(row.fields) + "\r\n";
        const ReceivedHead& head = response_head_of(input, row.request);
        CHECK(head.framing == row.framing);
        CHECK(head.content_length == row.length);
        CHECK(head.keep_alive == row.keep_alive);
        CHECK(accepted(response_outcome(input, row.request)));
    }
}

TEST_CASE("h1_response_parser: 101 only if it was asked for") {
    const Bytes input = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
    check_refused({"101", input, "101 that was not asked for"});
    CHECK_FALSE(response_head_of(input, kUpgrade).interim());
    CHECK(response_head_of("HTTP/1.1 102 Processing\r\n\r\n").interim());
}

TEST_CASE("h1_response_parser: limits") {
    const HeadLimits small{.head_bytes = 64, .fields = 2};
    CHECK(accepted(response_outcome("HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n\r\n", kGet, small)));
    CHECK(accepted(response_outcome("HTTP/1.1 200 OK\r\nA: " + std::string(40, 'b') + "\r\n\r\n", kGet, small)));
    const std::string endless_reason = "HTTP/1.1 200 " + std::string(60, 'x');
    const std::string endless_value = "HTTP/1.1 200 OK\r\nA: " + std::string(60, 'b');
    const std::string one_too_many = "HTTP/1.1 200 OK\r\nA: " + std::string(41, 'b') + "\r\n\r\n";
    const RefusedResponse rows[] = {
        {"reason", endless_reason, "head too large"},
        {"value", endless_value, "head too large"},
        {"by one", one_too_many, "head too large"},
        {"fields", "HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\nE", "too many fields"},
    };
    for (const RefusedResponse& row : rows) check_refused(row, kGet, small);
    std::string input = "HTTP/1.1 200 OK\r\n";
    for (size_t i = 0; i < ReceivedHead::kMaxFields; ++i) input += "A: b\r\n";
    const HeadLimits limits{.fields = 1000};
    CHECK(accepted(test::parse_response(input + "\r\n", {}, limits, kGet, parsed_response)));
    CHECK(test::parse_response(input + "A: b\r\n\r\n", {}, limits, kGet, parsed_response) ==
          "failed 502 too many fields");
}

TEST_CASE("h1_response_parser: the response behind an interim one") {
    const Bytes first = "HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n";
    const Bytes second = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n";
    const std::string input = std::string(first) + std::string(second) + "abc";
    H1ResponseParser parser(H1ResponseParser::kUsualLimits);
    parser.reset(kHead);
    ParseStep step = parser.feed(input, parsed_response);
    CHECK(step.consumed == first.size());
    CHECK(parsed_response.interim());
    CHECK(parser.feed(input, parsed_response).consumed == first.size());
    parser.reset(kGet);
    step = parser.feed(Bytes(input).substr(first.size()), parsed_response);
    CHECK(step.consumed == second.size());
    CHECK(parsed_response.keep_alive);
    CHECK(parsed_response.content_length == 3);
    parser.reset(kGet);
    CHECK(parser.feed("x", parsed_response).state == ParseStep::State::failed);
    CHECK(parser.feed("xHTTP", parsed_response).state == ParseStep::State::failed);
}
