#include "protocol/framing.h"

#include <algorithm>

namespace tern::protocol {

namespace {

constexpr bool kBigEndianHost = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

struct Letter {
    char letter;
    LengthField field;
};

// As in pack(): s, S, l, L, q and Q have the byte order of the machine.
constexpr Letter kLetters[] = {
    {'c', {1, true, false}},           {'C', {1, false, false}},          {'s', {2, true, kBigEndianHost}},
    {'S', {2, false, kBigEndianHost}}, {'n', {2, false, true}},           {'v', {2, false, false}},
    {'l', {4, true, kBigEndianHost}},  {'L', {4, false, kBigEndianHost}}, {'N', {4, false, true}},
    {'V', {4, false, false}},          {'q', {8, true, kBigEndianHost}},  {'Q', {8, false, kBigEndianHost}},
    {'J', {8, false, true}},           {'P', {8, false, false}},
};

using State = FramingStep::State;

}  // namespace

Result<LengthField> LengthField::from_letter(char letter) noexcept {
    for (const Letter& row : kLetters) {
        if (row.letter == letter) return row.field;
    }
    return Error::invalid_argument;
}

int64_t LengthField::read(Bytes bytes) const noexcept {
    uint64_t number = 0;
    for (size_t i = 0; i < width; ++i) {
        const size_t at = big_endian ? i : width - 1 - i;
        number = number << 8 | static_cast<uint8_t>(bytes[at]);
    }
    const int unused_bits = 64 - 8 * width;
    if (is_signed) return static_cast<int64_t>(number << unused_bits) >> unused_bits;
    return static_cast<int64_t>(number);
}

FramingStep FrameScanner::complete(const Framing& framing, Bytes buffered, int64_t size) noexcept {
    if (size < 0) return {State::malformed};
    if (static_cast<uint64_t>(size) > framing.most) return {State::too_large};
    known_ = static_cast<size_t>(size);
    return {buffered.size() >= known_ ? State::done : State::need_more, known_};
}

FramingStep FrameScanner::by_length(const Framing& framing, Bytes buffered) noexcept {
    const size_t head = framing.offset + framing.field.width;
    if (head > framing.most) return {State::too_large};
    if (buffered.size() < head) return {State::need_more};
    const int64_t length = framing.field.read(buffered.substr(framing.offset));
    // An unsigned number that exceeds 63 bits is too large, not negative.
    if (length < 0 && !framing.field.is_signed) return {State::too_large};
    int64_t size = 0;
    if (__builtin_add_overflow(length, static_cast<int64_t>(framing.body_offset), &size)) return {State::too_large};
    if (length < 0 || static_cast<uint64_t>(size) < head) return {State::malformed};
    return complete(framing, buffered, size);
}

FramingStep FrameScanner::by_end_mark(const Framing& framing, Bytes buffered) noexcept {
    const size_t found = buffered.find(framing.end_mark, searched_);
    if (found != Bytes::npos) {
        const size_t size = found + framing.end_mark.size();
        return size > framing.most ? FramingStep{State::too_large} : FramingStep{State::done, size};
    }
    if (buffered.size() >= framing.most) return {State::too_large};
    // The end mark may have begun.
    const size_t begun = framing.end_mark.size() - 1;
    searched_ = buffered.size() > begun ? buffered.size() - begun : 0;
    return {State::need_more};
}

// One byte of type and flags; then the length of the rest, in at most four bytes of seven bits, lowest first.
FramingStep FrameScanner::by_mqtt(const Framing& framing, Bytes buffered) noexcept {
    constexpr size_t kMostDigits = 4;
    int64_t length = 0;
    for (size_t i = 1; i <= kMostDigits; ++i) {
        if (i >= buffered.size()) return {State::need_more};
        const auto digit = static_cast<uint8_t>(buffered[i]);
        length |= static_cast<int64_t>(digit & 0x7f) << (7 * (i - 1));
        if ((digit & 0x80) == 0) return complete(framing, buffered, length + static_cast<int64_t>(i) + 1);
    }
    return {State::malformed};
}

FramingStep FrameScanner::by_resp(const Framing& framing, Bytes buffered) noexcept {
    switch (command_.scan(buffered)) {
        case RespScanner::State::malformed: return {State::malformed};
        case RespScanner::State::done: return complete(framing, buffered, static_cast<int64_t>(command_.size()));
        case RespScanner::State::need_more: break;
    }
    return {std::max(command_.size(), buffered.size()) > framing.most ? State::too_large : State::need_more};
}

// The head has a version, a type, a request number (2 bytes), the length of the content (2 bytes), that of the padding
// after it, and an unused byte.
FramingStep FrameScanner::by_fastcgi(const Framing& framing, Bytes buffered) noexcept {
    constexpr size_t kHead = 8;
    constexpr size_t kContentLengthAt = 4;
    constexpr size_t kPaddingLengthAt = 6;
    constexpr char kVersion = 1;
    if (buffered[0] != kVersion) return {State::malformed};
    if (kHead > framing.most) return {State::too_large};
    if (buffered.size() < kHead) return {State::need_more};
    const int64_t content = LengthField{2, false, true}.read(buffered.substr(kContentLengthAt));
    const auto padding = static_cast<uint8_t>(buffered[kPaddingLengthAt]);
    return complete(framing, buffered, static_cast<int64_t>(kHead) + content + padding);
}

FramingStep FrameScanner::by_http(const Framing& framing, Bytes buffered) noexcept {
    using Request = http::RequestScanner;
    if (request_ == nullptr) request_ = std::make_unique<Request>();
    switch (request_->scan(buffered)) {
        case Request::State::malformed: return {State::malformed};
        case Request::State::done: return complete(framing, buffered, static_cast<int64_t>(request_->size()));
        case Request::State::need_more: break;
    }
    return {buffered.size() > framing.most ? State::too_large : State::need_more};
}

FramingStep FrameScanner::by_function(const Framing& framing, Bytes buffered) {
    const int64_t size = framing.measure(framing.context, buffered);
    if (size != 0) return complete(framing, buffered, size);
    return {buffered.size() >= framing.most ? State::too_large : State::need_more};
}

FramingStep FrameScanner::step(const Framing& framing, Bytes buffered) {
    if (buffered.empty()) return {State::need_more, known_};
    if (known_ > 0) return complete(framing, buffered, static_cast<int64_t>(known_));
    switch (framing.by) {
        case Framing::By::length: return by_length(framing, buffered);
        case Framing::By::end_mark: return by_end_mark(framing, buffered);
        case Framing::By::mqtt: return by_mqtt(framing, buffered);
        case Framing::By::resp: return by_resp(framing, buffered);
        case Framing::By::fastcgi: return by_fastcgi(framing, buffered);
        case Framing::By::http: return by_http(framing, buffered);
        case Framing::By::function: return by_function(framing, buffered);
        case Framing::By::nothing: break;
    }
    return {State::done, buffered.size()};
}

}  // namespace tern::protocol
