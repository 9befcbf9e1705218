#include "protocol/http/conditional.h"

#include <algorithm>

#include "protocol/http/date.h"
#include "protocol/http/field.h"
#include "protocol/http/number.h"

namespace tern::http {

namespace {

enum class Comparison : uint8_t { strong, weak };

// Removes one entity tag from the front; empty: there is none.
Bytes take_tag(Bytes& list) noexcept {
    const size_t open = list.starts_with("W/\"") ? 2 : 0;
    if (list.size() <= open || list[open] != '"') return {};
    const size_t close = list.find('"', open + 1);
    if (close == Bytes::npos) return {};
    const Bytes tag = list.substr(0, close + 1);
    list.remove_prefix(close + 1);
    return tag;
}

Bytes opaque(Bytes tag) noexcept { return tag.starts_with("W/") ? tag.substr(2) : tag; }

bool same(Bytes a, Bytes b, Comparison comparison) noexcept {
    if (comparison == Comparison::weak) return opaque(a) == opaque(b);
    return a == b && a.starts_with('"');
}

// True: a list of entity tags has this one. Malformed text ends the list.
bool names(Bytes list, Bytes etag, Comparison comparison) noexcept {
    if (trim_ows(list) == "*") return true;
    for (;;) {
        while (!list.empty() && (list[0] == ' ' || list[0] == '\t' || list[0] == ',')) list.remove_prefix(1);
        const Bytes tag = take_tag(list);
        if (tag.empty()) return false;
        if (same(tag, etag, comparison)) return true;
    }
}

// A field that may occur once.
struct Single {
    Bytes value;
    int count = 0;

    void add(Bytes text) noexcept {
        value = text;
        ++count;
    }
};

struct Conditions {
    bool has_match = false;
    bool matches = false;
    bool has_none_match = false;
    bool none_matches = true;
    Single modified_since;
    Single unmodified_since;
};

void add(Conditions& found, const Field& field, Bytes etag) noexcept {
    if (equals_lower(field.name, "if-match")) {
        found.has_match = true;
        found.matches = found.matches || names(field.value, etag, Comparison::strong);
    } else if (equals_lower(field.name, "if-none-match")) {
        found.has_none_match = true;
        found.none_matches = found.none_matches && !names(field.value, etag, Comparison::weak);
    } else if (equals_lower(field.name, "if-modified-since")) {
        found.modified_since.add(field.value);
    } else if (equals_lower(field.name, "if-unmodified-since")) {
        found.unmodified_since.add(field.value);
    }
}

// The date of a field that occurs once and is well-formed. Others are ignored (RFC 9110 13.1.3, 13.1.4).
bool date_of(const Single& field, int64_t now, int64_t& date) noexcept {
    if (field.count != 1) return false;
    const Result<int64_t> parsed = parse_date(field.value, now);
    if (parsed.ok()) date = parsed.value();
    return parsed.ok();
}

// A date is a strong validator only when the representation cannot have changed twice in that second (8.8.2.2).
bool if_range_holds(Bytes value, const Validators& current) noexcept {
    if (value.starts_with('"') || value.starts_with("W/")) return same(value, current.etag, Comparison::strong);
    const Result<int64_t> date = parse_date(value, current.now);
    return date.ok() && date.value() == current.last_modified && current.last_modified < current.now;
}

}  // namespace

Precondition evaluate(const RequestHead& head, const Validators& current) noexcept {
    Conditions found;
    for (uint32_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (field.name.size() >= 8 && ascii_lower(field.name[0]) == 'i') add(found, field, current.etag);
    }
    int64_t date = 0;
    if (found.has_match) {
        if (!found.matches) return Precondition::failed;
    } else if (date_of(found.unmodified_since, current.now, date) && current.last_modified > date) {
        return Precondition::failed;
    }
    if (found.has_none_match) return found.none_matches ? Precondition::holds : Precondition::not_modified;
    if (date_of(found.modified_since, current.now, date) && current.last_modified <= date) {
        return Precondition::not_modified;
    }
    return Precondition::holds;
}

Bytes applicable_range(const RequestHead& head, const Validators& current) noexcept {
    Single range;
    Single condition;
    for (uint32_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (equals_lower(field.name, "range")) range.add(field.value);
        if (equals_lower(field.name, "if-range")) condition.add(field.value);
    }
    if (range.count != 1 || condition.count > 1) return {};
    if (condition.count == 1 && !if_range_holds(condition.value, current)) return {};
    return range.value;
}

bool is_conditional(const RequestHead& head) noexcept {
    for (uint32_t i = 0; i < head.field_count; ++i) {
        const Bytes name = head.fields[i].name;
        if (name.size() == 5 && equals_lower(name, "range")) return true;
        if (name.size() >= 8 && equals_lower(name.substr(0, 3), "if-")) return true;
    }
    return false;
}

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
