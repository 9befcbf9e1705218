#include "protocol/http/h1_parser.h"

#include <doctest/doctest.h>

#include "outcome.h"

using namespace tern;
using namespace tern::http;
using tern::http::test::accepted;
using tern::http::test::bytes;

namespace {

RequestHead parsed_request;  // too large for a frame

std::string request_outcome(Bytes input, const HeadLimits& limits = {}) {
    return test::same_in_pieces(input.size(), [&](const std::vector<size_t>& cuts) {
        return test::parse_head(input, cuts, limits, parsed_request);
    });
}

// Parses `input`, which must be a whole head, and leaves the head with views into it.
const RequestHead& head_of(Bytes input) {
    H1Parser parser{HeadLimits{}};
    const ParseStep step = parser.feed(input, parsed_request);
    CHECK_MESSAGE(step.state == ParseStep::State::complete, input);
    CHECK(step.consumed == input.size());
    return parsed_request;
}

struct RefusedRequest {
    Bytes what;
    Bytes input;
    int status;
    const char* reason;
};

void check_refused(const RefusedRequest& row, const HeadLimits& limits = {}) {
    INFO(row.what);
    CHECK(request_outcome(row.input, limits) == "failed " + std::to_string(row.status) + " " + row.reason);
}

#define REQUEST(fields) "GET / HTTP/1.1\r\n" fields "\r\n"
#define WITH_HOST(fields) REQUEST("Host: a\r\n" fields)

}  // namespace

TEST_CASE("h1_parser: the parts of a head") {
    const Bytes input =
        "GET /a/b%20c?x=1&y=?2 HTTP/1.1\r\nHost: example.com:8080\r\nX-Empty:\r\nX-Pad: \t v w \t\r\n\r\n";
    const RequestHead& head = head_of(input);
    CHECK(head.method == "GET");
    CHECK(head.target == "/a/b%20c?x=1&y=?2");
    CHECK(head.path == "/a/b%20c");
    CHECK(head.query == "x=1&y=?2");
    CHECK(head.host == "example.com:8080");
    CHECK(head.raw == input);
    CHECK(head.version == Version::http11);
    CHECK(head.field_count == 3);
    CHECK(head.find("x-pad") == "v w");
    CHECK(head.find("x-empty").data() != nullptr);
    CHECK(head.find("x-empty").empty());
    CHECK(head.find("x-none").data() == nullptr);
    CHECK(head.keep_alive);
    CHECK_FALSE(head.chunked);
    CHECK_FALSE(head.has_content_length);
    CHECK(accepted(request_outcome(input)));
}

TEST_CASE("h1_parser: forms of the target") {
    struct Row {
        Bytes line, path, query, host;
    };
    const Row rows[] = {
        {"GET / HTTP/1.1", "/", "", "h"},
        {"GET /? HTTP/1.1", "/", "", "h"},
        {"GET //x?/?a HTTP/1.1", "//x", "/?a", "h"},
        {"GET /\xc3\xa4 HTTP/1.1", "/\xc3\xa4", "", "h"},
        {"GET /[\"<>\\^`{|}] HTTP/1.1", "/[\"<>\\^`{|}]", "", "h"},
        {"OPTIONS * HTTP/1.1", "*", "", "h"},
        {"GET http://other:81/p?q HTTP/1.1", "/p", "q", "other:81"},
        {"GET HTTPS://other HTTP/1.1", "/", "", "other"},
        {"GET http://[::1]:80?q=/ HTTP/1.1", "/", "q=/", "[::1]:80"},
        {"OPTIONS http://other HTTP/1.1", "/", "", "other"},
        {"m-search /x HTTP/1.1", "/x", "", "h"},
    };
    for (const Row& row : rows) {
        INFO(row.line);
        const std::string input = std::string(row.line) + "\r\nHost: h\r\n\r\n";
        const RequestHead& head = head_of(input);
        CHECK(head.path == row.path);
        CHECK(head.query == row.query);
        CHECK(head.host == row.host);
        CHECK(accepted(request_outcome(input)));
    }
}

