#include "protocol/http/ws/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tern::http::ws {

namespace {

const char* skip_ascii(const char* at, const char* end) noexcept {
    constexpr uint64_t kHighBits = 0x8080808080808080;
    for (; end - at >= 16; at += 16) {
        std::array<uint64_t, 2> words;
        std::memcpy(words.data(), at, 16);
        if (((words[0] | words[1]) & kHighBits) != 0) break;
    }
    while (at != end && static_cast<unsigned char>(*at) < 0x80) ++at;
    return at;
}

}  // namespace

bool Utf8Check::feed(Bytes text) noexcept {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (!bad_ && at != end) {
        if (missing_ == 0) {
            at = skip_ascii(at, end);
            if (at == end) break;
            bad_ = !begin_character(static_cast<unsigned char>(*at++));
            continue;
        }
        const unsigned byte = static_cast<unsigned char>(*at++);
        bad_ = byte < low_ || byte > high_;
        expect(static_cast<uint8_t>(missing_ - 1), 0x80, 0xbf);
    }
    return !bad_;
}

void Utf8Check::expect(uint8_t missing, unsigned low, unsigned high) noexcept {
    missing_ = missing;
    low_ = static_cast<uint8_t>(low);
    high_ = static_cast<uint8_t>(high);
}

// The first byte limits the values of the second one (RFC 3629 section 4).
bool Utf8Check::begin_character(unsigned byte) noexcept {
    struct Row {
        unsigned first;
        unsigned last;
        uint8_t more;  // following bytes
        unsigned least;
        unsigned most;  // of the second byte
    };
    static constexpr Row kRows[] = {
        {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f},
        {0xe1, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf}, {0xf1, 0xf3, 3, 0x80, 0xbf},
        {0xf4, 0xf4, 3, 0x80, 0x8f},
    };
    const Row* row = std::find_if(std::begin(kRows), std::end(kRows),
                                  [&](const Row& one) { return byte >= one.first && byte <= one.last; });
    if (row == std::end(kRows)) return false;
    expect(row->more, row->least, row->most);
    return true;
}

}  // namespace tern::http::ws
