#include "protocol/http/range.h"

#include <algorithm>

#include "protocol/http/field.h"
#include "protocol/http/number.h"

namespace tern::http {

namespace {

enum class Spec : uint8_t { malformed, beyond, within };

// A number that is too large is beyond every end.
bool parse_position(Bytes digits, uint64_t& number) noexcept {
    if (parse_decimal(digits, number)) return true;
    if (digits.empty()) return false;
    for (char c : digits) {
        if (!ascii_digit(c)) return false;
    }
    number = kMaxLength;
    return true;
}

Spec parse_suffix(Bytes digits, uint64_t size, ByteRange& range) noexcept {
    uint64_t length = 0;
    if (!parse_position(digits, length)) return Spec::malformed;
    range.length = std::min(length, size);
    range.first = size - range.length;
    return range.length == 0 ? Spec::beyond : Spec::within;
}

Spec parse_spec(Bytes spec, uint64_t size, ByteRange& range) noexcept {
    const size_t dash = spec.find('-');
    if (dash == Bytes::npos) return Spec::malformed;
    const Bytes end = spec.substr(dash + 1);
    if (dash == 0) return parse_suffix(end, size, range);
    uint64_t last = kMaxLength;
    if (!parse_position(spec.substr(0, dash), range.first)) return Spec::malformed;
    if (!end.empty() && !parse_position(end, last)) return Spec::malformed;
    if (last < range.first) return Spec::malformed;
    if (range.first >= size) return Spec::beyond;
    range.length = std::min(last, size - 1) - range.first + 1;
    return Spec::within;
}

constexpr bool touch(const ByteRange& a, const ByteRange& b) noexcept {
    return a.first <= b.first + b.length && b.first <= a.first + a.length;
}

bool any_touch(const RangeSet& set) noexcept {
    for (size_t i = 1; i < set.count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (touch(set.ranges[i], set.ranges[j])) return true;
        }
    }
    return false;
}

RangeSet malformed() noexcept {
    RangeSet set;
    set.kind = RangeSet::Kind::unsatisfiable;
    return set;
}

void merge(RangeSet& set) noexcept {
    const auto ascending = [](const ByteRange& a, const ByteRange& b) { return a.first < b.first; };
    std::sort(set.ranges.begin(), set.ranges.begin() + static_cast<ptrdiff_t>(set.count), ascending);
    size_t kept = 0;
    for (size_t i = 1; i < set.count; ++i) {
        ByteRange& before = set.ranges[kept];
        const ByteRange& next = set.ranges[i];
        if (touch(before, next)) {
            before.length = std::max(before.first + before.length, next.first + next.length) - before.first;
        } else {
            set.ranges[++kept] = next;
        }
    }
    set.count = kept + 1;
}

}  // namespace

RangeSet parse_range(Bytes field_value, uint64_t size) noexcept {
    RangeSet set;
    constexpr Bytes kUnit = "bytes=";
    if (!equals_lower(field_value.substr(0, kUnit.size()), kUnit)) return set;
    field_value.remove_prefix(kUnit.size());
    set.kind = RangeSet::Kind::unsatisfiable;
    size_t seen = 0;
    while (!field_value.empty()) {
        const Bytes spec = take_element(field_value);
        if (spec.empty()) continue;
        ByteRange range;
        const Spec what = parse_spec(spec, size, range);
        if (what == Spec::malformed) return malformed();
        if (++seen > RangeSet::kMost) return {};
        if (what == Spec::within) set.ranges[set.count++] = range;
    }
    if (set.count == 0) return set;
    set.kind = RangeSet::Kind::satisfiable;
    if (any_touch(set)) merge(set);
    return set;
}

}  // namespace tern::http
