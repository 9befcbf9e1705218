// What PHP keeps for "the request", piece by piece: what a program knows it by, and whom it belongs to. The tables of
// docs/state.md, docs/contexts.md and docs/classic.md are made of it, `tern doctor --app` looks for what it names, and
// a test walks over it: each row has a probe, and each function of PHP that is replaced has a row.
#pragma once

#include <cstdint>
#include <span>

namespace tern::php {

enum class Holds : uint8_t {
    own,      // other requests do not see it, and it ends with the request
    shared,   // by all requests of the process
    refused,  // what would set it throws
};

struct StateRow {
    const char* key;      // of its probe; and the topic of `tern doctor --app`, if that looks for it
    const char* state;    // what it is, in words
    const char* names;    // functions ("class::method") and settings ("ini:name"), separated by spaces
    Holds script;         // of a classic site
    Holds context;        // of an application, or of a program
    Holds coroutine;      // that handles a request, without contexts
    const char* text;     // what that means; "": nothing more
    const char* instead;  // what to do; "": nothing
    bool searched;        // by `tern doctor --app`
};

std::span<const StateRow> state_rows() noexcept;

}  // namespace tern::php
