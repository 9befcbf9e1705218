// The answers of StaticFiles: the file, parts of it, or an error.
#include "protocol/http/number.h"
#include "protocol/http/status.h"
#include "serve/files/representation.h"
#include "serve/files/static_files.h"

namespace tern::serve {

namespace {

// Formats "bytes 0-9/100".
std::string content_range(const http::ByteRange& range, uint64_t size) {
    return "bytes " + std::to_string(range.first) + '-' + std::to_string(range.last()) + '/' + std::to_string(size);
}

Slice owned(std::string text) {
    auto* kept = new std::string(std::move(text));
    return Slice(*kept, kept, [](void* self) { delete static_cast<std::string*>(self); });
}

// A part of the file as a part of the body.
BodyPart part_of(CachedFile& file, const http::ByteRange& range) {
    if (file.kind == CachedFile::Kind::open) {
        return {{}, file.fd, static_cast<off_t>(range.first), range.length};
    }
    return {file.slice(range.first, range.length), {}, 0, 0};
}

template <class Chosen>
http::ResponseHead head_of(const Chosen& chosen, int status, uint64_t length) noexcept {
    http::ResponseHead head;
    head.status = status;
    head.fields = chosen.fields.data();
    head.field_count = chosen.count;
    head.content_length = length;
    return head;
}

}  // namespace

void Representation::add_validators() noexcept {
    add("Last-Modified", Bytes(file->last_modified, http::kDateBytes));
    add("ETag", file->etag);
    if (!named->cache_control.empty()) add("Cache-Control", named->cache_control);
    if (varies) add("Vary", "Accept-Encoding");
}

void StaticFiles::send(Exchange& exchange, Representation& chosen) {
    chosen.add_validators();
    if (!http::is_conditional(exchange.head)) {
        send_whole(exchange, chosen);
        return;
    }
    const http::Validators current{chosen.file->etag, chosen.file->status.modified_s(), context_.wall_us() / 1'000'000};
    const http::Precondition precondition = http::evaluate(exchange.head, current);
    if (precondition != http::Precondition::holds) {
        http::ResponseHead head = head_of(chosen, precondition == http::Precondition::failed ? 412 : 304, 0);
        (void)exchange.responder()->respond(exchange, head, Slice());
        return;
    }
    // An empty range cannot be expressed. RFC 9110 14.2: only GET has ranges.
    const Bytes range = exchange.is_head_request() ? Bytes() : http::applicable_range(exchange.head, current);
    const http::RangeSet set = http::parse_range(range, chosen.file->status.size);
    if (set.kind == http::RangeSet::Kind::ignored) {
        send_whole(exchange, chosen);
    } else if (set.kind == http::RangeSet::Kind::unsatisfiable) {
        send_status(exchange, 416, {"Content-Range", "bytes */" + std::to_string(chosen.file->status.size)});
    } else if (set.count == 1) {
        send_range(exchange, chosen, set.ranges[0]);
    } else {
        send_ranges(exchange, chosen, set);
    }
}

void StaticFiles::send_whole(Exchange& exchange, Representation& chosen) {
    CachedFile& file = *chosen.file;
    chosen.add("Content-Type", chosen.named->media_type);
    if (chosen.coding != http::ContentCoding::identity) chosen.add("Content-Encoding", http::name_of(chosen.coding));
    chosen.add("Accept-Ranges", "bytes");
    http::ResponseHead head = head_of(chosen, 200, file.status.size);
    if (file.kind == CachedFile::Kind::open) {
        (void)exchange.responder()->respond_file(exchange, head, file.fd, 0);
    } else if (file.content.size() <= net::Stream::kCopyLimit) {
        (void)exchange.responder()->respond(exchange, head, Slice(Bytes(file.content)));
    } else {
        (void)exchange.responder()->respond(exchange, head, file.slice(0, file.content.size()));
    }
}

void StaticFiles::send_range(Exchange& exchange, Representation& chosen, const http::ByteRange& range) {
    const std::string place = content_range(range, chosen.file->status.size);
    chosen.add("Content-Type", chosen.named->media_type);
    if (chosen.coding != http::ContentCoding::identity) chosen.add("Content-Encoding", http::name_of(chosen.coding));
    chosen.add("Content-Range", place);
    http::ResponseHead head = head_of(chosen, 206, range.length);
    BodyPart part = part_of(*chosen.file, range);
    (void)exchange.responder()->respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

// Sends multipart/byteranges (RFC 9110 14.6).
void StaticFiles::send_ranges(Exchange& exchange, Representation& chosen, const http::RangeSet& set) {
    const std::string boundary = next_boundary();
    const std::string type = "multipart/byteranges; boundary=" + boundary;
    std::vector<BodyPart> parts(2 * set.count + 1);
    size_t count = 0;
    uint64_t length = 0;
    std::string text;
    for (size_t i = 0; i < set.count; ++i) {
        text.append(i == 0 ? "--" : "\r\n--").append(boundary).append("\r\nContent-Type: ");
        text.append(chosen.named->media_type).append("\r\nContent-Range: ");
        text.append(content_range(set.ranges[i], chosen.file->status.size)).append("\r\n\r\n");
        length += text.size() + set.ranges[i].length;
        parts[count++].bytes = owned(std::exchange(text, {}));
        parts[count++] = part_of(*chosen.file, set.ranges[i]);
    }
    text.append("\r\n--").append(boundary).append("--\r\n");
    length += text.size();
    parts[count++].bytes = owned(std::move(text));
    chosen.add("Content-Type", type);
    if (chosen.coding != http::ContentCoding::identity) chosen.add("Content-Encoding", http::name_of(chosen.coding));
    http::ResponseHead head = head_of(chosen, 206, length);
    (void)exchange.responder()->respond_parts(exchange, head, parts);
}

std::string StaticFiles::next_boundary() {
    boundary_ = boundary_ * 6364136223846793005U + 1442695040888963407U;
    char digits[http::kMaxDecimalDigits];
    const char* end = http::write_decimal(digits, boundary_);
    return "tern" + std::string(digits, static_cast<size_t>(end - digits));
}

void StaticFiles::send_status(Exchange& exchange, int status, http::Field field) {
    send_text(exchange, status, "text/plain", std::string(http::reason_phrase(status)), field);
}

void StaticFiles::send_text(Exchange& exchange, int status, Bytes type, std::string text, http::Field field) {
    const http::Field fields[] = {{"Content-Type", type}, field};
    http::ResponseHead head;
    head.status = status;
    head.fields = fields;
    head.field_count = field.name.empty() ? 1 : 2;
    (void)exchange.responder()->respond(exchange, head, owned(std::move(text)));
}

}  // namespace tern::serve
