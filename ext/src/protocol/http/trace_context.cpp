#include "protocol/http/trace_context.h"

#include <algorithm>

#include "protocol/http/field.h"

namespace tern::http {

namespace {

constexpr size_t kMostMembers = 32;
constexpr size_t kLongestKey = 256;
constexpr size_t kLongestTenant = 241;
constexpr size_t kLongestSystem = 14;
constexpr size_t kLongestValue = 256;

// Upper-case digits are errors in these fields.
constexpr int digit_of(char c) noexcept { return c == ascii_lower(c) ? hex_value(c) : -1; }

bool read_hex(Bytes text, uint8_t* into) noexcept {
    for (size_t i = 0; i < text.size(); i += 2) {
        const int high = digit_of(text[i]);
        const int low = digit_of(text[i + 1]);
        if (high < 0 || low < 0) return false;
        *into++ = static_cast<uint8_t>(high * 16 + low);
    }
    return true;
}

template <size_t Size>
bool all_zero(const std::array<uint8_t, Size>& id) noexcept {
    return std::ranges::all_of(id, [](uint8_t byte) { return byte == 0; });
}

constexpr bool is_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }

bool valid_name(Bytes name, size_t longest, bool may_begin_with_digit) noexcept {
    if (name.empty() || name.size() > longest) return false;
    if (!is_letter(name[0]) && !(may_begin_with_digit && ascii_digit(name[0]))) return false;
    return std::ranges::all_of(
        name, [](char c) { return is_letter(c) || ascii_digit(c) || c == '_' || c == '-' || c == '*' || c == '/'; });
}

bool valid_key(Bytes key) noexcept {
    const size_t at = key.find('@');
    if (at == Bytes::npos) return valid_name(key, kLongestKey, false);
    return valid_name(key.substr(0, at), kLongestTenant, true) && valid_name(key.substr(at + 1), kLongestSystem, false);
}

bool valid_value(Bytes value) noexcept {
    if (value.empty() || value.size() > kLongestValue || value.back() == ' ') return false;
    return std::ranges::all_of(value, [](char c) { return c >= 0x20 && c <= 0x7e && c != ',' && c != '='; });
}

}  // namespace

std::optional<TraceContext> parse_traceparent(Bytes value) noexcept {
    if (value.size() < kTraceparentBytes || value[2] != '-' || value[35] != '-' || value[52] != '-') return {};
    uint8_t version = 0;
    uint8_t flags = 0;
    TraceContext context;
    const bool hex = read_hex(value.substr(0, 2), &version) && read_hex(value.substr(3, 32), context.trace_id.data()) &&
                     read_hex(value.substr(36, 16), context.span_id.data()) && read_hex(value.substr(53, 2), &flags);
    if (!hex || version == 0xff || all_zero(context.trace_id) || all_zero(context.span_id)) return {};
    if (value.size() > kTraceparentBytes && (version == 0 || value[kTraceparentBytes] != '-')) return {};
    context.sampled = (flags & 1) != 0;
    return context;
}

void write_hex(char* out, const uint8_t* bytes, size_t size) noexcept {
    constexpr char kDigits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; ++i) {
        *out++ = kDigits[bytes[i] >> 4];
        *out++ = kDigits[bytes[i] & 15];
    }
}

void write_traceparent(char (&out)[kTraceparentBytes], const TraceContext& context) noexcept {
    std::ranges::copy(Bytes("00-"), out);
    write_hex(out + 3, context.trace_id.data(), context.trace_id.size());
    out[35] = '-';
    write_hex(out + 36, context.span_id.data(), context.span_id.size());
    std::ranges::copy(context.sampled ? Bytes("-01") : Bytes("-00"), out + 52);
}

bool valid_tracestate(Bytes value) noexcept {
    size_t members = 0;
    while (!value.empty()) {
        const Bytes member = take_element(value);
        if (member.empty()) continue;
        const size_t equals = member.find('=');
        if (equals == Bytes::npos || ++members > kMostMembers) return false;
        if (!valid_key(member.substr(0, equals)) || !valid_value(member.substr(equals + 1))) return false;
    }
    return true;
}

std::optional<TraceContext> read_trace_context(const RequestHead& head, std::string& state) {
    std::optional<TraceContext> context;
    state.clear();
    size_t parents = 0;
    for (uint32_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (equals_lower(field.name, "traceparent")) {
            context = parse_traceparent(field.value);
            ++parents;
        } else if (equals_lower(field.name, "tracestate") && !field.value.empty()) {
            if (!state.empty()) state += ',';
            state += field.value;
        }
    }
    if (parents != 1) context.reset();
    if (!context || !valid_tracestate(state)) state.clear();
    return context;
}

}  // namespace tern::http
