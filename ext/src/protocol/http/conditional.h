// Conditional requests (RFC 9110 13): what the fields of a request say about the representation that is there.
#pragma once

#include "protocol/http/head.h"

namespace tern::http {

// What identifies a representation.
struct Validators {
    Bytes etag;                 // with its quotes; "W/" before them makes it weak
    int64_t last_modified = 0;  // seconds since 1970
    int64_t now = 0;            // the same, of the answer
};

enum class Precondition : uint8_t { holds, not_modified, failed };  // 304, 412

// In the order of RFC 9110 13.2.2, for GET and HEAD.
Precondition evaluate(const RequestHead& head, const Validators& current) noexcept;

// The value of the Range field, unless If-Range says that it is meant for another representation, or the field is there
// twice. Null data() when there is none.
Bytes applicable_range(const RequestHead& head, const Validators& current) noexcept;

// One of the fields above is there: without them nothing needs to be evaluated.
bool is_conditional(const RequestHead& head) noexcept;

}  // namespace tern::http
