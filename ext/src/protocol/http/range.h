// Byte ranges (RFC 9110 14): the requested parts of a representation.
#pragma once

#include <array>

#include "base/bytes.h"

namespace tern::http {

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
