#include "serve/telemetry/otlp.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::serve;

namespace {

std::string hex(Bytes bytes) {
    std::string text(bytes.size() * 2, ' ');
    http::write_hex(text.data(), reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    return text;
}

SpanHead plain_head() {
    SpanHead head;
    head.trace_id = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    head.span_id = {0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8};
    head.name = "GET";
    head.kind = SpanKind::server;
    head.begin_ns = 0x0102;
    head.end_ns = 0x0304;
    return head;
}

const std::string kIds =
    "0a10"
    "0102030405060708090a0b0c0d0e0f10"
    "1208"
    "a1a2a3a4a5a6a7a8";
const std::string kName =
    "2a03"
    "474554"
    "3002";
const std::string kTimes =
    "39"
    "0201000000000000"
    "41"
    "0403000000000000";

std::string written(SpanWriter& writer) {
    Buffer out;
    writer.append_to(out);
    return hex(out.view());
}

// A span that ends with one attribute.
std::string text_after_writing(Bytes value) {
    SpanWriter writer;
    Buffer out;
    writer.begin(plain_head());
    writer.attribute("k", value);
    writer.append_to(out);
    return std::string(out.view());
}

}  // namespace

TEST_CASE("otlp: a span without anything else") {
    SpanWriter writer;
    writer.begin(plain_head());
    // Field 2, 59 bytes; flags 0x101.
    CHECK(written(writer) == "123b" + kIds + kName + kTimes + "850101010000");
}

TEST_CASE("otlp: parent, state, attributes and status") {
    SpanWriter writer;
    SpanHead head = plain_head();
    head.parent_id = {0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8};
    head.parent_is_remote = true;
    head.trace_state = "a=1";
    writer.begin(head);
    writer.attribute("s", Bytes("x"));
    writer.attribute("i", int64_t{300});
    writer.attribute("n", int64_t{-1});
    writer.attribute("d", 1.0);
    writer.attribute("b", true);
    writer.error("no");
    const std::string body = kIds + "1a03613d31" + "2208b1b2b3b4b5b6b7b8" + kName + kTimes + "850101030000" +
                             "4a08"
                             "0a0173"
                             "12030a0178" +
                             "4a08"
                             "0a0169"
                             "120318ac02" +
                             "4a10"
                             "0a016e"
                             "120b18ffffffffffffffffff01" +
                             "4a0e"
                             "0a0164"
                             "120921000000000000f03f" +
                             "4a07"
                             "0a0162"
                             "12021001" +
                             "7a06"
                             "12026e6f"
                             "1802";
    CHECK(written(writer) == "12" + std::string("9101") + body);
    writer.begin(plain_head());
    CHECK(written(writer) == "123b" + kIds + kName + kTimes + "850101010000");
}

TEST_CASE("otlp: texts are UTF-8 and end somewhere") {
    CHECK(text_after_writing("\xc3\xa4").ends_with("\x0a\x02\xc3\xa4"));
    CHECK(text_after_writing("\xc3(\xa4").ends_with("\x0a\x03?(?"));
    const std::string longest(SpanWriter::kLongestText, 'a');
    CHECK(text_after_writing(longest).ends_with("\x80\x20" + longest));
    CHECK(text_after_writing(longest + "a").ends_with("\x80\x20" + longest));
    const std::string shorter(SpanWriter::kLongestText - 1, 'a');
    CHECK(text_after_writing(shorter + "\xc3\xa4").ends_with("\xff\x1f" + shorter));
}

TEST_CASE("otlp: attributes beyond the limit are counted") {
    SpanWriter writer;
    writer.begin(plain_head());
    for (uint32_t i = 0; i < SpanWriter::kMostAttributes; ++i) writer.attribute("k", true);
    writer.attribute("k", true);
    writer.attribute("k", 1.5);
    CHECK(
        written(writer).ends_with("4a070a016b12021001"
                                  "5002"));
}

TEST_CASE("otlp: the request") {
    Buffer out;
    write_export_request(out, {{"service.name", "shop"}}, "1.0", Bytes("\x12\x00", 2));
    CHECK(hex(out.view()) ==
          "0a2b"  // ResourceSpans
          "0a18"
          "0a16"
          "0a0c"
          "736572766963652e6e616d65"
          "1206"
          "0a0473686f70"  // Resource, service.name
          "120f"
          "0a0b"
          "0a047465726e"
          "1203312e30"
          "1200");  // ScopeSpans: scope, spans
}
