// The contexts of this process. Made when a request of PHP starts, which for a worker is its whole life.
#pragma once

#include <vector>

#include "php/engine/compat/engine.h"
#include "php/engine/globals.h"
#include "php/engine/state/engine_collector.h"
#include "php/engine/state/engine_heap.h"
#include "php/isolation/code/closures.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/code/map_area.h"
#include "php/isolation/code/uncached_code.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/state/processor_clock.h"
#include "php/isolation/table_entries.h"
#include "php/isolation/tables.h"

namespace tern::php {

class Context;

// How much memory scripts have at their end. A new heap makes lists of free blocks, and a switch takes longer, so it is
// worth that only where scripts use more.
class ScriptSizes {
public:
    void note(int64_t bytes) noexcept { mean_ += (bytes - mean_) / kWeight; }
    bool are_large() const noexcept { return mean_ >= kLarge; }

private:
    static constexpr int64_t kWeight = 4;
    static constexpr int64_t kLarge = 256 * 1024;
    int64_t mean_ = 0;  // of the last ones
};

struct Contexts {
    static constexpr size_t kMost = 10'000;

    bool are_possible = false;  // see Context::are_possible()
    ProcessorClock clock;       // for the limits of contexts
    MapArea start_up;           // as the engine has it when a request starts
    SpareAreas spare_areas;
    EngineCollector collector;
    EngineHeap heap;
    ScriptSizes script_sizes;
    ObjectOwners owners;
    StartEntries start_entries;
    SpareDefinitions spare_definitions;
    SpareDefinitions spare_for_scripts;  // without the constants of the command line
    OwnCode outer_code{nullptr};
    DirectCaches direct_caches;
    ForeignCaches outer_caches;  // of code outside of contexts
    ForeignClosures foreign_closures;
    size_t heap_after_collection = 0;        // bytes
    size_t living = 0;                       // contexts
    bool shares_all = false;                 // code of any may run in any other one: see Context::share_all()
    std::vector<Context*> by_number;         // from number 1 on; null: free
    std::vector<int> free_objects;           // what ended contexts leave to the next ones with their numbers
    std::vector<Context*> in_use_elsewhere;  // ended, but other code still has objects of theirs
    std::vector<zend_object*> pinned;        // while the garbage collector runs
};

inline Contexts& contexts() noexcept { return *TERN_G(contexts); }

// Running code in a context that comes from outside of it.

struct ContextCallArguments {
    const zval* callable;
    uint32_t count;
    zval* arguments;
    zval* result;
};

// Calls a function in the running context. It, and arguments that are closures, become closures of the context. The
// result is null after an exception. `call`: a ContextCallArguments.
void call_in_context(void* call);

// Runs a file in the running context, with the global variables as its own. It may be relative to include_path. An
// exception, also that of exit(), is pending afterwards.
void execute_file_in_context(zend_string* file, zval* result);

// The same for a file that can be read, or else an Error is thrown. The result is null after an exception. exit() ends
// the file and nothing else.
void include_in_context(zend_string* file, zval* result);

}  // namespace tern::php
