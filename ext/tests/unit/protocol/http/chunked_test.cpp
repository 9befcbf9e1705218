#include "protocol/http/chunked.h"

#include <doctest/doctest.h>

#include "outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

std::string decode(Bytes input) {
    return test::same_in_pieces(input.size(),
                                [&](const std::vector<size_t>& cuts) { return test::decode_chunked(input, cuts); });
}

struct ChunkedRow {
    Bytes what;
    Bytes input;
    Bytes outcome;
};

}  // namespace

TEST_CASE("chunked: accepted") {
    const ChunkedRow rows[] = {
        {"empty", "0\r\n\r\n", "done 5[]"},
        {"one", "5\r\nhello\r\n0\r\n\r\n", "done 15[hello]"},
        {"two", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "done 20[abcde]"},
        {"next request behind", "1\r\na\r\n0\r\n\r\nGET", "done 11[a]"},
        {"hex, both cases", "A\r\n0123456789\r\nb\r\n01234567890\r\n000\r\n\r\n", "done 38[012345678901234567890]"},
        {"data looks like framing", "4\r\n\r\n0\r\r\n0\r\n\r\n", "done 14[\r\n0\r]"},
        {"extensions", "1;a=b;c=\"d;e\"\r\nx\r\n0;f\r\n\r\n", "done 25[x]"},
        {"space before extension", "1 \t;a\r\nx\r\n0\r\n\r\n", "done 15[x]"},
        {"space within extensions", "1;\ta =\t\"\" ; b= c\t;d\r\nx\r\n0\r\n\r\n", "done 29[x]"},
        {"quoted extension", "1;a=\"\\\"\\\\;=\t\x80\"\r\nx\r\n0\r\n\r\n", "done 24[x]"},
        {"trailers", "0\r\nA: b \r\nX-Y:\r\n\r\n", "done 18[][A][b][X-Y][]"},
        {"forbidden trailers", "0\r\nHost: b\r\nContent-LENGTH: 1\r\nA: b\r\nTransfer-Encoding: x\r\n\r\n",
         "done 61[][A][b]"},
        {"16 digits", "0000000000000001\r\nx\r\n0\r\n\r\n", "done 26[x]"},
        {"unfinished", "2\r\nx", "more[x]"},
    };
    for (const ChunkedRow& row : rows) {
        INFO(row.what);
        CHECK(decode(row.input) == row.outcome);
    }
}

TEST_CASE("chunked: refused") {
    const ChunkedRow rows[] = {
        {"no size", "\r\n", "failed 400 chunk without a size"},
        {"extension only", ";a\r\n", "failed 400 chunk without a size"},
        {"sign", "+1\r\n", "failed 400 chunk without a size"},
        {"space first", " 1\r\n", "failed 400 chunk without a size"},
        {"0x", "0x1\r\n", "failed 400 invalid character in a chunk size"},
        {"no hex", "1g\r\n", "failed 400 invalid character in a chunk size"},
        {"LF only", "1\nx", "failed 400 invalid character in a chunk size"},
        {"CR only", "1\rx", "failed 400 bare CR in a chunk size line"},
        {"space at end", "1 \r\nx", "failed 400 white space in a chunk size"},
        {"space inside", "1 2\r\n", "failed 400 white space in a chunk size"},
        {"extension without a name", "1;\r\n", "failed 400 malformed chunk extension"},
        {"second extension without a name", "1;a;\r\n", "failed 400 malformed chunk extension"},
        {"extension that begins with '='", "1;=a\r\n", "failed 400 malformed chunk extension"},
        {"extension with no token for a name", "1;a[=b\r\n", "failed 400 malformed chunk extension"},
        {"extension with a quoted name", "1;\"a\"\r\n", "failed 400 malformed chunk extension"},
        {"extension without a value", "1;a=\r\n", "failed 400 malformed chunk extension"},
        {"extension with two values", "1;a=b=c\r\n", "failed 400 malformed chunk extension"},
        {"extension with space in its name", "1;a b\r\n", "failed 400 malformed chunk extension"},
        {"space at the end of an extension", "1;a \r\n", "failed 400 malformed chunk extension"},
        {"quoted extension without an end", "1;a=\"b\r\n", "failed 400 malformed chunk extension"},
        {"quoted extension that ends escaped", "1;a=\"b\\\r\n", "failed 400 malformed chunk extension"},
        {"text behind a quoted extension", "1;a=\"b\"c\r\n", "failed 400 malformed chunk extension"},
        {"LF in extension", "1;a\nx", "failed 400 invalid character in a chunk extension"},
        {"CR in extension", "1;a\rb\r\n", "failed 400 bare CR in a chunk size line"},
        {"control in extension", "1;\x01", "failed 400 invalid character in a chunk extension"},
        {"2^63", "8000000000000000\r\n", "failed 400 chunk size overflows"},
        {"17 digits", "00000000000000001\r\n", "failed 400 chunk size has too many digits"},
        {"data too long", "1\r\nxy\r\n", "failed 400 chunk data is longer than its size"},
        {"LF behind data", "1\r\nx\n", "failed 400 chunk data is longer than its size"},
        {"CR behind data", "1\r\nx\r0\r\n", "failed 400 no CRLF behind chunk data"},
        {"LF at end", "0\r\n\n", "failed 400 invalid trailer field name"},
        {"CR at end", "0\r\n\rx", "failed 400 bare CR in the trailers"},
        {"folded trailer", "0\r\nA: b\r\n c\r\n\r\n", "failed 400 invalid trailer field name"},
        {"space before colon", "0\r\nA : b\r\n\r\n", "failed 400 invalid trailer field name"},
        {"no colon", "0\r\nA\r\n\r\n", "failed 400 invalid trailer field name"},
        {"no name", "0\r\n: b\r\n\r\n", "failed 400 invalid trailer field name"},
        {"LF in trailer", "0\r\nA: b\n", "failed 400 control character in a trailer field"},
        {"CR in trailer", "0\r\nA: b\rc", "failed 400 bare CR in the trailers"},
        {"NUL in trailer", Bytes("0\r\nA: \0\r\n\r\n", 11), "failed 400 control character in a trailer field"},
    };
    for (const ChunkedRow& row : rows) {
        INFO(row.what);
        CHECK(decode(row.input) == row.outcome);
    }
}

