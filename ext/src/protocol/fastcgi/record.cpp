#include "protocol/fastcgi/record.h"

#include <algorithm>

namespace tern::fastcgi {

namespace {

constexpr uint8_t kVersion = 1;
constexpr uint8_t kKeepConnection = 1;

constexpr uint8_t byte_at(Bytes in, size_t at) noexcept { return static_cast<uint8_t>(in[at]); }

constexpr uint16_t pair_at(Bytes in, size_t at) noexcept {
    return static_cast<uint16_t>(byte_at(in, at) << 8 | byte_at(in, at + 1));
}

constexpr char low_byte(size_t number) noexcept { return static_cast<char>(number & 0xff); }

RecordHead head_of(Bytes in) noexcept {
    RecordHead head;
    head.type = static_cast<RecordType>(byte_at(in, 1));
    head.id = pair_at(in, 2);
    head.length = pair_at(in, 4);
    head.padding = byte_at(in, 6);
    return head;
}

bool comes_whole(const RecordHead& head) noexcept {
    return head.id == 0 || head.type == RecordType::begin_request || head.type == RecordType::abort_request;
}

RecordStep failure(size_t used, const char* reason) noexcept {
    RecordStep step;
    step.state = RecordStep::State::failed;
    step.consumed = used;
    step.reason = reason;
    return step;
}

RecordStep more(size_t used) noexcept {
    RecordStep step;
    step.consumed = used;
    return step;
}

}  // namespace

RecordStep RecordParser::feed(Bytes in) noexcept {
    size_t used = 0;
    if (left_ == 0 && padding_ > 0) {
        used = std::min<size_t>(padding_, in.size());
        padding_ -= static_cast<uint32_t>(used);
    }
    return left_ > 0 ? piece(in, used) : begin(in, used);
}

RecordStep RecordParser::begin(Bytes in, size_t used) noexcept {
    const Bytes rest = in.substr(used);
    if (padding_ > 0 || rest.size() < kRecordHeadBytes) return more(used);
    if (byte_at(rest, 0) != kVersion) return failure(used, "a record is not of FastCGI 1");
    const RecordHead head = head_of(rest);
    if (comes_whole(head)) return whole(in, used, head);
    record_ = head;
    left_ = head.length;
    padding_ = head.padding;
    used += kRecordHeadBytes;
    if (left_ > 0) return piece(in, used);
    RecordStep step;
    step.state = RecordStep::State::piece;
    step.consumed = used;
    step.record = head;
    step.ends = true;
    return step;
}

RecordStep RecordParser::whole(Bytes in, size_t used, const RecordHead& head) noexcept {
    const bool begins = head.type == RecordType::begin_request;
    if (begins && head.length != kBeginBytes) return failure(used, "BEGIN_REQUEST has not eight bytes");
    if (head.length > kMostWholeBytes) return failure(used, "a record about the connection is too long");
    const size_t size = kRecordHeadBytes + head.length;
    if (in.size() - used < size) return more(used);
    RecordStep step;
    step.state = RecordStep::State::piece;
    step.consumed = used + size;
    step.record = head;
    step.piece = in.substr(used + kRecordHeadBytes, head.length);
    step.ends = true;
    padding_ = head.padding;
    return step;
}

RecordStep RecordParser::piece(Bytes in, size_t used) noexcept {
    RecordStep step;
    step.piece = in.substr(used, left_);
    step.consumed = used + step.piece.size();
    if (step.piece.empty()) return step;
    left_ -= static_cast<uint32_t>(step.piece.size());
    step.state = RecordStep::State::piece;
    step.record = record_;
    step.ends = left_ == 0;
    return step;
}

size_t RecordParser::end_of_input(Bytes in, uint16_t id) const noexcept {
    const size_t begin = padding_;
    if (left_ > 0 || in.size() < begin + kRecordHeadBytes) return 0;
    const Bytes rest = in.substr(begin);
    const RecordHead head = head_of(rest);
    const bool is_end = byte_at(rest, 0) == kVersion && head.type == RecordType::input && head.id == id &&
                        head.length == 0 && head.padding == 0;
    return is_end ? begin + kRecordHeadBytes : 0;
}

BeginRequest parse_begin(Bytes content) noexcept {
    TERN_CHECK(content.size() == kBeginBytes);
    return {pair_at(content, 0), (byte_at(content, 2) & kKeepConnection) != 0};
}

void put_record_head(char* into, RecordType type, uint16_t id, size_t length) noexcept {
    TERN_CHECK(length <= kMostContent);
    into[0] = static_cast<char>(kVersion);
    into[1] = static_cast<char>(type);
    into[2] = low_byte(id >> 8);
    into[3] = low_byte(id);
    into[4] = low_byte(length >> 8);
    into[5] = low_byte(length);
    into[6] = into[7] = 0;
}

void write_record_head(Buffer& out, RecordType type, uint16_t id, size_t length) noexcept {
    put_record_head(out.extend(kRecordHeadBytes), type, id, length);
}

void write_stream(Buffer& out, RecordType type, uint16_t id, Bytes content) noexcept {
    while (!content.empty()) {
        const Bytes some = content.substr(0, kMostContent);
        write_record_head(out, type, id, some.size());
        out.append(some);
        content.remove_prefix(some.size());
    }
}

void write_end_request(Buffer& out, uint16_t id, uint32_t application_status, EndStatus status) noexcept {
    write_record_head(out, RecordType::end_request, id, kBeginBytes);
    char* content = out.extend(kBeginBytes);
    for (int i = 0; i < 4; ++i) content[i] = low_byte(application_status >> (24 - 8 * i));
    content[4] = static_cast<char>(status);
    content[5] = content[6] = content[7] = 0;
}

void write_unknown_type(Buffer& out, RecordType type) noexcept {
    write_record_head(out, RecordType::unknown_type, 0, kBeginBytes);
    char* content = out.extend(kBeginBytes);
    std::memset(content, 0, kBeginBytes);
    content[0] = static_cast<char>(type);
}

}  // namespace tern::fastcgi
