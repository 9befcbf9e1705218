#include "protocol/fastcgi/parameters.h"

#include <algorithm>

#include "protocol/http/field.h"
#include "protocol/http/number.h"
#include "protocol/http/scan.h"
#include "protocol/http/uri.h"

namespace tern::fastcgi {

namespace {

constexpr Bytes kFieldPrefix = "HTTP_";
constexpr uint8_t kLongLength = 0x80;  // four bytes, without this bit

// Fields of the client that would contradict CONTENT_TYPE and CONTENT_LENGTH, or describe the web server's connection.
constexpr Bytes kDroppedFields[] = {"HTTP_CONTENT_TYPE", "HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING",
                                    "HTTP_EXPECT"};

// Where others are left out, there is room for Content-Type, Content-Length and Cookie.
constexpr uint32_t kMostOfMany = http::RequestHead::kMaxFields - 3;

bool is_dropped(Bytes variable) noexcept {
    for (Bytes one : kDroppedFields) {
        if (variable == one) return true;
    }
    return false;
}

http::Version version_of(Bytes protocol) noexcept {
    if (is_text(protocol, "HTTP/1.0") || is_text(protocol, "HTTP/0.9")) return http::Version::http10;
    return protocol.starts_with("HTTP/2") || protocol.starts_with("HTTP/3") ? http::Version::http2
                                                                            : http::Version::http11;
}

// With the characters that no target has as %XX.
std::string encoded_target(Bytes target) {
    std::string text;
    for (char c : target) {
        if (http::is_in(c, http::kTargetChar)) {
            text += c;
        } else {
            http::append_percent(text, c);
        }
    }
    return text;
}

bool is_target(Bytes target) noexcept {
    const char* const end = target.data() + target.size();
    return http::scan_target(target.data(), end) == end;
}

// The path of a target in absolute form.
Bytes without_authority(Bytes target) noexcept {
    const size_t scheme = target.find("://");
    if (target.starts_with('/') || scheme == Bytes::npos) return target;
    const size_t slash = target.find('/', scheme + 3);
    return slash == Bytes::npos ? Bytes("/") : target.substr(slash);
}

bool needs_no_body(Bytes method) noexcept { return is_text(method, "GET") || is_text(method, "HEAD"); }

// False: the length is no number.
bool set_length(http::RequestHead& head, Bytes length) noexcept {
    head.has_content_length = !length.empty();
    head.content_length = 0;
    if (!length.empty()) return http::parse_decimal(length, head.content_length);
    head.chunked = !needs_no_body(head.method);
    return true;
}

// HTTP_ACCEPT_LANGUAGE is accept-language.
Bytes write_field_name(char*& at, Bytes variable) noexcept {
    char* const begin = at;
    for (char c : variable) *at++ = c == '_' ? '-' : ascii_lower(c);
    return Bytes(begin, variable.size());
}

}  // namespace

// --- Pairs

bool PairReader::take_length(size_t& length) noexcept {
    if (rest_.empty()) return false;
    const auto first = static_cast<uint8_t>(rest_.front());
    const size_t bytes = first < kLongLength ? 1 : 4;
    if (rest_.size() < bytes) return false;
    length = first & (kLongLength - 1u);
    for (size_t i = 1; i < bytes; ++i) length = length << 8 | static_cast<uint8_t>(rest_[i]);
    rest_.remove_prefix(bytes);
    return true;
}

bool PairReader::has_short_lengths() const noexcept {
    return rest_.size() >= 2 && ((static_cast<uint8_t>(rest_[0]) | static_cast<uint8_t>(rest_[1])) & kLongLength) == 0;
}

bool PairReader::next(Pair& pair) noexcept {
    if (rest_.empty() || malformed_) return false;
    size_t name = 0;
    size_t value = 0;
    if (has_short_lengths()) {
        name = static_cast<uint8_t>(rest_[0]);
        value = static_cast<uint8_t>(rest_[1]);
        rest_.remove_prefix(2);
    } else {
        malformed_ = !take_length(name) || !take_length(value);
    }
    malformed_ = malformed_ || name > rest_.size() || value > rest_.size() - name;
    if (malformed_) return false;
    pair.name = rest_.substr(0, name);
    pair.value = rest_.substr(name, value);
    rest_.remove_prefix(name + value);
    return true;
}

namespace {

void write_pair_length(Buffer& out, size_t length) noexcept {
    const bool is_short = length < kLongLength;
    char* at = out.extend(is_short ? 1 : 4);
    if (!is_short) {
        *at++ = static_cast<char>(kLongLength | (length >> 24 & 0x7f));
        *at++ = static_cast<char>(length >> 16 & 0xff);
        *at++ = static_cast<char>(length >> 8 & 0xff);
    }
    *at = static_cast<char>(length & 0xff);
}

}  // namespace

void write_pair(Buffer& out, Bytes name, Bytes value) noexcept {
    write_pair_length(out, name.size());
    write_pair_length(out, value.size());
    out.append(name);
    out.append(value);
}

// --- Parameters

bool Parameters::parse() noexcept {
    PairReader reader(bytes_.view());
    Pair pair;
    pairs_.clear();
    pairs_.reserve(32);
    while (reader.next(pair)) {
        pairs_.push_back(pair);
        note(pair);
    }
    return !reader.malformed();
}

Bytes Parameters::find(Bytes name) const noexcept {
    for (size_t i = pairs_.size(); i-- > 0;) {
        if (pairs_[i].name == name) return pairs_[i].value;
    }
    return {};
}

void Parameters::put(Bytes name, Bytes value) {
    const auto last =
        std::find_if(pairs_.rbegin(), pairs_.rend(), [name](const Pair& pair) { return pair.name == name; });
    if (last == pairs_.rend()) pairs_.push_back({keep(name), {}});
    Pair& pair = last == pairs_.rend() ? pairs_.back() : *last;
    pair.value = keep(value);
    note(pair);
}

void Parameters::remove(Bytes name) noexcept {
    std::erase_if(pairs_, [name](const Pair& pair) { return pair.name == name; });
    note({name, {}});
}

void Parameters::set_target(http::RequestHead& head) noexcept {
    head.target = find(Variable::request_uri);
    if (!is_target(head.target)) head.target = keep(encoded_target(head.target));
    const Bytes target = without_authority(head.target);
    const size_t mark = target.find('?');
    head.path = target.substr(0, mark);
    if (!head.path.starts_with('/') && head.path != "*") head.path = find(Variable::script_name);
    if (!head.path.starts_with('/') && head.path != "*") head.path = "/";
    head.query = find(Variable::query_string);
    if (head.query.empty() && mark == Bytes::npos) head.query = {};
    if (head.query.data() == nullptr && mark != Bytes::npos) head.query = target.substr(mark + 1);
}

Refusal Parameters::make_head(http::RequestHead& head, const http::HeadLimits& limits, ManyFields many) noexcept {
    head.method = find(Variable::request_method);
    head.raw = {};
    head.version = version_of(find(Variable::server_protocol));
    head.keep_alive = true;
    head.chunked = head.expect_continue = head.upgrade = false;
    head.field_count = 0;
    head.host = find(Variable::http_host);
    if (head.host.data() == nullptr) head.host = find(Variable::server_name);
    if (!set_length(head, find(Variable::content_length))) return {400, "CONTENT_LENGTH is no number"};
    if (head.method.empty() || !http::all_in(head.method, http::kTokenChar)) return {400, "no REQUEST_METHOD"};
    if (find(Variable::request_uri).size() > limits.target_bytes) return {414, "REQUEST_URI is too long"};
    set_target(head);
    return add_fields(head, limits, many);
}

Refusal Parameters::add_fields(http::RequestHead& head, const http::HeadLimits& limits, ManyFields many) noexcept {
    names_.clear();
    char* at = names_.extend(bytes_.size());
    const uint32_t most_fields = std::min<uint32_t>(limits.fields, http::RequestHead::kMaxFields);
    for (const Pair& pair : pairs_) {
        const bool is_field = pair.name.starts_with(kFieldPrefix) && !is_dropped(pair.name);
        const bool is_of_body = is_text(pair.name, "CONTENT_TYPE") || is_text(pair.name, "CONTENT_LENGTH");
        if (!is_field && (!is_of_body || pair.value.empty())) continue;
        const Bytes name = write_field_name(at, is_field ? pair.name.substr(kFieldPrefix.size()) : pair.name);
        if (!http::valid_field_name(name)) continue;
        if (!http::valid_field_value(pair.value)) return {400, "a header field has a line end or NUL in it"};
        head.drop(name);  // the last one counts
        const uint32_t most = is_of_body || name == "cookie" ? http::RequestHead::kMaxFields : kMostOfMany;
        const bool is_full = head.field_count == (many == ManyFields::left_out ? most : most_fields);
        if (is_full && many == ManyFields::refused) return {431, "too many fields"};
        if (is_full) continue;
        head.fields[head.field_count++] = {name, trim_ows(pair.value)};
    }
    return {};
}

}  // namespace tern::fastcgi
