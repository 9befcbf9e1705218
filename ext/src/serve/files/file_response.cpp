#include "serve/files/file_response.h"

#include <sys/random.h>
#include <utility>

#include "base/clock.h"
#include "net/stream.h"
#include "protocol/http/conditional.h"

namespace tern::serve {

Slice owned(std::string text) {
    auto* kept = new std::string(std::move(text));
    return Slice(*kept, kept, [](void* self) { delete static_cast<std::string*>(self); });
}

namespace {

// Formats "bytes 0-9/100".
std::string format_range(const http::ByteRange& range, uint64_t size) {
    return "bytes " + std::to_string(range.first) + '-' + std::to_string(range.last()) + '/' + std::to_string(size);
}

// A part of the file as a part of the body.
BodyPart part_of(CachedFile& file, const http::ByteRange& range) {
    if (file.kind == CachedFile::Kind::open) {
        return {{}, file.fd, static_cast<off_t>(range.first), range.length};
    }
    return {file.slice(range.first, range.length), {}, 0, 0};
}

// The file must not contain it. So it is random, and unknown when the file is written.
std::string make_boundary() {
    uint64_t number = 0;
    if (::getrandom(&number, sizeof number, GRND_NONBLOCK) < 0) number = static_cast<uint64_t>(wall_clock_us());
    return "tern" + std::to_string(number);
}

}  // namespace

FileResponse::FileResponse(CachedFile& file, const Exchange& exchange, int64_t now_s) : file_(file) {
    if (!http::is_conditional(exchange.head)) return;
    const http::Validators current{file.etag, file.status.modified_s(), now_s};
    const http::Precondition precondition = http::evaluate(exchange.head, current);
    if (precondition != http::Precondition::holds) {
        status_ = precondition == http::Precondition::failed ? 412 : 304;
        has_body_ = false;
    } else if (!exchange.is_head_request()) {  // RFC 9110 14.2: only GET has ranges
        select(http::applicable_range(exchange.head, current));
    }
}

// An empty range cannot be expressed.
void FileResponse::select(Bytes field) {
    http::RangeSet set = http::parse_range(field, file_.status.size);
    if (set.kind == http::RangeSet::Kind::ignored) return;
    has_body_ = set.kind == http::RangeSet::Kind::satisfiable;
    status_ = has_body_ ? 206 : 416;
    if (!has_body_) {
        content_range_ = "bytes */" + std::to_string(file_.status.size);
    } else if (set.count == 1) {
        content_range_ = format_range(set.ranges[0], file_.status.size);
    } else {
        boundary_ = make_boundary();
        multipart_ = "multipart/byteranges; boundary=" + boundary_;
    }
    if (has_body_) ranges_ = set;
}

Bytes FileResponse::content_type(Bytes media_type) {
    media_type_ = media_type;
    return multipart_.empty() ? media_type : Bytes(multipart_);
}

Error FileResponse::send(Exchange& exchange, http::ResponseHead& head) {
    head.status = status_;
    if (!has_body_) return exchange.responder()->respond(exchange, head, Slice());
    if (!ranges_) return send_whole(exchange, head);
    return ranges_->count == 1 ? send_range(exchange, head) : send_ranges(exchange, head);
}

Error FileResponse::send_whole(Exchange& exchange, http::ResponseHead& head) {
    head.content_length = file_.status.size;
    if (file_.kind == CachedFile::Kind::open) return exchange.responder()->respond_file(exchange, head, file_.fd, 0);
    if (file_.content.size() <= net::Stream::kCopyLimit) {
        return exchange.responder()->respond(exchange, head, Slice(Bytes(file_.content)));
    }
    return exchange.responder()->respond(exchange, head, file_.slice(0, file_.content.size()));
}

Error FileResponse::send_range(Exchange& exchange, http::ResponseHead& head) {
    head.content_length = ranges_->ranges[0].length;
    BodyPart part = part_of(file_, ranges_->ranges[0]);
    return exchange.responder()->respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

// Sends multipart/byteranges (RFC 9110 14.6).
Error FileResponse::send_ranges(Exchange& exchange, http::ResponseHead& head) {
    std::vector<BodyPart> parts;
    parts.reserve(2 * ranges_->count + 1);
    uint64_t length = 0;
    std::string text;
    for (size_t i = 0; i < ranges_->count; ++i) {
        const http::ByteRange& range = ranges_->ranges[i];
        text.append(i == 0 ? "--" : "\r\n--").append(boundary_).append("\r\nContent-Type: ").append(media_type_);
        text.append("\r\nContent-Range: ").append(format_range(range, file_.status.size)).append("\r\n\r\n");
        length += text.size() + range.length;
        parts.push_back({owned(std::exchange(text, {})), {}, 0, 0});
        parts.push_back(part_of(file_, range));
    }
    text.append("\r\n--").append(boundary_).append("--\r\n");
    head.content_length = length + text.size();
    parts.push_back({owned(std::move(text)), {}, 0, 0});
    return exchange.responder()->respond_parts(exchange, head, parts);
}

}  // namespace tern::serve