TEST_CASE("chunked: limits") {
    const auto extended = [](size_t size) { return "1;" + std::string(size - 1, 'e') + "\r\nx\r\n"; };
    CHECK(decode(extended(256) + "0\r\n\r\n").starts_with("done "));
    CHECK(decode(extended(257)) == "failed 400 chunk extension too long");
    std::string body;
    for (int i = 0; i < 64; ++i) body += extended(256);
    CHECK(test::decode_chunked(body + "0\r\n\r\n", {}).starts_with("done "));
    CHECK(test::decode_chunked(body + "0;\r\n\r\n", {}) == "failed 400 too many chunk extensions");
    std::string trailers = "0\r\n";
    for (uint32_t i = 0; i < ChunkedDecoder::kMaxTrailers; ++i) trailers += "A:b\r\n";
    CHECK(test::decode_chunked(trailers + "\r\n", {}).starts_with("done "));
    CHECK(test::decode_chunked(trailers + "Host:b\r\n", {}) == "failed 431 too many trailer fields");
    CHECK(test::decode_chunked("0\r\nA:" + std::string(8190, 'b') + "\r\n\r\n", {}).starts_with("done "));
    CHECK(test::decode_chunked("0\r\nA:" + std::string(8191, 'b'), {}) == "failed 431 trailers too large");
}

TEST_CASE("chunked: reset and the state after the end") {
    ChunkedDecoder decoder;
    CHECK(decoder.feed("0\r\nA: b\r\n\r\n").state == ChunkStep::State::done);
    CHECK(decoder.trailer_count() == 1);
    const ChunkStep after = decoder.feed("GET");
    CHECK(after.state == ChunkStep::State::done);
    CHECK(after.consumed == 0);
    decoder.reset();
    CHECK(decoder.trailer_count() == 0);
    CHECK(decoder.feed("0\r\nC: d\r\n\r\n").state == ChunkStep::State::done);
    Field fields[2];
    CHECK(decoder.trailers(fields, 2) == 1);
    CHECK(fields[0].name == "C");
    CHECK(fields[0].value == "d");
    CHECK(decoder.trailers(fields, 0) == 0);
    decoder.reset();
    CHECK(decoder.feed("g").state == ChunkStep::State::failed);
    CHECK(decoder.feed("0\r\n\r\n").state == ChunkStep::State::failed);
    decoder.reset();
    CHECK(decoder.feed("0\r\n\r\n").state == ChunkStep::State::done);
}

TEST_CASE("chunked: the head an encoder writes") {
    const std::pair<uint64_t, Bytes> rows[] = {
        {1, "1\r\n"}, {15, "f\r\n"}, {16, "10\r\n"}, {4096, "1000\r\n"}, {UINT64_MAX, "ffffffffffffffff\r\n"}};
    for (const auto& row : rows) {
        const auto& size = row.first;
        const auto& text = row.second;
        char out[kMaxChunkHead];
        CHECK(Bytes(out, write_chunk_head(out, size)) == text);
    }
}
