// The pairs of a Cookie field, as PHP's $_COOKIE sees them: split at ';', white space in front of a name skipped, a
// pair without '=' has an empty value, a pair without a name is no pair. Views into the field; nothing is
// percent-decoded. White space behind a value belongs to it. Of several pairs with one name, PHP keeps the first: that
// is the caller's.
#pragma once

#include "base/bytes.h"

namespace tern::http {

struct CookiePair {
    Bytes name;
    Bytes value;  // never null
};

class CookieReader {
public:
    explicit CookieReader(Bytes field_value) noexcept : rest_(field_value) {}

    // False at the end, and `pair` is untouched.
    bool next(CookiePair& pair) noexcept;

private:
    Bytes rest_;
};

// What may stand in a Set-Cookie field (RFC 6265 4.1.1). A name may have brackets, too, as PHP's arrays of cookies do;
// a value may stand in quotes; path and domain may be empty.
bool valid_cookie_name(Bytes name) noexcept;
bool valid_cookie_value(Bytes value) noexcept;
bool valid_cookie_path(Bytes path) noexcept;
bool valid_cookie_domain(Bytes domain) noexcept;

}  // namespace tern::http
