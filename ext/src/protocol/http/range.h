// Byte ranges (RFC 9110 14): which parts of a representation a Range field asks for.
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
    // More of them, and the field is ignored: nobody needs them but those who want a server to work in vain.
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

// In the order asked for; ranges that overlap or touch make all of them ascending and merged.
RangeSet parse_range(Bytes field_value, uint64_t size) noexcept;

}  // namespace tern::http
