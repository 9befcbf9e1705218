// The multipart parser over any bytes, cut in any places. The first byte chooses the limits, the boundary and how many
// of the next bytes are cuts; what follows is a body. The cut input must give the handler what the whole one gives.
#include <algorithm>
#include <cstdio>

#include "../unit/protocol/http/multipart_outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

void expect_same(const std::string& whole, const std::string& pieces) {
    if (whole == pieces) return;
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
    const MultipartLimits limits = (data[0] & 0x80) != 0 ? MultipartLimits{2, 64, 8} : MultipartLimits{};
    const Bytes boundary = (data[0] & 0x40) != 0 ? "b" : "--x-";
    const size_t cut_count = std::min<size_t>(data[0] & 7, input.size() - 1);
    const Bytes places = input.substr(1, cut_count);
    input.remove_prefix(1 + cut_count);
    std::vector<size_t> cuts;
    for (char place : places) cuts.push_back(static_cast<unsigned char>(place) % (input.size() + 1));
    std::sort(cuts.begin(), cuts.end());

    const std::string whole = test::parse_multipart(boundary, input, {}, limits);
    expect_same(whole, test::parse_multipart(boundary, input, cuts, limits));
    expect_same(whole, test::parse_multipart(boundary, input, every_place(input.size()), limits));
    multipart_boundary(input);
    return 0;
}
