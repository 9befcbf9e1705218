#include "protocol/http/content_coding.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::http;

namespace {

// The weights of identity, gzip, br, zstd, deflate.
std::string weights(Bytes field) {
    RequestHead head;
    if (field.data() != nullptr) head.fields[head.field_count++] = {"Accept-Encoding", field};
    const AcceptedCodings accepted(head);
    std::string text;
    for (size_t i = 0; i < kContentCodings; ++i) {
        text += (i == 0 ? "" : " ") + std::to_string(accepted.weight(static_cast<ContentCoding>(i)));
    }
    return text;
}

}  // namespace

TEST_CASE("content coding: weights") {
    CHECK(weights({}) == "1000 0 0 0 0");
    CHECK(weights("") == "1 0 0 0 0");
    CHECK(weights("gzip") == "1 1000 0 0 0");
    CHECK(weights("x-gzip") == "1 1000 0 0 0");
    CHECK(weights("gzip, deflate, br, zstd") == "1 1000 1000 1000 1000");
    CHECK(weights("GZIP;q=0.5, Br;Q=0.25, zstd; q=0.125") == "1 500 250 125 0");
    CHECK(weights("gzip;q=0") == "1 0 0 0 0");
    CHECK(weights("*") == "1000 1000 1000 1000 1000");
    CHECK(weights("*;q=0.5, br;q=1.0, identity;q=0") == "0 500 1000 500 500");
    CHECK(weights("*;q=0") == "0 0 0 0 0");
    CHECK(weights("identity;q=0.7, gzip;q=0.3") == "700 300 0 0 0");
    CHECK(weights("gzip;q=2, br;q=-1, zstd;q=0.1234") == "1 0 0 0 0");
    CHECK(weights("gzip;level=1, br;q=, zstd;q=x") == "1 0 0 0 0");
    CHECK(weights("gzip;q=1.001, br;q=1.000, zstd;q=1.") == "1 0 1000 1000 0");
}

TEST_CASE("content coding: the one to send") {
    static constexpr ContentCoding kOffered[] = {ContentCoding::zstd, ContentCoding::br, ContentCoding::gzip};
    const auto choose = [](Bytes field) {
        RequestHead head;
        if (field.data() != nullptr) head.fields[head.field_count++] = {"accept-encoding", field};
        return name_of(AcceptedCodings(head).choose(kOffered));
    };
    CHECK(choose({}) == "identity");
    CHECK(choose("") == "identity");
    CHECK(choose("identity") == "identity");
    CHECK(choose("deflate") == "identity");
    CHECK(choose("gzip, deflate, br, zstd") == "zstd");
    CHECK(choose("gzip, br") == "br");
    CHECK(choose("gzip") == "gzip");
    CHECK(choose("*") == "zstd");
    CHECK(choose("zstd;q=0, *") == "br");
    CHECK(choose("gzip;q=1, br;q=0.9, zstd;q=0.8") == "gzip");
    CHECK(choose("gzip;q=0.5, identity;q=0.7") == "identity");
    CHECK(choose("gzip;q=0.5, identity;q=0.5") == "gzip");
    CHECK(choose("gzip;q=0, identity;q=0") == "identity");
    CHECK(choose("gzip;q=0.001") == "gzip");
    CHECK(choose("*;q=0") == "identity");
}

TEST_CASE("content coding: of a request body") {
    const auto coding = [](std::initializer_list<Bytes> values) -> std::string {
        RequestHead head;
        for (Bytes value : values) head.fields[head.field_count++] = {"Content-Encoding", value};
        const Result<ContentCoding> found = coding_of(head);
        return found.ok() ? std::string(name_of(found.value())) : "unknown";
    };
    CHECK(coding({}) == "identity");
    CHECK(coding({""}) == "identity");
    CHECK(coding({"identity"}) == "identity");
    CHECK(coding({"GZip"}) == "gzip");
    CHECK(coding({"x-gzip"}) == "gzip");
    CHECK(coding({" br "}) == "br");
    CHECK(coding({"identity, zstd"}) == "zstd");
    CHECK(coding({"identity", "deflate"}) == "deflate");
    CHECK(coding({"gzip, br"}) == "unknown");
    CHECK(coding({"gzip", "gzip"}) == "unknown");
    CHECK(coding({"compress"}) == "unknown");
    CHECK(coding({"gzip;q=1"}) == "unknown");
}
