#include "protocol/http/ws/frame.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "protocol/http/ws/utf8.h"

namespace tern::http::ws {

namespace {

constexpr unsigned kFin = 0x80;
constexpr unsigned kRsv1 = 0x40;
constexpr unsigned kOtherRsv = 0x30;
constexpr unsigned kMasked = 0x80;
constexpr unsigned kLength16 = 126;
constexpr unsigned kLength64 = 127;

unsigned byte_at(const char* bytes, size_t at) noexcept { return static_cast<unsigned char>(bytes[at]); }

size_t write_length(char* out, uint64_t length, unsigned mask_bit) noexcept {
    const unsigned width = length < kLength16 ? 0 : length <= UINT16_MAX ? 2 : 8;
    const uint64_t start = width == 0 ? length : width == 2 ? kLength16 : kLength64;
    out[0] = static_cast<char>(mask_bit | start);
    for (unsigned i = 0; i < width; ++i) out[1 + i] = static_cast<char>(length >> (8 * (width - 1 - i)));
    return 1 + width;
}

bool known(unsigned opcode) noexcept { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

}  // namespace

size_t write_frame_head(char* out, const FrameHead& head) noexcept {
    const unsigned opcode = static_cast<unsigned>(head.opcode);
    out[0] = static_cast<char>((head.fin ? kFin : 0) | (head.compressed ? kRsv1 : 0) | opcode);
    size_t size = 1 + write_length(out + 1, head.length, head.masked ? kMasked : 0);
    if (!head.masked) return size;
    std::memcpy(out + size, head.key.data(), head.key.size());
    return size + head.key.size();
}

void apply_mask(char* bytes, size_t size, MaskKey key, uint64_t offset) noexcept {
    std::rotate(key.begin(), key.begin() + (offset & 3), key.end());
    uint32_t half;
    std::memcpy(&half, key.data(), sizeof half);
    const uint64_t wide = uint64_t{half} << 32 | half;
    size_t at = 0;
    for (; size - at >= 16; at += 16) {
        std::array<uint64_t, 2> words;
        std::memcpy(words.data(), bytes + at, 16);
        words[0] ^= wide;
        words[1] ^= wide;
        std::memcpy(bytes + at, words.data(), 16);
    }
    for (; at < size; ++at) bytes[at] = static_cast<char>(bytes[at] ^ key[at & 3]);
}

bool valid_close_code(uint32_t code) noexcept {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

uint16_t sendable_close_code(int64_t code) noexcept {
    if (code < 0 || code > UINT16_MAX) return kNormal;
    return code == kNoStatus || valid_close_code(static_cast<uint32_t>(code)) ? static_cast<uint16_t>(code) : kNormal;
}

CloseStatus read_close(Bytes payload) noexcept {
    CloseStatus status;
    if (payload.empty()) return status;
    if (payload.size() == 1) {
        status.violation = {kProtocolError, "a close frame with half a code"};
        return status;
    }
    status.code = static_cast<uint16_t>(byte_at(payload.data(), 0) << 8 | byte_at(payload.data(), 1));
    status.reason = payload.substr(2);
    if (!valid_close_code(status.code)) {
        status.violation = {kProtocolError, "a close code that may not be sent"};
    } else if (!valid_utf8(status.reason)) {
        status.violation = {kInvalidData, "the reason of a close frame is not UTF-8"};
    }
    return status;
}

size_t write_close(char* out, uint16_t code, Bytes reason) noexcept {
    if (reason.size() > kMaxCloseReason) {
        size_t end = kMaxCloseReason;
        while (end > 0 && (byte_at(reason.data(), end) & 0xc0) == 0x80) --end;
        reason = reason.substr(0, end);
    }
    out[0] = static_cast<char>(code >> 8);
    out[1] = static_cast<char>(code & 0xff);
    if (!reason.empty()) std::memcpy(out + 2, reason.data(), reason.size());
    return 2 + reason.size();
}

FrameStep FrameParser::feed(char* in, size_t size) noexcept {
    FrameStep step;
    if (!in_payload_ && !violation_) {
        step.consumed = take_head(in, size);
        step.first = in_payload_;
    }
    if (violation_) {
        step.state = FrameStep::State::failed;
        step.violation = violation_;
        return step;
    }
    if (!in_payload_ || (!step.first && size == 0)) return step;
    char* data = in + step.consumed;
    const size_t taken = static_cast<size_t>(std::min<uint64_t>(size - step.consumed, left_));
    if (head_.masked) apply_mask(data, taken, head_.key, head_.length - left_);
    left_ -= taken;
    in_payload_ = left_ > 0;
    step.state = FrameStep::State::piece;
    step.last = !in_payload_;
    step.data = Bytes(data, taken);
    step.consumed += taken;
    return step;
}

size_t FrameParser::take_head(const char* in, size_t size) noexcept {
    size_t at = 0;
    while (at < size && head_size_ < head_needs_) {
        bytes_[head_size_++] = in[at++];
        if (head_size_ == 2) read_start();
        if (violation_) return at;
    }
    if (head_size_ < head_needs_) return at;
    read_length();
    if (violation_) return at;
    head_size_ = 0;
    head_needs_ = 2;
    in_payload_ = true;
    return at;
}

// Reads the first two bytes.
void FrameParser::read_start() noexcept {
    const unsigned first = byte_at(bytes_.data(), 0);
    const unsigned second = byte_at(bytes_.data(), 1);
    const unsigned length = second & 0x7f;
    head_ = FrameHead{};
    head_.fin = (first & kFin) != 0;
    head_.compressed = (first & kRsv1) != 0;
    head_.masked = (second & kMasked) != 0;
    if (!known(first & 0x0f)) return fail("a reserved opcode");
    head_.opcode = static_cast<Opcode>(first & 0x0f);
    if ((first & kOtherRsv) != 0) return fail("RSV2 or RSV3 is set");
    if (head_.compressed && !compression_) return fail("RSV1 is set without an extension");
    if (head_.masked != (sender_ == Sender::client)) {
        return fail(head_.masked ? "a masked frame of a server" : "an unmasked frame of a client");
    }
    if (is_control(head_.opcode) && length > kMaxControlPayload) return fail("a control frame of more than 125 bytes");
    check_order();
    head_needs_ = static_cast<uint8_t>(2 +
                                       (length == kLength16   ? 2
                                        : length == kLength64 ? 8
                                                              : 0) +
                                       (head_.masked ? sizeof(MaskKey) : 0));
}

// RFC 6455 5.4: control frames may come between the frames of a message, but no frames of another message.
void FrameParser::check_order() noexcept {
    if (is_control(head_.opcode)) {
        if (!head_.fin) return fail("a fragmented control frame");
        if (head_.compressed) return fail("a compressed control frame");
        return;
    }
    const bool continues = head_.opcode == Opcode::continuation;
    if (continues && !in_message_) return fail("a continuation of nothing");
    if (!continues && in_message_) return fail("a new message within a fragmented one");
    if (continues && head_.compressed) return fail("RSV1 is set on a continuation");
    in_message_ = !head_.fin;
}

void FrameParser::read_length() noexcept {
    const unsigned start = byte_at(bytes_.data(), 1) & 0x7f;
    const size_t width = start == kLength16 ? 2 : start == kLength64 ? 8 : 0;
    uint64_t length = width == 0 ? start : 0;
    for (size_t i = 0; i < width; ++i) length = length << 8 | byte_at(bytes_.data(), 2 + i);
    if ((width == 2 && length < kLength16) || (width == 8 && length <= UINT16_MAX)) {
        return fail("a length that is not written in the shortest way");
    }
    if (length >> 63 != 0) return fail("a length of 2^63 or more");
    if (head_.masked) std::memcpy(head_.key.data(), bytes_.data() + 2 + width, head_.key.size());
    head_.length = left_ = length;
}

}  // namespace tern::http::ws
