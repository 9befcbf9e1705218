// Conditional requests (RFC 9110 13): compares the fields of a request with the current representation.
#pragma once

#include "protocol/http/head.h"

namespace tern::http {

// The validators of a representation.
struct Validators {
    Bytes etag;                 // with its quotes; "W/" before them makes it weak
    int64_t last_modified = 0;  // seconds since 1970
    int64_t now = 0;            // the same, for the time of the answer
};

enum class Precondition : uint8_t { holds, not_modified, failed };  // 304, 412

// In the order of RFC 9110 13.2.2, for GET and HEAD.
Precondition evaluate(const RequestHead& head, const Validators& current) noexcept;

// The value of the Range field, unless If-Range names another representation or the field is repeated. Null data():
// none.
Bytes applicable_range(const RequestHead& head, const Validators& current) noexcept;

// True: one of the fields above is present. Otherwise nothing needs to be evaluated.
bool is_conditional(const RequestHead& head) noexcept;

}  // namespace tern::http
