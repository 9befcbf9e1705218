// Codes and decodes whole contents, cut where a test wants.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "protocol/http/content_decoder.h"
#include "protocol/http/content_encoder.h"

namespace tern::http::test {

inline constexpr ContentCoding kCodings[] = {ContentCoding::gzip, ContentCoding::deflate, ContentCoding::br,
                                             ContentCoding::zstd};

inline std::string encode(ContentCoding coding, Bytes content, int level = 2) {
    const auto encoder = ContentEncoder::make(coding, level, CodingWindow::whole);
    Buffer out;
    const bool done = encoder->begin(content.size()) && encoder->finish(content, out);
    return done ? std::string(out.view()) : "failed";
}

struct Decoded {
    std::string content;  // its first bytes
    uint64_t size = 0;
    uint64_t consumed = 0;
    int status = 0;  // 0: good
};

// Feeds `pieces` bytes at a time; 0: all at once. Keeps at most the first 64 KB of what comes out.
inline Decoded decode(ContentDecoder& decoder, Bytes in, size_t pieces = 0) {
    Decoded all;
    while (!in.empty()) {
        Bytes piece = in.substr(0, pieces == 0 ? in.size() : pieces);
        in.remove_prefix(piece.size());
        for (;;) {
            const DecodeStep step = decoder.feed(piece);
            piece.remove_prefix(step.consumed);
            all.consumed += step.consumed;
            all.status = step.status;
            if (step.state == DecodeStep::State::failed) return all;
            if (step.state == DecodeStep::State::more) break;
            all.size += step.data.size();
            if (all.content.size() < 65536) all.content += step.data;
        }
        if (!piece.empty()) return {"left " + std::to_string(piece.size()), 0, 0, -1};
    }
    all.status = decoder.finish().status;
    return all;
}

inline Decoded decode(ContentCoding coding, Bytes in, size_t pieces = 0, const DecodeLimits& limits = {}) {
    const auto decoder = ContentDecoder::make(coding, limits);
    return decode(*decoder, in, pieces);
}

// Text of about the size, and of bytes that do not repeat.
inline std::string prose(size_t size) {
    std::string text;
    for (size_t i = 0; text.size() < size; ++i) text += "line " + std::to_string(i * i % 977) + " of a long text\n";
    return text;
}
inline std::string noise(size_t size) {
    std::string bytes;
    uint32_t state = 1;
    for (size_t i = 0; i < size; ++i) {
        state = state * 1664525 + 1013904223;
        bytes += static_cast<char>(state >> 24);
    }
    return bytes;
}

}  // namespace tern::http::test
