#include "protocol/http/h2/head_queue.h"

#include "base/check.h"
#include "protocol/http/h2/field_list.h"

namespace tern::http::h2 {

namespace {

enum FieldKind : unsigned {
    kPlain = 0,
    kServer = HeadEncoder::kServer,
    kDate = HeadEncoder::kDate,
    kContentType = HeadEncoder::kContentType,
    kDropped = 8,
};

unsigned kind_of(Bytes name) noexcept {
    switch (name.size()) {
        case 2: return equals_lower(name, "te") ? kDropped : kPlain;
        case 4: return equals_lower(name, "date") ? kDate : kPlain;
        case 6: return equals_lower(name, "server") ? kServer : kPlain;
        case 12: return equals_lower(name, "content-type") ? kContentType : kPlain;
        case 14: return equals_lower(name, "content-length") ? kDropped : kPlain;
        default: return is_field_of_http1(name) ? kDropped : kPlain;
    }
}

}  // namespace

bool HeadQueue::fits(const Field* fields, size_t count) noexcept {
    size_t bytes = 0;
    for (size_t i = 0; i < count; ++i) bytes += sizeof(FieldSizes) + fields[i].name.size() + fields[i].value.size();
    return bytes <= kMostBytes;
}

void HeadQueue::push_final(int32_t stream_id, const ResponseHead& head, const OwnFields& own, bool ends) noexcept {
    own_ = own;
    unsigned given = own.server.empty() ? kServer : kPlain;
    if (head.framing == Framing::none || !may_have_content(head.status)) given |= kContentType;
    for (size_t i = 0; i < head.field_count; ++i) given |= kind_of(head.fields[i].name);
    Entry entry;
    entry.content_length = head.content_length;
    entry.stream_id = stream_id;
    entry.status = static_cast<uint16_t>(head.status);
    entry.kind = ends ? Kind::without_body : Kind::with_body;
    entry.own = static_cast<uint8_t>(~given & (kServer | kDate | kContentType));
    entry.has_length = head.framing == Framing::length;
    push(entry, head.fields, head.field_count, kDropped);
}

void HeadQueue::push_interim(int32_t stream_id, const ResponseHead& head) noexcept {
    Entry entry;
    entry.stream_id = stream_id;
    entry.status = static_cast<uint16_t>(head.status);
    entry.kind = Kind::interim;
    push(entry, head.fields, head.field_count, kDropped);
}

void HeadQueue::push_trailers(int32_t stream_id, const Field* fields, size_t count) noexcept {
    Entry entry;
    entry.stream_id = stream_id;
    push(entry, fields, count, kServer | kDate | kContentType | kDropped);
}

void HeadQueue::push(Entry& entry, const Field* fields, size_t count, unsigned left_out) noexcept {
    if (first_ > kMostKeptBytes && first_ > bytes_.size() / 2) bytes_.drop_front(std::exchange(first_, 0));
    const size_t at = bytes_.size();
    (void)bytes_.extend(sizeof entry);
    for (size_t i = 0; i < count; ++i) {
        if ((kind_of(fields[i].name) & left_out) != 0) continue;
        copy(fields[i]);
        ++entry.fields;
    }
    entry.bytes = static_cast<uint32_t>(bytes_.size() - at);
    std::memcpy(bytes_.bytes() + at, &entry, sizeof entry);
    ++count_;
}

void HeadQueue::copy(const Field& field) noexcept {
    const Bytes value = trim_ows(field.value);
    const FieldSizes sizes{static_cast<uint32_t>(field.name.size()), static_cast<uint32_t>(value.size())};
    std::memcpy(bytes_.extend(sizeof sizes), &sizes, sizeof sizes);
    char* name = bytes_.extend(field.name.size());
    for (char c : field.name) *name++ = ascii_lower(c);
    bytes_.append(value);
}

void HeadQueue::write(HeadEncoder& encoder, Buffer& out) const noexcept {
    const Entry entry = front();
    if (entry.kind != Kind::trailers) encoder.add_status(out, entry.status);
    if (entry.own != 0) encoder.add_own(out, entry.own, {own_.server, own_.date, "text/html"});
    const char* at = bytes_.data() + first_ + sizeof entry;
    for (uint32_t i = 0; i < entry.fields; ++i) {
        const auto sizes = load<FieldSizes>(at);
        at += sizeof sizes;
        encoder.add(out, Bytes(at, sizes.name), Bytes(at + sizes.name, sizes.value));
        at += sizes.name + sizes.value;
    }
    if (entry.has_length) encoder.add_length(out, entry.content_length);
}

void HeadQueue::pop() noexcept {
    TERN_CHECK(count_ > 0);
    first_ += front().bytes;
    if (--count_ > 0) return;
    first_ = 0;
    bytes_.clear();
    if (bytes_.capacity() > kMostKeptBytes) bytes_.release();
}

}  // namespace tern::http::h2