TEST_CASE("h1_parser: request lines refused") {
    const RefusedRequest rows[] = {
        {"TLS", bytes("\x16\x03\x01"), 400, "TLS handshake on a plain-text port"},
        {"garbage", bytes("\0"), 400, "first byte cannot begin a method"},
        {"space first", " GET / HTTP/1.1\r\n", 400, "first byte cannot begin a method"},
        {"LF first", "\nGET / HTTP/1.1\r\n", 400, "bare LF before the request line"},
        {"CR first", "\rGET / HTTP/1.1\r\n", 400, "bare CR before the request line"},
        {"five empty lines", "\r\n\r\n\r\n\r\n\r", 400, "too many empty lines before the request line"},
        {"method", "G\"T / HTTP/1.1\r\n", 400, "invalid character in the method"},
        {"method only", "GET\r\n", 400, "invalid character in the method"},
        {"method 33", "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG", 501, "method too long"},
        {"HTTP/0.9", "GET /\r", 400, "request line without a version (HTTP/0.9)"},
        {"LF in line", "GET /\n", 400, "bare LF in the request line"},
        {"two spaces", "GET  ", 400, "empty request target"},
        {"fragment", "GET /a#b", 400, "fragment in the request target"},
        {"control", "GET /a\x01", 400, "invalid character in the request target"},
        {"DEL", "GET /a\x7f", 400, "invalid character in the request target"},
        {"NUL", bytes("GET /a\0"), 400, "invalid character in the request target"},
        {"tab", "GET\t/ HTTP/1.1\r\n", 400, "invalid character in the method"},
        {"tab in target", "GET /\tHTTP/1.1\r\n", 400, "invalid character in the request target"},
        {"space at end", "GET / HTTP/1.1 ", 400, "malformed HTTP version or end of the request line"},
        {"bare LF", "GET / HTTP/1.1\n", 400, "malformed HTTP version or end of the request line"},
        {"two targets", "GET / b", 400, "malformed HTTP version or end of the request line"},
        {"lower case", "GET / h", 400, "malformed HTTP version or end of the request line"},
        {"no minor", "GET / HTTP/1\r", 400, "malformed HTTP version or end of the request line"},
        {"long minor", "GET / HTTP/1.10", 400, "malformed HTTP version or end of the request line"},
        {"HTTP/2.0", "PRI * HTTP/2.0\r\n", 505, "HTTP version is not 1.x"},
        {"HTTP/0.9 named", "GET / HTTP/0.9\r\n", 505, "HTTP version is not 1.x"},
        {"CONNECT", "CONNECT a:1 HTTP/1.1\r\n", 501, "CONNECT is not served"},
        {"asterisk", "GET * HTTP/1.1\r\n", 400, "request target has no valid form"},
        {"two asterisks", "OPTIONS ** HTTP/1.1\r\n", 400, "request target has no valid form"},
        {"authority", "GET a:80 HTTP/1.1\r\n", 400, "request target has no valid form"},
        {"relative", "GET a/b HTTP/1.1\r\n", 400, "request target has no valid form"},
        {"scheme", "GET ftp://a/ HTTP/1.1\r\n", 400, "request target has no valid form"},
        {"no host", "GET http:///x HTTP/1.1\r\n", 400, "invalid authority in the request target"},
        {"user", "GET http://u@a/ HTTP/1.1\r\n", 400, "invalid authority in the request target"},
        {"port", "GET http://a:65536/ HTTP/1.1\r\n", 400, "invalid authority in the request target"},
    };
    for (const RefusedRequest& row : rows) check_refused(row);
}

