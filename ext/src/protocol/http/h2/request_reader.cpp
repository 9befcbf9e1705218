#include "protocol/http/h2/request_reader.h"

#include <algorithm>
#include <cstring>

#include "protocol/http/field.h"
#include "protocol/http/h2/field_list.h"
#include "protocol/http/number.h"
#include "protocol/http/uri.h"

namespace tern::http::h2 {

namespace {

constexpr bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

// RFC 3986 3.1.
bool is_scheme(Bytes text) noexcept {
    return is_letter(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
               return is_letter(c) || ascii_digit(c) || c == '+' || c == '-' || c == '.';
           });
}

// A value has no white space around it, and no character that could split a message.
bool is_value(Bytes text) noexcept {
    if (text.empty()) return true;
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    const char* const end = text.data() + text.size();
    return !is_space(text.front()) && !is_space(text.back()) && scan_value(text.data(), end) == end;
}

}  // namespace

RequestReader::RequestReader(const HeadLimits& limits, bool extended_connect, uint32_t field_lines) noexcept
    : limits_(limits), most_lines_(field_lines), extended_connect_(extended_connect) {
    // Room for a Host, a Cookie and an Upgrade field that are made of other fields.
    limits_.fields = std::min<uint32_t>(limits_.fields, RequestHead::kMaxFields - 3);
}

