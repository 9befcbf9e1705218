#include "http/ws/utf8.h"

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

// The first byte narrows down what the second one may be (RFC 3629 section 4).
bool Utf8Check::begin_character(unsigned byte) noexcept {
    if (byte >= 0xc2 && byte <= 0xdf)
        expect(1, 0x80, 0xbf);
    else if (byte == 0xe0)
        expect(2, 0xa0, 0xbf);
    else if (byte == 0xed)
        expect(2, 0x80, 0x9f);
    else if (byte >= 0xe1 && byte <= 0xef)
        expect(2, 0x80, 0xbf);
    else if (byte == 0xf0)
        expect(3, 0x90, 0xbf);
    else if (byte >= 0xf1 && byte <= 0xf3)
        expect(3, 0x80, 0xbf);
    else if (byte == 0xf4)
        expect(3, 0x80, 0x8f);
    else
        return false;
    return true;
}

}  // namespace tern::http::ws
