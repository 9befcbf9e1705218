// The HTTP/1 response parser over any bytes, cut in any places. The first byte chooses the limits, the request that is
// answered and how many of the next bytes are cuts; what follows are responses, interim ones first. The cut input must
// give what the whole one gives, every view must lie in the buffer, and a body has one end.
#include <algorithm>
#include <cstdio>

#include "../unit/protocol/http/outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

constexpr HeadLimits kSmall{.head_bytes = 96, .fields = 3};

ReceivedHead head;

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

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

void check(SentRequest request) {
    expect(head.status >= 100 && head.status <= 999, "a status outside of the range");
    expect(head.status != 101 || request.upgrades, "101 that was not asked for");
    expect(head.framing == Framing::length || head.content_length == 0, "a length of nothing");
    expect(head.framing != Framing::close || !head.keep_alive, "a body without an end on a connection that persists");
    const bool bodyless = request.is_head || head.status < 200 || head.status == 204 || head.status == 304;
    expect(!bodyless || head.framing == Framing::none, "a body where there is none");
    expect(head.framing != Framing::unknown, "an end that is not known");
}

void read_all(Bytes input, const HeadLimits& limits, SentRequest request) {
    H1ResponseParser parser(limits);
    for (;;) {
        parser.reset(request);
        const ParseStep step = parser.feed(input, head);
        if (step.state != ParseStep::State::complete) return;
        expect(step.consumed > 0 && step.consumed <= limits.head_bytes, "a head of another size");
        check(request);
        if (!head.interim()) return;
        input.remove_prefix(step.consumed);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.empty() || input.size() > 4096) return 0;
    const SentRequest request{(data[0] & 0x40) != 0, (data[0] & 0x20) != 0, (data[0] & 0x10) != 0};
    const HeadLimits limits = (data[0] & 0x80) != 0 ? kSmall : H1ResponseParser::kUsualLimits;
    const size_t cut_count = std::min<size_t>(data[0] & 7, input.size() - 1);
    const Bytes places = input.substr(1, cut_count);
    input.remove_prefix(1 + cut_count);
    std::vector<size_t> cuts;
    for (char place : places) cuts.push_back(static_cast<unsigned char>(place) % (input.size() + 1));
    std::sort(cuts.begin(), cuts.end());

    const std::string whole = test::parse_response(input, {}, limits, request, head);
    expect_same(whole, test::parse_response(input, cuts, limits, request, head));
    if (input.size() <= 300) {
        expect_same(whole, test::parse_response(input, every_place(input.size()), limits, request, head));
    }
    read_all(input, limits, request);
    return 0;
}
