#include "php/engine/options/options.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/check.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/options/option_row.h"
#include "php/engine/state/outer_code.h"

namespace tern::php {

namespace {

// Calls see(name) for the name and each alias; stops when it returns true.
template <class See>
bool each_name(const Option& row, See see) noexcept {
    if (see(Bytes(row.name))) return true;
    Bytes rest(row.aliases);
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(' '), rest.size());
        if (see(rest.substr(0, end))) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

constexpr Bytes kUnknown = "it is unknown";
constexpr size_t kMaxCompared = 63;

// The edit distance: the fewest single-byte insertions, removals and replacements.
size_t edit_distance(Bytes a, Bytes b) noexcept {
    if (a.size() > kMaxCompared || b.size() > kMaxCompared) return kMaxCompared;
    size_t row[kMaxCompared + 1];
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (ascii_lower(a[i - 1]) != ascii_lower(b[j - 1]));
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

// Lists of numbers have no keys.
bool read_one(const Option& row, zend_string* key, zval* given, OptionValue* value) {
    return row.kind == OptionKind::integers ? read_number(row, given, value) : read_element(row, key, given, value);
}

bool store_list(const Option& row, HashTable* list, void* member) {
    row.member.type->clear(member);
    zend_string* key;
    zval* element;
    ZEND_HASH_FOREACH_STR_KEY_VAL(list, key, element) {
        OptionValue value{};
        if (!read_one(row, key, element, &value)) return false;
        row.member.type->put(member, value);
        if (value.owner != nullptr) zend_string_release(value.owner);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// Fields with other names belong to the program.
bool store_fields(const Option& row, zend_string* name, HashTable* fields, std::vector<TextRecord>& records) {
    records.emplace_back().name.assign(view(name));
    zend_string* key;
    zval* element;
    ZEND_HASH_FOREACH_STR_KEY_VAL(fields, key, element) {
        ZVAL_DEREF(element);
        if (key == nullptr || Z_TYPE_P(element) != IS_STRING) continue;
        OptionValue value;
        if (!read_element(row, name, element, &value)) return false;
        value.key = view(key);
        put(records.back(), value);
        zend_string_release(value.owner);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool store_records(const Option& row, HashTable* list, void* member) {
    auto& records = *static_cast<std::vector<TextRecord>*>(member);
    records.clear();
    zend_string* name;
    zval* element;
    ZEND_HASH_FOREACH_STR_KEY_VAL(list, name, element) {
        ZVAL_DEREF(element);
        if (name == nullptr || Z_TYPE_P(element) != IS_ARRAY) return refuse_type(row, element);
        if (!store_fields(row, name, Z_ARRVAL_P(element), records)) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool is_list(OptionKind kind) noexcept { return kind >= OptionKind::integers; }

bool assign(const Option& row, zval* given, void* target) {
    void* member = row.member.in(target);
    if (is_list(row.kind)) {
        if (Z_TYPE_P(given) != IS_ARRAY) return refuse_type(row, given);
        HashTable* list = Z_ARRVAL_P(given);
        return row.kind == OptionKind::records ? store_records(row, list, member) : store_list(row, list, member);
    }
    if (row.kind == OptionKind::callable) {
        if (!zend_is_callable(given, 0, nullptr)) return refuse_type(row, given);
        row.member.type->put(member, {1, {}, {}, nullptr});
        return true;
    }
    OptionValue value;
    if (!read_value(row, given, &value)) return false;
    row.member.type->put(member, value);
    if (value.owner != nullptr) zend_string_release(value.owner);
    return true;
}

// For `tern doctor`, which names them. `reason`: empty if the option means nothing where it was given.
void note_without_effect(zend_string* name, Bytes reason) {
    TERN_G(log)->print(LogLevel::debug, "option \"%s\" has no effect here%s%.*s", ZSTR_VAL(name),
                       reason.empty() ? "" : ": ", static_cast<int>(reason.size()), reason.data());
    const OuterCode::Inner inner = OuterCode::enter();
    HashTable*& noted = TERN_G(options_without_effect);
    if (noted == nullptr) noted = zend_new_array(0);
    zval why;
    ZVAL_STR(&why, reason.empty() ? ZSTR_EMPTY_ALLOC() : zend_string_init(reason.data(), reason.size(), false));
    zend_symtable_str_update(noted, ZSTR_VAL(name), ZSTR_LEN(name), &why);
    OuterCode::leave(inner);
}

// An option that has no effect where it was given: programs that use the published names get no warning.
bool is_accepted(zend_string* name, Bytes reason = Bytes()) {
    if (!is_published_option(view(name))) return false;
    note_without_effect(name, reason);
    return true;
}

// "; the nearest known one is ..." or nothing. The caller releases it.
zend_string* describe_nearest(const OptionTable& table, Bytes name) {
    const Bytes near = nearest_option(table, name);
    if (near.empty()) return ZSTR_EMPTY_ALLOC();
    return zend_strpprintf(0, "; the nearest known one is \"%.*s\"", static_cast<int>(near.size()), near.data());
}

void report_unknown(const OptionTable& table, zend_string* name, UnknownOptions unknown) {
    zend_string* nearest = describe_nearest(table, view(name));
    if (unknown == UnknownOptions::warn) {
        warn("unknown option \"%s\"%s", ZSTR_VAL(name), ZSTR_VAL(nearest));
    } else {
        zend_string* reason =
            zend_strpprintf(0, "%.*s%s", static_cast<int>(kUnknown.size()), kUnknown.data(), ZSTR_VAL(nearest));
        note_without_effect(name, view(reason));
        zend_string_release(reason);
    }
    zend_string_release(nearest);
}

void apply_one(const OptionTable& table, zend_string* name, zval* value, const OptionTargets& targets) {
    const Option* row = find_option(table, view(name));
    if (row == nullptr) {
        if (!is_accepted(name)) report_unknown(table, name, targets.unknown);
        return;
    }
    if (targets.serves != nullptr && !targets.serves(*row)) {
        note_without_effect(name, "this kind of server does not have it");
        return;
    }
    void* target = row->scope == OptionScope::server ? targets.server : targets.port;
    if (target == nullptr) {
        if (!is_accepted(name, "it belongs to the server"))
            warn("option \"%s\" belongs to the server and has no effect on a port", ZSTR_VAL(name));
        return;
    }
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_NULL) return;
    if (!assign(*row, value, target)) return;
    targets.touched->add(static_cast<size_t>(row - table.rows.data()));
    if (const Bytes reason = without_effect(*row); !reason.empty()) note_without_effect(name, reason);
}

}  // namespace

void note_option(zend_string* name) { note_without_effect(name, is_published_option(view(name)) ? Bytes() : kUnknown); }

Bytes without_effect(const Option& row) noexcept {
    constexpr Bytes kMark = "Accepted, without effect: ";
    const Bytes doc(row.doc);
    return doc.starts_with(kMark) ? doc.substr(kMark.size()) : Bytes();
}

void drop_options_without_effect() {
    if (TERN_G(options_without_effect) != nullptr) zend_array_destroy(TERN_G(options_without_effect));
    TERN_G(options_without_effect) = nullptr;
}

const Option* find_option(const OptionTable& table, Bytes name) noexcept {
    for (const Option& row : table.rows) {
        if (each_name(row, [&](Bytes known) { return known == name; })) return &row;
    }
    return nullptr;
}

Bytes nearest_option(const OptionTable& table, Bytes name) noexcept {
    Bytes best;
    size_t least = std::max<size_t>(2, name.size() / 3) + 1;  // beyond that a suggestion is a guess
    const auto compare = [&](Bytes known) {
        const size_t distance = edit_distance(name, known);
        if (distance < least) {
            least = distance;
            best = known;
        }
        return false;
    };
    for (const Option& row : table.rows) each_name(row, compare);
    for (const char* pending : table.pending) compare(Bytes(pending));
    return best;
}

bool apply_options(const OptionTable& table, HashTable* settings, const OptionTargets& targets) {
    TERN_CHECK(table.rows.size() <= OptionMask::kMaxRows);
    zend_ulong index;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_KEY_VAL(settings, index, name, value) {
        if (name != nullptr) {
            apply_one(table, name, value, targets);
        } else if (targets.unknown == UnknownOptions::warn) {
            warn("unknown option " ZEND_ULONG_FMT ": options have names", index);
        }
        if (EG(exception) != nullptr) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

void inherit_options(const OptionTable& table, OptionScope scope, const OptionMask& own, const void* from, void* to) {
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const Option& row = table.rows[i];
        if (row.scope != scope || own.has(i)) continue;
        row.member.type->copy(row.member.in(from), row.member.in(to));
    }
}

void read_option(const Option& row, const void* from, zval* into) {
    if (row.kind == OptionKind::callable) {
        ZVAL_NULL(into);  // only the owner of the array has the callable
    } else {
        row.member.type->show(row.kind, row.member.in(from), into);
    }
}

}  // namespace tern::php
