// Frames and messages of a WebSocket over any bytes, cut in any places. The first byte chooses whose they are, what was
// negotiated and the limits, and how many of the next bytes are cuts. The cut input must give what the whole one gives,
// within the limits, and text that is UTF-8.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "../unit/protocol/http/ws/frames.h"

using namespace tern;
using namespace tern::http::ws;

namespace {

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

struct Setup {
    Sender sender;
    MessageLimits limits;
    DeflateTerms terms;
    bool compression;
};

struct Outcome {
    std::string messages;
    uint16_t code = 0;
};

void check(const MessageStep& step, const Setup& setup) {
    if (step.state == MessageStep::State::control)
        expect(step.payload.size() <= kMaxControlPayload, "a large control");
    else
        expect(step.payload.size() <= setup.limits.bytes, "a message beyond the limit");
    if (step.opcode == Opcode::text) expect(valid_utf8(step.payload), "text that is not UTF-8");
    if (step.opcode == Opcode::close) (void)read_close(step.payload);
}

Outcome read(const Setup& setup, Bytes input, const std::vector<size_t>& cuts) {
    CodecPool pool;
    MessageReader reader(setup.sender, setup.limits, setup.compression ? &setup.terms : nullptr, pool);
    Outcome outcome;
    size_t begin = 0;
    for (size_t i = 0; i <= cuts.size(); ++i) {
        const size_t end = i < cuts.size() ? cuts[i] : input.size();
        std::string piece(input.substr(begin, end - begin));
        begin = end;
        for (size_t at = 0;;) {
            const MessageStep step = reader.feed(piece.data() + at, piece.size() - at);
            at += step.consumed;
            expect(at <= piece.size(), "more consumed than there was");
            if (step.state == MessageStep::State::more) {
                expect(at == piece.size(), "something was not consumed");
                break;
            }
            outcome.code = step.violation.code;
            if (step.state == MessageStep::State::failed) return outcome;
            check(step, setup);
            outcome.messages += std::to_string(static_cast<int>(step.opcode)) + (step.compressed ? "*" : "") +
                                std::to_string(step.payload.size()) + ':';
            outcome.messages.append(step.payload);
            reader.release();
        }
    }
    return outcome;
}

void expect_same(const Setup& setup, const Outcome& whole, const Outcome& pieces) {
    const bool alike = (whole.code == 0) == (pieces.code == 0);
    // zlib notices a distance beyond the agreed window only when the bytes there have left its output buffer.
    if (!alike && setup.compression && setup.terms.client_max_window_bits < 15) return;
    expect(alike, "pieces are judged otherwise");
    expect(whole.messages == pieces.messages, "pieces give other messages");
    // Of several things that are wrong with a compressed message, another one may be seen first.
    expect(setup.compression || whole.code == pieces.code, "pieces are closed with another code");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.empty() || input.size() > 4096) return 0;
    Setup setup;
    setup.sender = (data[0] & 0x80) != 0 ? Sender::server : Sender::client;
    setup.compression = (data[0] & 0x40) != 0;
    setup.terms.client_no_context_takeover = setup.terms.server_no_context_takeover = (data[0] & 0x20) != 0;
    if ((data[0] & 0x10) != 0)
        setup.limits = {300, 5};
    else
        setup.limits = {1 << 18, 1000};
    if ((data[0] & 0x08) != 0) setup.terms.client_max_window_bits = setup.terms.server_max_window_bits = 9;
    const size_t cut_count = std::min<size_t>(data[0] & 7, input.size() - 1);
    const Bytes places = input.substr(1, cut_count);
    input.remove_prefix(1 + cut_count);
    std::vector<size_t> cuts;
    for (char place : places) cuts.push_back(static_cast<unsigned char>(place) % (input.size() + 1));
    std::sort(cuts.begin(), cuts.end());
    std::vector<size_t> all;
    for (size_t i = 0; i < input.size(); ++i) all.push_back(i);

    const Outcome whole = read(setup, input, {});
    expect_same(setup, whole, read(setup, input, cuts));
    expect_same(setup, whole, read(setup, input, all));
    return 0;
}
