#include "protocol/http/h2/request_reader.h"

#include <algorithm>
#include <cstring>

#include "protocol/http/char_class.h"
#include "protocol/http/number.h"
#include "protocol/http/uri.h"

namespace tern::http::h2 {

RequestReader::RequestReader(const HeadLimits& limits) noexcept : limits_(limits) {
    // Room for a Host, a Cookie and an Upgrade field that are made of other fields.
    limits_.fields = std::min<uint32_t>(limits_.fields, RequestHead::kMaxFields - 3);
}

void RequestReader::reset() noexcept {
    text_.clear();
    cookies_.clear();
    counted_ = content_length_ = 0;
    method_ = path_ = authority_ = host_ = protocol_ = {};
    reason_ = nullptr;
    status_ = 0;
    field_count_ = 0;
    has_authority_ = has_host_ = has_content_length_ = expects_continue_ = full_ = false;
}

RequestReader::Span RequestReader::keep(Bytes text) noexcept {
    const Span span{static_cast<uint32_t>(text_.size()), static_cast<uint32_t>(text.size())};
    text_.append(text);
    return span;
}

void RequestReader::refuse(int status, const char* reason) noexcept {
    if (status_ != 0) return;
    status_ = status;
    reason_ = reason;
}

void RequestReader::add(Bytes name, Bytes value) noexcept {
    const size_t bytes = name.size() + value.size() + kFieldOverhead;
    if (over_limits(name, bytes)) return;
    if (name.front() == ':') return add_pseudo(name, value);
    if (note(name, value)) return;
    Pair& field = fields_[field_count_++];
    field.name = keep(name);
    field.value = keep(value);
    if (has_host_ && host_.size == 0 && name == "host") host_ = field.value;
}

bool RequestReader::over_limits(Bytes name, size_t bytes) noexcept {
    counted_ += bytes;
    if (name == ":path" && bytes - name.size() - kFieldOverhead > limits_.target_bytes) {
        overflow(414, "request target too long");
    } else if (counted_ > limits_.head_bytes) {
        overflow(431, "head too large");
    } else if (name.front() != ':' && field_count_ == limits_.fields) {
        overflow(431, "too many fields");
    }
    return full_;
}

void RequestReader::overflow(int status, const char* reason) noexcept {
    full_ = true;  // further errors do not matter
    refuse(status, reason);
}

void RequestReader::add_pseudo(Bytes name, Bytes value) noexcept {
    if (name == ":method") {
        method_ = keep(value);
    } else if (name == ":path") {
        path_ = keep(value);
    } else if (name == ":authority") {
        authority_ = keep(value);
        has_authority_ = true;
    } else if (name == ":protocol") {
        protocol_ = keep(value);
    }
}

// True: the field is not to be added to the head.
bool RequestReader::note(Bytes name, Bytes value) noexcept {
    switch (name.size()) {
        case 4:
            if (name == "host") note_host(value);
            return name == "host" && has_authority_;
        case 6:
            if (name == "expect") {
                expects_continue_ = true;
                if (!equals_lower(value, "100-continue")) refuse(417, "unknown expectation");
            }
            if (name != "cookie") return false;
            if (!cookies_.empty()) cookies_.append("; ");
            cookies_.append(value);
            return true;
        case 14:
            if (name != "content-length") return false;
            if (!parse_decimal(value, content_length_)) refuse(400, "invalid Content-Length");
            has_content_length_ = true;
            return false;
        default: return false;
    }
}

// The authority is this version's Host. A different Host field could deceive code that reads only one of them.
void RequestReader::note_host(Bytes value) noexcept {
    if (has_host_) refuse(400, "more than one Host");
    if (has_authority_ && value != view(authority_)) refuse(400, "Host differs from :authority");
    has_host_ = true;
}

void RequestReader::judge() noexcept {
    const Bytes method = view(method_);
    if (method.size() > kMaxMethod) return refuse(501, "method too long");
    if (!all_in(method, kTokenChar)) return refuse(400, "invalid character in the method");
    if (method == "CONNECT" && view(protocol_) != "websocket") return refuse(501, "CONNECT is not served");
    if (!has_authority_ && !has_host_) return refuse(400, "no Host");
    if (!valid_authority(view(has_authority_ ? authority_ : host_))) return refuse(400, "invalid Host");
    judge_target();
}

void RequestReader::judge_target() noexcept {
    const Bytes target = view(path_);
    if (target == "*" && view(method_) == "OPTIONS") return;
    if (target.empty() || target.front() != '/') return refuse(400, "request target has no valid form");
    if (!all_in(target, kTargetChar)) refuse(400, "invalid character in the request target");
}

int RequestReader::finish(RequestHead& head, char* memory, bool has_body) noexcept {
    if (status_ == 0) judge();
    const size_t text_size = text_.size();
    if (text_size > 0) std::memcpy(memory, text_.data(), text_size);
    if (!cookies_.empty()) std::memcpy(memory + text_size, cookies_.data(), cookies_.size());
    const auto placed = [memory](Span span) { return Bytes(memory + span.at, span.size); };
    head.raw = {};
    head.method = placed(method_);
    head.host = placed(has_authority_ ? authority_ : host_);
    head.content_length = content_length_;
    head.version = Version::http2;
    head.keep_alive = true;
    head.chunked = has_body && !has_content_length_ && protocol_.size == 0;
    head.has_content_length = has_content_length_;
    head.expect_continue = expects_continue_ && has_body;
    head.upgrade = protocol_.size > 0;
    set_target(head, placed(path_));
    set_fields(head, memory);
    return status_;
}

void RequestReader::set_target(RequestHead& head, Bytes target) const noexcept {
    const size_t mark = target.find('?');
    head.target = target;
    head.path = target.substr(0, mark);
    head.query = mark == Bytes::npos ? Bytes() : target.substr(mark + 1);
}

void RequestReader::set_fields(RequestHead& head, const char* memory) const noexcept {
    uint32_t count = 0;
    if (has_authority_) head.fields[count++] = {"host", Bytes(memory + authority_.at, authority_.size)};
    for (uint32_t i = 0; i < field_count_; ++i) {
        const Pair& field = fields_[i];
        head.fields[count++] = {Bytes(memory + field.name.at, field.name.size),
                                Bytes(memory + field.value.at, field.value.size)};
    }
    if (protocol_.size > 0) head.fields[count++] = {"upgrade", Bytes(memory + protocol_.at, protocol_.size)};
    if (!cookies_.empty()) head.fields[count++] = {"cookie", Bytes(memory + text_.size(), cookies_.size())};
    head.field_count = count;
}

}  // namespace tern::http::h2
