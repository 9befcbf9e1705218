// Heaps of code that shares no values with other code. Each chunk of the engine's heap points to its one structure, and
// the engine frees no block of a chunk that points elsewhere. So the structure stays, and what it contains is
// exchanged.
#pragma once

#include <string_view>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/engine/spare_use.h"
#include "php/engine/state/heap_layout.h"
#include "php/engine/state/heap_tables.h"
#include "php/engine/state/opcache.h"

namespace tern::php {

// tern.own_heaps: "0", "1", "all" or "check". A test sets it by the variable TERN_OWN_HEAPS for all processes that it
// starts.
std::string_view own_heaps_setting() noexcept;

class EngineHeap {
public:
    EngineHeap() = default;
    EngineHeap(const EngineHeap&) = delete;
    EngineHeap& operator=(const EngineHeap&) = delete;
    ~EngineHeap();

    bool is_wanted() const noexcept { return is_wanted_; }
    // Also for code that uses little memory.
    bool is_for_all() const noexcept { return is_for_all_; }
    // Proves the layout, the first time that it is called. Call it while the engine's heap has its own contents.
    bool find_layout();
    // The same, and whether opcache is known to keep nothing in it.
    bool find() { return OpcacheUse::knows_directory() && find_layout(); }

private:
    friend class OwnHeap;
    friend class HeapCheck;
    enum class Search : uint8_t { none, found, failed };
    static constexpr size_t kSpare = 16;
    static constexpr size_t kFreeChunks = 16;       // in all of them
    static constexpr uint32_t kObjects = 1u << 18;  // their table is a huge block then

    void reserve_objects();
    bool take(HeapContents& into);
    void keep(HeapContents& ended);
    void trim();
    void limit_free_chunks() noexcept;
    size_t free_chunks_of(HeapContents& one) const noexcept {
        return static_cast<size_t>(layout_.counts(one.bytes).free);
    }
    void unmap_free_chunks(HeapContents& of, size_t kept) const noexcept;
    void unmap(HeapContents& last) const noexcept;

    const bool is_wanted_ = !own_heaps_setting().starts_with('0');
    const bool is_for_all_ = !own_heaps_setting().starts_with('1');
    Search search_ = Search::none;
    HeapLayout layout_;
    std::vector<HeapContents> spare_;  // the one that was used last is the last
    size_t free_chunks_ = 0;           // in them
    SpareUse use_;                     // of these
};

// A heap that takes turns with the engine's. A block must be freed in the heap that it is of.
class OwnHeap {
public:
    OwnHeap() = default;
    OwnHeap(const OwnHeap&) = delete;
    OwnHeap& operator=(const OwnHeap&) = delete;
    ~OwnHeap() = default;

    // Call it after find(). It runs when it is entered.
    bool begin(EngineHeap& engine);
    bool on() const noexcept { return engine_ != nullptr; }
    bool running() const noexcept { return running_ == this; }
    // Without effect where it is not on.
    void enter() noexcept {
        if (on() && running_ == nullptr) exchange();
    }
    void leave() noexcept {
        if (on() && running_ == this) exchange();
    }
    // Null: the engine's own contents are in place.
    static OwnHeap* running_heap() noexcept { return running_; }
    static void run(OwnHeap* heap) noexcept {
        if (running_ == heap) return;
        if (running_ != nullptr) running_->exchange();
        if (heap != nullptr) heap->enter();
    }
    // After a jump: runs the heap of the block, which is the running one, the outer one, or `inner` (null, or it has
    // been merged: it is one of the others). It looks for the block.
    static void run_heap_of(const void* block, OwnHeap* inner) noexcept;
    // What all heaps of the process have allocated, and the most of it: between exchanges only the running heap's.
    static size_t size_of_all() noexcept;
    static size_t peak_of_all() noexcept;
    // Whether the block is one of it. It looks at each chunk.
    bool has(const void* block) noexcept;
    // A jump has left these bytes in it, which end with it.
    void note_left(size_t bytes) noexcept { left_ += bytes; }
    size_t left() const noexcept { return left_; }
    // While it runs: its blocks are those of the outer heap from now on, which runs.
    void merge();
    // While it does not run. What is left in it is gone.
    void end();

private:
    friend class HeapCheck;
    struct Block {
        Block* next;
    };
    void exchange() noexcept;
    void pass_objects_on() noexcept;
    void count() const noexcept;
    Block* take_free_blocks();

    static inline OwnHeap* running_ = nullptr;  // null: the engine's contents are in place
    EngineHeap* engine_ = nullptr;              // null: there is no own heap
    HeapContents held_;                         // the outer ones while it runs
    // Of the heap that does not run.
    HeapLayout::Huge* entry_of_objects_ = nullptr;
    static inline size_t size_of_objects_ = 0;
    static inline size_t waiting_ = 0;  // bytes in own heaps that do not run
    static inline size_t peak_ = 0;
    size_t left_ = 0;
    HeapTables tables_;
};

}  // namespace tern::php
