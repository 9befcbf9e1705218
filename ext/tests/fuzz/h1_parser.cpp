// The HTTP/1 head parser and the chunked decoder over any bytes, cut in any places. The first byte chooses the limits
// and how many of the next bytes are cuts; what follows is a request. The cut input must give what the whole one gives,
// and every view must lie in the buffer.
#include <algorithm>
#include <cstdio>

#include "../unit/protocol/http/outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

RequestHead head;  // too large for a frame

void expect_same(const std::string& whole, const std::string& pieces) {
    if (whole == pieces && !whole.starts_with("VIEW OUTSIDE")) return;
    std::fprintf(stderr, "whole:  %s\npieces: %s\n", whole.c_str(), pieces.c_str());
    std::abort();
}

std::vector<size_t> every_place(size_t size) {
    std::vector<size_t> places;
    for (size_t i = 0; i < size; ++i) places.push_back(i);
    return places;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.empty() || input.size() > 4096) return 0;
    const bool small = (data[0] & 0x80) != 0;
    const size_t cut_count = std::min<size_t>(data[0] & 7, input.size() - 1);
    const HeadLimits limits = small ? HeadLimits{16, 96, 3} : HeadLimits{};
    Bytes places = input.substr(1, cut_count);
    input.remove_prefix(1 + cut_count);
    std::vector<size_t> cuts;
    for (char place : places) cuts.push_back(static_cast<unsigned char>(place) % (input.size() + 1));
    std::sort(cuts.begin(), cuts.end());

    const std::string whole = test::parse_head(input, {}, limits, head);
    expect_same(whole, test::parse_head(input, cuts, limits, head));
    if (input.size() <= 300) expect_same(whole, test::parse_head(input, every_place(input.size()), limits, head));

    H1Parser parser(limits);
    const ParseStep step = parser.feed(input, head);
    if (step.state == ParseStep::State::complete) input.remove_prefix(step.consumed);
    const std::string body = test::decode_chunked(input, {});
    std::erase_if(cuts, [&](size_t cut) { return cut > input.size(); });
    expect_same(body, test::decode_chunked(input, cuts));
    expect_same(body, test::decode_chunked(input, every_place(input.size())));
    return 0;
}
