// One row of a table of options: what the value may be, and where in a plain struct it goes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

// Each kind is named after what programs pass. The type in parentheses is that of the member at `offset`.
enum class OptionKind : uint8_t {
    boolean,   // (bool)
    integer,   // (int64_t)
    size,      // bytes; the nearest possible number is taken (int64_t)
    count,     // of things; the nearest possible number is taken (int64_t)
    seconds,   // fractions allowed (int64_t, milliseconds)
    ratio,     // 0 to 1 (int64_t, millionths)
    text,      // (std::string)
    path,      // text without NUL bytes (std::string)
    callable,  // kept by who has the array (bool: there is one)
    integers,  // array of int (std::vector<int>)
    texts,     // array of string (std::vector<std::string>)
    map,       // array of string by string, in order (TextPairs)
    records,   // array by string of arrays of string by string (std::vector<TextRecord>)
};

using TextPairs = std::vector<std::pair<std::string, std::string>>;

struct TextRecord {
    std::string name;
    TextPairs fields;
};

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
    uint16_t offset;
    int64_t least;  // in the unit of the member; bytes for texts
    int64_t most;
    const char* doc;
    OptionCheck check = nullptr;
};

// What programs pass for this kind: "int", "string|int (bytes)".
const char* type_name(OptionKind kind) noexcept;

// Reads one PHP value as an option needs it. A value of the wrong type throws a TypeError, and one that is out of range
// a ValueError. Both name the option, what is allowed and what was given.
struct OptionValue {
    int64_t number;
    Bytes text;          // lives as long as the value read, or as `owner`
    zend_string* owner;  // not null: the caller releases it
};

// Reads the value of an option. False after an exception.
bool read_value(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of numbers.
bool read_number(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of texts, or of a map. The caller releases the owner.
bool read_element(const Option& row, zend_string* key, zval* given, OptionValue* into);
// Throws the TypeError. It returns false, which the caller returns, too.
bool refuse_type(const Option& row, zval* given);

}  // namespace tern::php