TEST_CASE("h1_parser: field lines refused") {
    const RefusedRequest rows[] = {
        {"obs-fold", WITH_HOST("A: b\r\n c\r\n"), 400, "folded field line"},
        {"obs-fold with tab", WITH_HOST("A: b\r\n\tc\r\n"), 400, "folded field line"},
        {"first line folded", REQUEST(" Host: a\r\n"), 400, "folded field line"},
        {"space before colon", WITH_HOST("A : b\r\n"), 400, "white space in or after a field name"},
        {"tab before colon", WITH_HOST("A\t: b\r\n"), 400, "white space in or after a field name"},
        {"empty name", WITH_HOST(": b\r\n"), 400, "empty field name"},
        {"name no token", WITH_HOST("A(b): c\r\n"), 400, "invalid character in a field name"},
        {"name obs-text", WITH_HOST("A\xc3\xa4: c\r\n"), 400, "invalid character in a field name"},
        {"long name no token", WITH_HOST("Abcdefghijklmnopqrstuvwxyz@: c\r\n"), 400,
         "invalid character in a field name"},
        {"no colon", WITH_HOST("A\r\n"), 400, "field line without a colon"},
        {"LF in name", WITH_HOST("A\n"), 400, "field line without a colon"},
        {"bare LF", WITH_HOST("A: b\nC: d\r\n"), 400, "bare LF in the head"},
        {"bare LF far", WITH_HOST("A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\tb\nC: d\r\n"), 400,
         "bare LF in the head"},
        {"bare CR", WITH_HOST("A: b\rc\r\n"), 400, "bare CR in the head"},
        {"CR CR LF", WITH_HOST("A: b\r\r\n"), 400, "bare CR in the head"},
        {"CR at end", "GET / HTTP/1.1\r\nHost: a\r\n\rx", 400, "bare CR in the head"},
        {"LF at end", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400, "field line without a colon"},
        {"NUL", bytes(WITH_HOST("A: b\0c\r\n")), 400, "NUL in a field value"},
        {"control", WITH_HOST("A: \x0b\r\n"), 400, "control character in a field value"},
        {"DEL", WITH_HOST("A: bbbbbbbbbbbbbbbbbbbbbbbb\x7f\r\n"), 400, "control character in a field value"},
        {"no Host", REQUEST("A: b\r\n"), 400, "no Host"},
        {"no Host in absolute-form", "GET http://a/ HTTP/1.1\r\n\r\n", 400, "no Host"},
        {"two Hosts", REQUEST("Host: a\r\nhost: a\r\n"), 400, "more than one Host"},
        {"two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "more than one Host"},
        {"expectation", WITH_HOST("Expect: 200-ok\r\n"), 417, "unknown expectation"},
    };
    for (const RefusedRequest& row : rows) check_refused(row);
}

TEST_CASE("h1_parser: host values") {
    const auto request = [](Bytes host) { return "GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"; };
    for (Bytes host :
         {"a", "a.b", "a-b_c", "127.0.0.1:80", "[::]", "[::1]:80", "a:", "a:65535", "%61", "x.~!$&'()*+,;="}) {
        INFO(host);
        CHECK(accepted(request_outcome(request(host))));
    }
    for (Bytes host : {"",   ":80", "a b", "a/b",      "a@b",  "a:b", "a:80:80", "[]",  "[:]",     "[::1",     "[::1]x",
                       "%6", "%zz", "a?b", "\xc3\xa4", "a\\b", "a\"", "::1",     "<a>", "a:65536", "[::1%25x]"}) {
        INFO(host);
        CHECK(request_outcome(request(host)) == "failed 400 invalid Host");
    }
}

TEST_CASE("h1_parser: framing refused") {
    const RefusedRequest rows[] = {
        {"both", WITH_HOST("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400,
         "Transfer-Encoding and Content-Length"},
        {"both, other order", WITH_HOST("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"), 400,
         "Transfer-Encoding and Content-Length"},
        {"differing lines", WITH_HOST("Content-Length: 1\r\nContent-Length: 2\r\n"), 400, "differing Content-Lengths"},
        {"differing list", WITH_HOST("Content-Length: 1, 2\r\n"), 400, "differing Content-Lengths"},
        {"sign", WITH_HOST("Content-Length: +1\r\n"), 400, "invalid Content-Length"},
        {"negative", WITH_HOST("Content-Length: -1\r\n"), 400, "invalid Content-Length"},
        {"hex", WITH_HOST("Content-Length: 0x1\r\n"), 400, "invalid Content-Length"},
        {"empty", WITH_HOST("Content-Length: \r\n"), 400, "invalid Content-Length"},
        {"space inside", WITH_HOST("Content-Length: 1 2\r\n"), 400, "invalid Content-Length"},
        {"comma at end", WITH_HOST("Content-Length: 1,\r\n"), 400, "invalid Content-Length"},
        {"comma first", WITH_HOST("Content-Length: ,1\r\n"), 400, "invalid Content-Length"},
        {"2^63", WITH_HOST("Content-Length: 9223372036854775808\r\n"), 400, "invalid Content-Length"},
        {"2^64", WITH_HOST("Content-Length: 18446744073709551616\r\n"), 400, "invalid Content-Length"},
        {"2^64+1 digits", WITH_HOST("Content-Length: 184467440737095516170\r\n"), 400, "invalid Content-Length"},
        {"unknown alone", WITH_HOST("Transfer-Encoding: gzip\r\n"), 400, "chunked is not the last transfer coding"},
        {"identity", WITH_HOST("Transfer-Encoding: identity\r\n"), 400, "chunked is not the last transfer coding"},
        {"unknown, chunked", WITH_HOST("Transfer-Encoding: gzip, chunked\r\n"), 501, "unknown transfer coding"},
        {"two lines", WITH_HOST("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"), 501,
         "unknown transfer coding"},
        {"chunked, unknown", WITH_HOST("Transfer-Encoding: chunked, gzip\r\n"), 400,
         "chunked is not the last transfer coding"},
        {"chunked, identity", WITH_HOST("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"), 400,
         "chunked is not the last transfer coding"},
        {"twice", WITH_HOST("Transfer-Encoding: chunked, chunked\r\n"), 400, "chunked appears twice"},
        {"twice, two lines", WITH_HOST("Transfer-Encoding: chunked\r\ntransfer-encoding: CHUNKED\r\n"), 400,
         "chunked appears twice"},
        {"parameter", WITH_HOST("Transfer-Encoding: chunked;a=b\r\n"), 400, "chunked is not the last transfer coding"},
        {"prefix", WITH_HOST("Transfer-Encoding: xchunked\r\n"), 400, "chunked is not the last transfer coding"},
        {"quoted", WITH_HOST("Transfer-Encoding: \"chunked\"\r\n"), 400, "chunked is not the last transfer coding"},
        {"empty coding", WITH_HOST("Transfer-Encoding:\r\n"), 400, "empty transfer coding"},
        {"comma first", WITH_HOST("Transfer-Encoding: , chunked\r\n"), 400, "empty transfer coding"},
        {"comma at end", WITH_HOST("Transfer-Encoding: chunked,\r\n"), 400, "empty transfer coding"},
        {"1.0", "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "Transfer-Encoding in HTTP/1.0"},
    };
    for (const RefusedRequest& row : rows) check_refused(row);
}

TEST_CASE("h1_parser: framing accepted") {
    struct Row {
        Bytes fields;
        bool has_length;
        uint64_t length;
        bool chunked;
    };
    const Row rows[] = {
        {"", false, 0, false},
        {"Content-Length: 0\r\n", true, 0, false},
        {"content-length:5\r\n", true, 5, false},
        {"Content-Length: 5, 5\r\n", true, 5, false},
        {"Content-Length: 5\r\nContent-Length: 5\r\n", true, 5, false},
        {"Content-Length: 0005\r\n", true, 5, false},
        {"Content-Length: 9223372036854775807\r\n", true, 9223372036854775807u, false},
        {"Transfer-Encoding: chunked\r\n", false, 0, true},
        {"TRANSFER-ENCODING: Chunked \t\r\n", false, 0, true},
        {"Content-Lengthy: 1\r\nTransfer_Encoding: gzip\r\nXontent-Length: 3\r\n", false, 0, false},
    };
    for (const Row& row : rows) {
        INFO(row.fields);
        const std::string input = "POST / HTTP/1.1\r\nHost: a\r\n" + std::string(row.fields) + "\r\n";
        const RequestHead& head = head_of(input);
        CHECK(head.has_content_length == row.has_length);
        CHECK(head.content_length == row.length);
        CHECK(head.chunked == row.chunked);
        CHECK(accepted(request_outcome(input)));
    }
}

TEST_CASE("h1_parser: persistence, upgrade and expectation") {
    struct Row {
        Bytes version, fields;
        bool keep_alive, upgrade, expects;
    };
    const Row rows[] = {
        {"1.1", "", true, false, false},
        {"1.9", "", true, false, false},
        {"1.1", "Connection: close\r\n", false, false, false},
        {"1.1", "Connection: CLOSE\r\n", false, false, false},
        {"1.1", "Connection: foo , close,bar\r\n", false, false, false},
        {"1.1", "Connection: keep-alive\r\nConnection: close\r\n", false, false, false},
        {"1.1", "Connection: closed\r\n", true, false, false},
        {"1.1", "Connection: keep-alive, Upgrade\r\n", true, true, false},
        {"1.1", "Connection: ,\r\n", true, false, false},
        {"1.0", "", false, false, false},
        {"1.0", "Connection: Keep-Alive\r\n", true, false, false},
        {"1.0", "Connection: keep-alive, close\r\n", false, false, false},
        {"1.1", "Expect: 100-Continue\r\nContent-Length: 1\r\n", true, false, true},
        {"1.1", "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n", true, false, true},
        {"1.1", "Expect: 100-continue\r\n", true, false, false},
        {"1.0", "Expect: 100-continue\r\nContent-Length: 1\r\n", false, false, false},
    };
    for (const Row& row : rows) {
        INFO(row.version, row.fields);
        const std::string input =
            "POST / HTTP/" + std::string(row.version) + "\r\nHost: a\r\n" + std::string(row.fields) + "\r\n";
        const RequestHead& head = head_of(input);
        CHECK(head.keep_alive == row.keep_alive);
        CHECK(head.upgrade == row.upgrade);
        CHECK(head.expect_continue == row.expects);
        CHECK((head.version == Version::http10) == (row.version == "1.0"));
        CHECK(accepted(request_outcome(input)));
    }
}

TEST_CASE("h1_parser: limits answer where they are crossed") {
    const HeadLimits small{.target_bytes = 8, .head_bytes = 64, .fields = 2};
    CHECK(accepted(request_outcome("GET /234567? HTTP/1.0\r\n\r\n", {.target_bytes = 9})));
    CHECK(accepted(request_outcome("GET /2345678 HTTP/1.0\r\n\r\n", small)));
    CHECK(accepted(request_outcome("GET / HTTP/1.0\r\nA: b\r\nC: d\r\n\r\n", small)));
    CHECK(accepted(request_outcome("GET / HTTP/1.0\r\nA: " + std::string(41, 'b') + "\r\n\r\n", small)));
    CHECK(accepted(request_outcome("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF / HTTP/1.0\r\n\r\n", small)));
    const std::string long_field = "GET / HTTP/1.0\r\nA: " + std::string(45, 'b');
    const std::string one_too_many = "GET / HTTP/1.0\r\nA: " + std::string(42, 'b') + "\r\n\r\n";
    const RefusedRequest rows[] = {
        {"target", "GET /23456789", 414, "request target too long"},
        {"bad byte behind the limit", "GET /23456789\x01", 414, "request target too long"},
        {"head", long_field, 431, "head too large"},
        {"head by one", one_too_many, 431, "head too large"},
        {"fields", "GET / HTTP/1.0\r\nA: b\r\nC: d\r\nE", 431, "too many fields"},
    };
    for (const RefusedRequest& row : rows) check_refused(row, small);
    CHECK(request_outcome("GET /23456789", {.target_bytes = 100, .head_bytes = 10}) ==
          "failed 414 request target too long");
}

TEST_CASE("h1_parser: the hard end of fields") {
    std::string input = "GET / HTTP/1.0\r\n";
    for (size_t i = 0; i < RequestHead::kMaxFields; ++i) input += "A: b\r\n";
    const HeadLimits limits{.fields = 1000};
    CHECK(accepted(test::parse_head(input + "\r\n", {}, limits, parsed_request)));
    CHECK(test::parse_head(input + "A: b\r\n\r\n", {}, limits, parsed_request) == "failed 431 too many fields");
}

TEST_CASE("h1_parser: empty lines before, the next request behind") {
    const std::string request = WITH_HOST("");
    const std::string input = "\r\n\r\n" + request + "GET /next HTTP/1.1\r\n";
    H1Parser parser{HeadLimits{}};
    ParseStep step = parser.feed(input, parsed_request);
    CHECK(step.state == ParseStep::State::complete);
    CHECK(step.consumed == request.size() + 4);
    CHECK(parsed_request.raw == request);
    CHECK(parser.feed(input, parsed_request).consumed == step.consumed);
    parser.reset();
    step = parser.feed(Bytes(input).substr(step.consumed), parsed_request);
    CHECK(step.state == ParseStep::State::need_more);
    CHECK(accepted(request_outcome("\r\n\r\n\r\n\r\n" + request)));
}

TEST_CASE("h1_parser: reset forgets the request before") {
    H1Parser parser{HeadLimits{}};
    const Bytes first =
        "POST http://a/?q HTTP/1.0\r\nHost: b\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
        "Connection: keep-alive, upgrade\r\n\r\n";
    CHECK(parser.feed(first, parsed_request).state == ParseStep::State::complete);
    parser.reset();
    const Bytes second = "GET / HTTP/1.1\r\nHost: c\r\n\r\n";
    CHECK(parser.feed(second, parsed_request).state == ParseStep::State::complete);
    CHECK(test::text_of(parsed_request) == "[GET][/][/]-[c] v1 length - 1 0 0 0[Host][c][" + std::string(second) + "]");
    parser.reset();
    CHECK(parser.feed("\n", parsed_request).state == ParseStep::State::failed);
    CHECK(parser.feed("\nGET", parsed_request).state == ParseStep::State::failed);
    parser.reset();
    CHECK(parser.feed("GET", parsed_request).state == ParseStep::State::need_more);
}

TEST_CASE("h1_parser: a buffer that stays in place") {
    const Bytes input = "GET /p?q HTTP/1.1\r\nHost: example.org\r\nA: b\r\n\r\n";
    H1Parser parser{HeadLimits{}};
    for (size_t size = 0; size < input.size(); ++size) {
        CHECK(parser.feed(input.substr(0, size), parsed_request).state == ParseStep::State::need_more);
    }
    CHECK(parser.feed(input, parsed_request).consumed == input.size());
    CHECK(test::views_inside(parsed_request, input));
    CHECK(parsed_request.host == "example.org");
}
