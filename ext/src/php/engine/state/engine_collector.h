// The state of the engine's garbage collector: which values are its roots, how many start a collection, what it
// reports. The engine has one, so a collection would visit the objects of all contexts. Code that shares no values with
// other code can have its own.
#pragma once

#include <vector>

#include "php/engine/compat/collector_globals.h"
#include "php/engine/state/engine_heap.h"

namespace tern::php {

// Where the engine keeps the state. The variable is hidden, but what gc_enabled() returns is a part of it.
class EngineCollector {
public:
    EngineCollector() = default;
    EngineCollector(const EngineCollector&) = delete;
    EngineCollector& operator=(const EngineCollector&) = delete;
    ~EngineCollector();

    // Looks for it, the first time that it is called. False: it was not found, or does not behave as it should.
    bool find();
    // Roots are noted from now on although zend.enable_gc is off: the end of a context needs them.
    static void note_roots();

private:
    friend class OwnCollector;
    enum class Search : uint8_t { none, found, failed };

    bool is_proven(CollectorGlobals& globals);
    bool can_be_replaced(CollectorGlobals& globals);
    zend_refcounted** take_roots();
    void keep_roots(const CollectorGlobals& last) noexcept;

    Search search_ = Search::none;
    CollectorGlobals* globals_ = nullptr;
    CollectorGlobals fresh_{};              // of a request that has begun
    std::vector<zend_refcounted**> spare_;  // of ended ones
};

// A state that takes turns with the engine's. While one is running the other's roots must not be freed.
class OwnCollector {
public:
    OwnCollector() = default;
    OwnCollector(const OwnCollector&) = delete;
    OwnCollector& operator=(const OwnCollector&) = delete;
    ~OwnCollector() = default;

    // Call it while the outer one is running, after find(). It is enabled if that is.
    void begin(EngineCollector& engine);
    bool on() const noexcept { return engine_ != nullptr; }
    bool running() const noexcept { return running_ == this; }
    // Without effect where it is not on.
    void enter() noexcept {
        if (on() && running_ == nullptr) exchange_state();
    }
    void leave() noexcept {
        if (running()) exchange_state();
    }
    // Null: the outer one is in place.
    static OwnCollector* running_collector() noexcept { return running_; }
    static void run(OwnCollector* collector) noexcept {
        if (running_ == collector) return;
        if (running_ != nullptr) running_->leave();
        if (collector != nullptr) collector->enter();
    }
    // The following are for when it is the running one. Whether a collection may find something.
    bool has_roots() const noexcept;
    // Whether a collection is running: destructors run in it.
    bool collects() const noexcept;
    // Its roots become roots of the outer one, which is running from now on.
    void end();
    // The same where nearly all roots end with a heap, which does not run. The others may be roots again.
    void forget(OwnHeap& heap);

private:
    void exchange_state() noexcept;
    CollectorGlobals take_outer_back();

    static inline OwnCollector* running_ = nullptr;
    EngineCollector* engine_ = nullptr;  // null: there is no own state
    CollectorGlobals held_{};            // the outer one while this one is running
};

}  // namespace tern::php
