// Options that programs pass as an array: one row of a table each. A row says what the value may be and where in a
// plain struct it goes, so that setting, checking, showing and documenting an option cannot disagree.
//
// Null leaves an option as it is. Numbers may come as numeric strings, sizes as "8M", truth values as numbers.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "php/bridge/compat.h"

namespace tern::php {

// Named after what programs pass; in parentheses the type of the member behind `offset`.
enum class OptionKind : uint8_t {
    boolean,   // (bool)
    integer,   // (int64_t)
    size,      // bytes (int64_t)
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

// What each text has to do, "start with ..."; null: it does. For maps of key and value, for records of the name alone,
// else of the value alone.
using Complaint = const char* (*)(Bytes key, Bytes value);

// Which of the two structs of OptionTargets a row belongs to.
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
    Complaint complaint = nullptr;
};

struct OptionTable {
    std::span<const Option> rows;
    std::span<const char* const> pending;  // names of the API that this version does not serve yet
};

// Which rows were set, by index.
struct OptionMask {
    static constexpr size_t kMaxRows = 256;
    uint64_t bits[kMaxRows / 64];

    bool has(size_t row) const noexcept { return (bits[row / 64] >> (row % 64) & 1) != 0; }
    void add(size_t row) noexcept { bits[row / 64] |= uint64_t{1} << (row % 64); }
};

// A null struct: rows of that scope are answered with a warning that they cannot be set here.
struct OptionTargets {
    void* server;
    void* port;
    OptionMask* touched;
    bool (*serves)(const Option& row) noexcept = nullptr;  // null: all; others get a warning
};

// Sets what `settings` has, in its order. Unknown and pending names give a warning; a wrong value throws and ends it.
// Returns false when something threw. Call it with the argument as #1 of the running function.
bool apply_options(const OptionTable& table, HashTable* settings, const OptionTargets& targets);

// Copies every row of a scope that `own` does not have.
void inherit_options(const OptionTable& table, OptionScope scope, const OptionMask& own, const void* from, void* to);

// The value of a row as programs would write it.
void read_option(const Option& row, const void* from, zval* into);

// The row with that name or alias, or null.
const Option* find_option(const OptionTable& table, Bytes name) noexcept;

// The known name that is most like `name`, or an empty view when none is.
Bytes nearest_option(const OptionTable& table, Bytes name) noexcept;

// "int", "string|int (bytes)", ...: what programs pass for this kind.
const char* type_name(OptionKind kind) noexcept;

}  // namespace tern::php
