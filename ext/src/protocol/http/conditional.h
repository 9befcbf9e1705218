// Conditional requests (RFC 9110 13), which compare fields with the current representation, and requests of ranges
// (RFC 9110 14).
#pragma once

#include <array>

#include "base/bytes.h"
#include "protocol/http/head.h"

namespace tern::http {

// The validators of a representation.
struct Validators {
    Bytes etag;                 // with its quotes; "W/" before them makes it weak
    int64_t last_modified = 0;  // seconds since 1970
    int64_t now = 0;            // the same, for the time of the response
};

enum class Precondition : uint8_t { holds, not_modified, failed };  // 304, 412

// In the order of RFC 9110 13.2.2, for GET and HEAD.
Precondition evaluate(const RequestHead& head, const Validators& current) noexcept;

// The value of the Range field, unless If-Range names another representation or the field is repeated. Null data():
// none.
Bytes applicable_range(const RequestHead& head, const Validators& current) noexcept;

// True: one of the fields above is present. Otherwise nothing needs to be evaluated.
bool is_conditional(const RequestHead& head) noexcept;

// A requested part of a representation.
struct ByteRange {
    uint64_t first = 0;
    uint64_t length = 0;  // never 0

    uint64_t last() const noexcept { return first + length - 1; }
};

struct RangeSet {
    // With more ranges the field is ignored: only attackers send that many.
    static constexpr size_t kMost = 16;

    enum class Kind : uint8_t {
        ignored,        // another unit, or too many ranges: the whole representation
        unsatisfiable,  // 416: malformed, or all of it is beyond the end
        satisfiable,
    };
    Kind kind = Kind::ignored;
    size_t count = 0;
    std::array<ByteRange, kMost> ranges;
};

// In the requested order; but if ranges overlap or touch, all are sorted and merged.
RangeSet parse_range(Bytes field_value, uint64_t size) noexcept;

}  // namespace tern::http
