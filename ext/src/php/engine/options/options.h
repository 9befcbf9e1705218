// Options that programs pass as an array. Each option is one row of a table (engine/options/option_row). Setting,
// checking, showing and documenting an option all read that row, so they cannot disagree.
//
// Null leaves an option as it is. Numbers may come as numeric strings, sizes as "8M", and truth values as numbers.
#pragma once

#include <span>

#include "base/bytes.h"
#include "php/engine/options/option_row.h"

namespace tern::php {

struct OptionTable {
    std::span<const Option> rows;
    std::span<const char* const> pending;  // published names that have no row, for documentation
};

// The rows that were set, by index.
struct OptionMask {
    static constexpr size_t kMaxRows = 256;
    uint64_t bits[kMaxRows / 64];

    bool has(size_t row) const noexcept { return (bits[row / 64] >> (row % 64) & 1) != 0; }
    void add(size_t row) noexcept { bits[row / 64] |= uint64_t{1} << (row % 64); }
};

// What set() does about an unknown name: programs pass arrays of their own to many objects, but the options of a server
// are written for it, so there it is a mistake.
enum class UnknownOptions : uint8_t { note, warn };

// Where the values go. When a struct is null, its rows cannot be set here.
struct OptionTargets {
    void* server;
    void* port;
    OptionMask* touched;
    bool (*serves)(const Option& row) noexcept = nullptr;  // null: all rows
    UnknownOptions unknown = UnknownOptions::note;
};

// Sets what `settings` has, in its order. Names that have no effect here are noted: the log (debug) and `tern doctor`
// name them. Published ones (is_published_option()) never give a warning. A wrong value throws, which ends the call
// with false. The array is argument #1 of the running function.
bool apply_options(const OptionTable& table, HashTable* settings, const OptionTargets& targets);

// For `tern doctor` and the log (debug): the program has set an option that means nothing where it was given.
void note_option(zend_string* name);

// Why a row has no effect, as its text says. Empty: it has one.
Bytes without_effect(const Option& row) noexcept;

// Forgets which options without effect the program has set.
void drop_options_without_effect();

// Copies every row of a scope that `own` has not set.
void inherit_options(const OptionTable& table, OptionScope scope, const OptionMask& own, const void* from, void* to);

// Returns the value of a row as programs write it.
void read_option(const Option& row, const void* from, zval* into);

// Finds the row with that name or alias; null: there is none.
const Option* find_option(const OptionTable& table, Bytes name) noexcept;

// Finds the known name that is most like `name`. Empty: none is like it.
Bytes nearest_option(const OptionTable& table, Bytes name) noexcept;

// The names of all options that the API has ever published, of servers, ports, coroutines and clients. Programs pass
// one array to several of them, so a published name is accepted everywhere, without a warning.
bool is_published_option(Bytes name) noexcept;

}  // namespace tern::php
