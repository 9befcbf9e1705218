// The head of one part of a multipart/form-data body (RFC 7578 4.2): its name and the type of its content.
#pragma once

#include "base/buffer.h"

namespace tern::http {

// It copies its text, so the parsed input may be freed.
class PartHead {
public:
    // Null data(): the part has none.
    Bytes name() const noexcept { return view(name_); }
    Bytes file_name() const noexcept { return view(file_name_); }  // of a valid filename*, otherwise of filename
    Bytes content_type() const noexcept { return view(content_type_); }
    bool is_file() const noexcept { return file_name_.present; }

    // Parses the field lines, each of which ends with CRLF, and replaces all values. Returns null, or the reason for a
    // refusal (static text).
    const char* parse(Bytes lines) noexcept;

private:
    struct Range {
        size_t at = 0;
        size_t size = 0;
        bool present = false;
    };

    Bytes view(const Range& range) const noexcept {
        return range.present ? Bytes(text_.data() + range.at, range.size) : Bytes();
    }
    const char* read_line(Bytes line) noexcept;
    const char* read_disposition(Bytes value) noexcept;
    const char* keep_parameter(Bytes name, Bytes raw_value) noexcept;
    Range keep(Bytes bytes) noexcept;
    Range keep_unquoted(Bytes raw_value) noexcept;
    Range keep_extended(Bytes raw_value) noexcept;

    Range name_;
    Range file_name_;
    Range plain_file_name_;
    Range content_type_;
    bool has_disposition_ = false;
    Buffer text_;
};

}  // namespace tern::http
