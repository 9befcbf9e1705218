// permessage-deflate. Any bytes are inflated, whole and in pieces, within a limit; and any bytes are deflated, as
// messages and fragments of them, with and without context, and must come back. The first byte chooses the window, the
// second the level, the third the size of pieces.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "protocol/http/ws/deflate.h"

using namespace tern;
using namespace tern::http::ws;

namespace {

constexpr size_t kMost = 100'000;

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

Inflater::Outcome inflate(Inflater& inflater, Bytes in, size_t piece, Buffer& out) {
    Inflater::Outcome outcome;
    do {
        const Bytes part = in.substr(0, piece);
        in.remove_prefix(part.size());
        outcome = inflater.inflate(part, in.empty(), out, kMost);
        expect(out.size() <= kMost || outcome == Inflater::Outcome::too_big, "more came out than allowed");
        expect(out.size() <= kMost + 1, "much more came out than allowed");
    } while (!in.empty() && outcome == Inflater::Outcome::ok);
    return outcome;
}

void inflate_any(Bytes input, int bits, size_t piece) {
    const auto one = Inflater::make(bits);
    const auto other = Inflater::make(bits);
    // Twice: the second message finds the context of the first.
    for (int i = 0; i < 2; ++i) {
        Buffer whole;
        Buffer pieces;
        const Inflater::Outcome outcome = inflate(*one, input, input.size(), whole);
        const Inflater::Outcome of_pieces = inflate(*other, input, piece, pieces);
        // zlib notices a distance beyond a small window only if the bytes are not in the output of the same call.
        const bool may_differ =
            bits < kMostWindowBits && (outcome == Inflater::Outcome::broken || of_pieces == Inflater::Outcome::broken);
        expect(outcome == of_pieces || may_differ, "pieces are judged otherwise");
        if (outcome != Inflater::Outcome::ok || of_pieces != outcome) return;
        expect(whole.view() == pieces.view(), "pieces give something else");
    }
}

void round_trip(Bytes input, const DeflaterOptions& options, size_t piece) {
    const auto deflater = Deflater::make(options);
    const auto inflater = Inflater::make(options.window_bits);
    for (int message = 0; message < 4; ++message) {
        if (message == 2) deflater->reset();
        Buffer coded;
        Bytes rest = input;
        do {
            const Bytes part = rest.substr(0, message % 2 == 0 ? rest.size() : piece);
            rest.remove_prefix(part.size());
            expect(deflater->deflate(part, rest.empty(), coded), "not deflated");
        } while (!rest.empty());
        Buffer back;
        expect(inflate(*inflater, coded.view(), message < 2 ? coded.size() : piece, back) == Inflater::Outcome::ok,
               "what was deflated is refused");
        expect(back.view() == input, "what was deflated comes back as something else");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.size() < 4 || input.size() > 4096) return 0;
    const int bits = kLeastWindowBits + data[0] % 7;
    const DeflaterOptions options{1 + data[1] % 9, 1 + data[1] / 9 % 9, bits};
    const size_t piece = 1 + data[2] % 64;
    input.remove_prefix(3);
    inflate_any(input, bits, piece);
    round_trip(input, options, piece);
    return 0;
}
