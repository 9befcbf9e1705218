#include "protocol/http/part_head.h"

#include "protocol/http/field.h"

namespace tern::http {

const char* PartHead::parse(Bytes lines) noexcept {
    name_ = file_name_ = plain_file_name_ = content_type_ = Range();
    has_disposition_ = false;
    text_.clear();
    while (!lines.empty()) {
        const size_t end = lines.find("\r\n");
        if (const char* reason = read_line(lines.substr(0, end))) return reason;
        lines.remove_prefix(end == Bytes::npos ? lines.size() : end + 2);
    }
    if (!file_name_.present) file_name_ = plain_file_name_;
    return nullptr;
}

const char* PartHead::read_line(Bytes line) noexcept {
    if (line.starts_with(' ') || line.starts_with('\t')) return "folded field line in a part";
    const size_t colon = line.find(':');
    const Bytes name = line.substr(0, colon);
    if (colon == Bytes::npos || !valid_field_name(name)) return "invalid field name in a part";
    const Bytes value = trim_ows(line.substr(colon + 1));
    if (!all_in(value, kValueChar)) return "control character in a field of a part";
    if (equals_lower(name, "content-disposition")) return read_disposition(value);
    if (!equals_lower(name, "content-type")) return nullptr;
    if (content_type_.present) return "more than one Content-Type in a part";
    content_type_ = keep(value);
    return nullptr;
}

const char* PartHead::read_disposition(Bytes value) noexcept {
    if (has_disposition_) return "more than one Content-Disposition in a part";
    has_disposition_ = true;
    ParameterReader parameters(value);
    Parameter parameter;
    while (parameters.next(parameter)) {
        Range* place = nullptr;
        if (equals_lower(parameter.name, "name")) place = &name_;
        if (equals_lower(parameter.name, "filename")) place = &plain_file_name_;
        if (equals_lower(parameter.name, "filename*")) place = &file_name_;
        if (place == nullptr) continue;
        if (place->present) return "parameter given twice in a Content-Disposition";
        if (place == &file_name_) {
            *place = keep_extended(parameter.value);
        } else {
            *place = parameter.quoted ? keep_unquoted(parameter.value) : keep(parameter.value);
        }
    }
    return parameters.malformed() ? "malformed Content-Disposition" : nullptr;
}

PartHead::Range PartHead::keep(Bytes bytes) noexcept {
    const Range range{text_.size(), bytes.size(), true};
    text_.append(bytes);
    // One more byte, so that an empty text has an address, too.
    text_.append(Bytes("\0", 1));
    return range;
}

// Browsers escape quotes as %22, which is kept, or with a backslash. A backslash before another character belongs to a
// path, as in "C:\photo.jpg".
PartHead::Range PartHead::keep_unquoted(Bytes raw_value) noexcept {
    const size_t start = text_.size();
    char* const begin = text_.extend(raw_value.size() + 1);
    char* out = begin;
    for (size_t i = 0; i < raw_value.size(); ++i) {
        const char next = i + 1 < raw_value.size() ? raw_value[i + 1] : '\0';
        if (raw_value[i] == '\\' && (next == '"' || next == '\\')) ++i;
        *out++ = raw_value[i];
    }
    return Range{start, static_cast<size_t>(out - begin), true};
}

// RFC 8187: charset "'" [language] "'" percent-encoded bytes. Only UTF-8; anything invalid counts as absent, so that
// the plain file name is used. Whether the bytes are valid UTF-8 is not checked.
PartHead::Range PartHead::keep_extended(Bytes raw_value) noexcept {
    const size_t charset = raw_value.find('\'');
    if (charset == Bytes::npos || !equals_lower(raw_value.substr(0, charset), "utf-8")) return {};
    const size_t language = raw_value.find('\'', charset + 1);
    if (language == Bytes::npos) return {};
    const Bytes encoded = raw_value.substr(language + 1);
    const size_t start = text_.size();
    char* const begin = text_.extend(encoded.size() + 1);
    char* out = begin;
    for (size_t i = 0; i < encoded.size(); ++i) {
        char c = encoded[i];
        if (c == '%') {
            if (encoded.size() - i < 3 || !all_in(encoded.substr(i + 1, 2), kHexChar)) return {};
            c = static_cast<char>(hex_value(encoded[i + 1]) * 16 + hex_value(encoded[i + 2]));
            i += 2;
        } else if (!is_in(c, kTokenChar)) {
            return {};
        }
        if (!is_in(c, kValueChar)) return {};
        *out++ = c;
    }
    return Range{start, static_cast<size_t>(out - begin), true};
}

}  // namespace tern::http
