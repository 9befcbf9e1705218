// The pairs of a Cookie field, as PHP's $_COOKIE has them. The field is split at ';'. White space before a name is
// skipped, a pair without '=' has an empty value, and a pair without a name is ignored. The results are views of the
// field, without percent-decoding. White space after a value belongs to it. If a name is repeated, PHP keeps the first
// pair, which is left to the caller.
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

    // False at the end; `pair` is unchanged then.
    bool next(CookiePair& pair) noexcept;

private:
    Bytes rest_;
};

// The characters allowed in a Set-Cookie field (RFC 6265 4.1.1). A name may also have brackets, for PHP's arrays of
// cookies. A value may be quoted. Path and domain may be empty.
bool valid_cookie_name(Bytes name) noexcept;
bool valid_cookie_value(Bytes value) noexcept;
bool valid_cookie_path(Bytes path) noexcept;
bool valid_cookie_domain(Bytes domain) noexcept;

}  // namespace tern::http