void RequestReader::reset(bool trailers) noexcept {
    text_.clear();
    cookies_.clear();
    counted_ = content_length_ = 0;
    method_ = path_ = authority_ = host_ = protocol_ = {};
    reason_ = nullptr;
    status_ = 0;
    field_count_ = lines_ = 0;
    seen_ = 0;
    priority_ = {};
    method_kind_ = Method::other;
    path_kind_ = Path::other;
    is_trailers_ = trailers;
    has_http_scheme_ = has_fields_ = has_priority_ = false;
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

bool RequestReader::add(Bytes name, Bytes value) noexcept {
    counted_ += name.size() + value.size() + kFieldOverhead;
    if (++lines_ > most_lines_) overflow(431, "more fields than http2_max_headers");
    if (name.empty()) return false;
    if (name.front() == ':') return add_pseudo(name, value);
    has_fields_ = true;
    if (!is_allowed(name, value)) return false;
    if (field_count_ == limits_.fields) overflow(431, "too many fields");
    if (is_full() || note(name, value)) return true;
    Pair& field = fields_[field_count_++];
    field.name = keep(name);
    field.value = keep(value);
    if (has_host_ && host_.size == 0 && is_text(name, "host")) host_ = field.value;
    return true;
}

bool RequestReader::is_full() noexcept {
    if (counted_ > limits_.head_bytes) overflow(431, "head too large");
    return full_;
}

void RequestReader::overflow(int status, const char* reason) noexcept {
    full_ = true;  // further errors do not matter
    refuse(status, reason);
}

// --- Pseudo-header fields

// They come first, each once, and have a value.
bool RequestReader::add_pseudo(Bytes name, Bytes value) noexcept {
    if (is_trailers_ || has_fields_ || value.empty()) return false;
    switch (name.size()) {
        case 5: return is_text(name, ":path") && is_first(kPath) && add_path(value);
        case 7:
            if (is_text(name, ":scheme")) return is_first(kScheme) && add_scheme(value);
            return is_text(name, ":method") && is_first(kMethod) && add_method(value);
        case 9: return is_text(name, ":protocol") && extended_connect_ && is_first(kProtocol) && add_protocol(value);
        case 10: return is_text(name, ":authority") && is_first(kAuthority) && add_authority(value);
        default: return false;
    }
}

bool RequestReader::is_first(Seen field) noexcept {
    const bool first = (seen_ & field) == 0;
    seen_ = static_cast<uint8_t>(seen_ | field);
    return first;
}

bool RequestReader::add_method(Bytes value) noexcept {
    if (!all_in(value, kTokenChar)) return false;
    if (is_text(value, "CONNECT")) method_kind_ = Method::connect;
    if (is_text(value, "OPTIONS")) method_kind_ = Method::options;
    if (!is_full()) method_ = keep(value);
    return true;
}

bool RequestReader::add_scheme(Bytes value) noexcept {
    has_http_scheme_ = equals_lower(value, "http") || equals_lower(value, "https");
    (void)is_full();
    return has_http_scheme_ || is_scheme(value);
}

bool RequestReader::add_path(Bytes value) noexcept {
    const auto in_path = [](char c) { return is_in(c, kTargetChar) || c == '#'; };
    if (!std::all_of(value.begin(), value.end(), in_path)) return false;
    if (value.front() == '/') path_kind_ = Path::absolute;
    if (is_text(value, "*")) path_kind_ = Path::asterisk;
    if (value.size() > limits_.target_bytes) overflow(414, "request target too long");
    if (!is_full()) path_ = keep(value);
    return true;
}

bool RequestReader::add_authority(Bytes value) noexcept {
    if (!is_known(value) && !all_in(value, kAuthorityChar)) return false;
    if (is_full()) return true;
    authority_ = keep(value);
    has_authority_ = true;
    return true;
}

bool RequestReader::add_protocol(Bytes value) noexcept {
    if (!is_value(value)) return false;
    if (!is_full()) protocol_ = keep(value);
    return true;
}

bool RequestReader::has_all_pseudo() const noexcept {
    const auto has = [this](unsigned fields) { return (seen_ & fields) == fields; };
    const bool connects = method_kind_ == Method::connect;
    if (connects && !has(kProtocol)) return has(kAuthority) && (seen_ & (kScheme | kPath)) == 0;
    if (!has(kMethod | kScheme | kPath) || (!has(kAuthority) && !has(kHost))) return false;
    if (has(kProtocol) && (!connects || !has(kAuthority))) return false;
    if (!has_http_scheme_ || path_kind_ == Path::absolute) return true;
    return method_kind_ == Method::options && path_kind_ == Path::asterisk;
}

// --- Other fields

// False: the field makes the request malformed.
bool RequestReader::is_allowed(Bytes name, Bytes value) noexcept {
    if (!all_in(name, kLowerTokenChar) || is_field_of_http1(name) || !is_value(value)) return false;
    switch (name.size()) {
        case 2: return !is_text(name, "te") || equals_lower(value, "trailers");
        case 4: return !is_text(name, "host") || (is_first(kHost) && !value.empty() && all_in(value, kAuthorityChar));
        case 8:
            if (is_text(name, "priority") && !is_trailers_) note_priority(value);
            return true;
        case 14: return !is_text(name, "content-length") || note_length(value);
        default: return true;
    }
}

bool RequestReader::note_length(Bytes value) noexcept {
    if (is_trailers_ || has_content_length_) return false;
    has_content_length_ = parse_decimal(value, content_length_) && content_length_ <= INT64_MAX;
    return has_content_length_;
}

// What this version of the field does not know is ignored.
void RequestReader::note_priority(Bytes value) noexcept {
    while (!value.empty()) {
        const Bytes element = take_element(value);
        const Bytes item = trim_ows(element.substr(0, element.find(';')));
        if (item.size() == 3 && item.starts_with("u=") && item[2] >= '0' && item[2] <= '7') {
            priority_.urgency = static_cast<uint8_t>(item[2] - '0');
        }
        if (item == "i" || item == "i=?1" || item == "i=?0") priority_.incremental = item != "i=?0";
    }
    has_priority_ = true;
}

// True: the field is not to be added to the head.
bool RequestReader::note(Bytes name, Bytes value) noexcept {
    switch (name.size()) {
        case 4:
            if (is_text(name, "host")) note_host(value);
            return is_text(name, "host") && has_authority_;
        case 6:
            if (is_text(name, "expect")) {
                expects_continue_ = true;
                if (!equals_lower(value, "100-continue")) refuse(417, "unknown expectation");
            }
            if (!is_text(name, "cookie")) return false;
            if (!cookies_.empty()) cookies_.append("; ");
            cookies_.append(value);
            return true;
        default: return false;
    }
}

// The authority is this version's Host. A different Host field could deceive code that reads only one of them.
void RequestReader::note_host(Bytes value) noexcept {
    if (has_authority_ && value != view(authority_)) refuse(400, "Host differs from :authority");
    has_host_ = true;
}

void RequestReader::judge() noexcept {
    const Bytes method = view(method_);
    if (method.size() > kMaxMethod) return refuse(501, "method too long");
    if (!all_in(method, kTokenChar)) return refuse(400, "invalid character in the method");
    if (method == "CONNECT" && view(protocol_) != "websocket") return refuse(501, "CONNECT is not served");
    if (!has_authority_ && !has_host_) return refuse(400, "no Host");
    if (!is_valid_host(view(has_authority_ ? authority_ : host_))) return refuse(400, "invalid Host");
    judge_target();
}

bool RequestReader::is_valid_host(Bytes host) noexcept {
    if (is_known(host)) return true;
    if (!valid_authority(host)) return false;
    if (host.size() > sizeof known_host_) return true;
    std::memcpy(known_host_, host.data(), host.size());
    known_host_size_ = static_cast<uint8_t>(host.size());
    return true;
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
