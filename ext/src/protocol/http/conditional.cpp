#include "protocol/http/conditional.h"

#include "protocol/http/date.h"

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

}  // namespace tern::http
