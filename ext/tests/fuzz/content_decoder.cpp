// The decoders of request bodies over any bytes. The first byte chooses the coding, the second the size of the pieces
// that the rest comes in. Pieces must decode as the whole does, and nothing may pass the limits. Then the bytes
// themselves are coded, with flushes between pieces, and must come back.
#include <cstdio>
#include <cstdlib>

#include "../unit/protocol/http/coded_content.h"

using namespace tern;
using namespace tern::http;

namespace {

constexpr DecodeLimits kSize{.bytes = 1 << 16, .ratio = 1 << 30};
constexpr DecodeLimits kRatio{.bytes = 1 << 24, .ratio = 50, .ratio_from = 1 << 16};
constexpr size_t kSlack = 16 * 1024;

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void decode(ContentCoding coding, Bytes input, size_t piece) {
    const test::Decoded whole = test::decode(coding, input, 0, kSize);
    const test::Decoded pieces = test::decode(coding, input, piece, kSize);
    expect(whole.status != -1 && pieces.status != -1, "something was not consumed");
    // libzstd 1.5.4 takes a compressed block without content in pieces, and refuses it where it has the whole frame.
    const bool same = (whole.status == 0) == (pieces.status == 0);
    expect(same || coding == ContentCoding::zstd, "pieces are not what the whole is");
    expect(whole.status != 0 || pieces.status != 0 || whole.content == pieces.content,
           "pieces decode to something else");
    expect(whole.size <= kSize.bytes && pieces.size <= kSize.bytes, "more came out than allowed");
    const test::Decoded bomb = test::decode(coding, input, piece, kRatio);
    expect(bomb.size <= kRatio.ratio_from + kRatio.ratio * bomb.consumed + kSlack, "the ratio was passed");
}

void round_trip(ContentCoding coding, Bytes input, size_t piece) {
    const auto encoder = ContentEncoder::make(coding, 1, CodingWindow::tiny);
    Buffer coded;
    expect(encoder->begin(ContentEncoder::kUnknownSize), "no encoder");
    for (Bytes rest = input; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
        expect(encoder->flush(rest.substr(0, piece), coded), "not coded");
    }
    expect(encoder->finish("", coded), "not finished");
    expect(test::decode(coding, coded.view(), piece).content == input, "what was coded comes back as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.size() < 2 || input.size() > 4096) return 0;
    const ContentCoding coding = test::kCodings[data[0] % std::size(test::kCodings)];
    const size_t piece = size_t{data[1]} + 1;
    input.remove_prefix(2);
    decode(coding, input, piece);
    if (input.size() <= 256) round_trip(coding, input, piece);
    return 0;
}
