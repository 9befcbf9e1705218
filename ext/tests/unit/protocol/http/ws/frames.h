// Frames as a client or a server writes them, and what a reader makes of bytes, cut where a test wants.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/slice.h"
#include "protocol/http/ws/message.h"

namespace tern::http::ws::test {

inline constexpr MaskKey kKey = {'\x37', '\xfa', '\x21', '\x3d'};

struct Shape {
    bool fin = true;
    bool masked = true;
    unsigned rsv = 0;      // 4: RSV1
    unsigned length = 0;   // 126, 127: written so, whatever the size is
    uint64_t claimed = 0;  // another length than the payload's
};

inline std::string frame(unsigned opcode, Bytes payload, Shape shape = {}) {
    const uint64_t size = shape.claimed != 0 ? shape.claimed : payload.size();
    const unsigned form = shape.length != 0 ? shape.length : size < 126 ? 0 : size <= 0xffff ? 126 : 127;
    const unsigned width = form == 0 ? 0 : form == 126 ? 2 : 8;
    std::string text;
    text += static_cast<char>((shape.fin ? 0x80 : 0) | shape.rsv << 4 | opcode);
    text += static_cast<char>((shape.masked ? 0x80 : 0) | (form == 0 ? size : form));
    for (unsigned i = 0; i < width; ++i) text += static_cast<char>(size >> (8 * (width - 1 - i)));
    if (shape.masked) text.append(kKey.data(), kKey.size());
    for (size_t i = 0; i < payload.size(); ++i) {
        text += shape.masked ? static_cast<char>(payload[i] ^ kKey[i & 3]) : payload[i];
    }
    return text;
}

inline std::string text_frame(Bytes payload) { return frame(1, payload); }

inline std::string close_payload(unsigned code, Bytes reason = {}) {
    std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
    return payload.append(reason);
}

// "text(hello) ping() !1002": what comes out, in order. Of long payloads, the size.
class Reading {
public:
    explicit Reading(Sender sender = Sender::client, const MessageLimits& limits = {},
                     const DeflateTerms* terms = nullptr)
        : reader(sender, limits, terms, pool) {}

    // False: it has failed.
    bool feed(Bytes bytes) {
        std::string in(bytes);
        size_t at = 0;
        for (;;) {
            MessageStep step = reader.feed(in.data() + at, in.size() - at);
            at += step.consumed;
            note(step);
            if (step.state == MessageStep::State::failed) return false;
            if (step.state == MessageStep::State::more) return at == in.size();
            reader.release();
        }
    }

    std::string seen;
    const char* reason = "";
    CodecPool pool;
    MessageReader reader;

private:
    void note(const MessageStep& step) {
        static const char* const kNames[] = {"continuation", "text", "binary"};
        static const char* const kControls[] = {"close", "ping", "pong"};
        if (step.state == MessageStep::State::more) return;
        if (!seen.empty()) seen += ' ';
        if (step.state == MessageStep::State::failed) {
            seen += '!' + std::to_string(step.violation.code);
            reason = step.violation.reason;
            return;
        }
        const auto opcode = static_cast<unsigned>(step.opcode);
        seen += opcode < 8 ? kNames[opcode] : kControls[opcode - 8];
        if (step.compressed) seen += '*';
        seen += '(' +
                (step.payload.size() > (opcode < 8 ? 40 : 110) ? std::to_string(step.payload.size())
                                                               : std::string(step.payload)) +
                ')';
    }
};

// `piece` bytes at a time; 0: all at once.
inline std::string read(Bytes bytes, size_t piece = 0, Sender sender = Sender::client, const MessageLimits& limits = {},
                        const DeflateTerms* terms = nullptr) {
    Reading reading(sender, limits, terms);
    while (!bytes.empty()) {
        const Bytes part = bytes.substr(0, piece == 0 ? bytes.size() : piece);
        bytes.remove_prefix(part.size());
        if (!reading.feed(part)) break;
    }
    return reading.seen;
}

}  // namespace tern::http::ws::test
