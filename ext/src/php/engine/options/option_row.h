// One row of a table of options: what the value may be, and the member that it sets.
#pragma once

#include <algorithm>
#include <span>

#include "php/engine/options/option_member.h"

namespace tern::php {

// Checks a text. Returns what the text has to do, "start with ...", or null when it is right. For a map it gets key and
// value, for a record the name alone, and otherwise the value alone.
using OptionCheck = const char* (*)(Bytes key, Bytes value);

// The struct of OptionTargets that a row belongs to.
enum class OptionScope : uint8_t { server, port };

struct Option {
    const char* name;
    const char* aliases;  // separated by a space
    OptionKind kind;
    OptionScope scope;
    OptionMember member;
    int64_t least;  // in the unit of the member; bytes for texts
    int64_t most;
    const char* doc;
    OptionCheck check = nullptr;
};

// What programs pass for this kind: "int", "string|int (bytes)".
const char* type_name(OptionKind kind) noexcept;

// False: a value that the row allows does not fit into its member.
constexpr bool fits_member(const Option& row) noexcept {
    return row.kind >= OptionKind::text || (row.member.type->holds(row.least) && row.member.type->holds(row.most));
}
constexpr bool fit_members(std::span<const Option> rows) noexcept { return std::ranges::all_of(rows, fits_member); }

// The following read one PHP value as an option needs it. A value of the wrong type throws a TypeError, and one that is
// out of range a ValueError. Both name the option, what is allowed and what was given.

// Reads the value of an option. False after an exception.
bool read_value(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of numbers.
bool read_number(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of texts, or of a map. The caller releases the owner.
bool read_element(const Option& row, zend_string* key, zval* given, OptionValue* into);
// Throws the TypeError. It returns false, which the caller returns, too.
bool refuse_type(const Option& row, zval* given);

}  // namespace tern::php
