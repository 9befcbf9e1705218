// The engine's tables of functions, classes and constants. Each context has its own.
#pragma once

#include <vector>

#include "php/engine/compat/engine.h"
#include "php/engine/spare_use.h"

namespace tern::php {

struct OwnTable {
    HashTable* table;
    uint32_t at_start;  // how many entries of it existed when the request of PHP started
    uint32_t first;     // index of the first entry that the context has defined
};

struct Definitions {
    OwnTable functions;
    OwnTable classes;
    OwnTable constants;

    // Those at the start of every request; `copy`: all that there are now.
    static Definitions make(bool copy);
    // STDIN, STDOUT and STDERR, which PHP's command line defines for its program.
    void add_stream_constants();
    void exchange() noexcept;
    // The context's own are gone.
    bool is_clean() const noexcept;
    void free() const noexcept;
};

// What ended fresh contexts leave to the next ones: what is defined at the start of every request, which are some
// thousand entries. There are as many as contexts lived at a time lately.
class SpareDefinitions {
public:
    SpareDefinitions() = default;
    SpareDefinitions(const SpareDefinitions&) = delete;
    SpareDefinitions& operator=(const SpareDefinitions&) = delete;
    ~SpareDefinitions();

    // False: there are none.
    bool take(Definitions& into) noexcept;
    void give(const Definitions& ended);

private:
    void free_unused();

    static constexpr size_t kMost = 256;
    static constexpr uint32_t kMostRoom = 16'384;  // entries of a table
    std::vector<Definitions> all_;                 // the one that was used last is the last
    SpareUse use_;
};

}  // namespace tern::php
