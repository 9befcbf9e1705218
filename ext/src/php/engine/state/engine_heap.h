// The engine's heap: the structure that knows its chunks, its huge blocks and its free blocks. Each chunk points to the
// structure, and the engine frees no block of a chunk that points elsewhere. So code that shares no values with other
// code can have a heap of its own where the structure stays, and what it contains is exchanged.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/engine/state/heap_tables.h"

namespace tern::php {

// What the structure contains, without the handlers of a custom heap. Its layout is private.
struct HeapContents {
    static constexpr size_t kMost = 512;  // bytes
    alignas(8) char bytes[kMost];
};

// Where the structure has what. It is found out by what the allocator does.
class HeapLayout {
public:
    // False: the allocator is another one, or does not behave as it should. `spare` is an empty heap afterwards.
    bool find(HeapContents& spare);

    static char* heap() noexcept { return reinterpret_cast<char*>(zend_mm_get_heap()); }
    char* contents() const noexcept { return heap() + kFirst; }
    size_t bytes() const noexcept { return main_chunk_ + kBehindMainChunk - kFirst; }
    void exchange(HeapContents& held) const noexcept;
    // Takes the contents of a new heap.
    bool make(HeapContents& into) const noexcept;
    // Its first chunk points to the engine's structure, and not to its own.
    void adopt(const char* contents) const noexcept;

    size_t& size(char* contents) const noexcept { return word<size_t>(contents, kFirst); }
    size_t& peak(char* contents) const noexcept { return word<size_t>(contents, kFirst + sizeof(size_t)); }
    size_t& real_size(char* contents) const noexcept { return word<size_t>(contents, real_size_); }
    size_t& real_peak(char* contents) const noexcept { return word<size_t>(contents, real_size_ + sizeof(size_t)); }
    void*& free_blocks(char* contents, size_t bin) const noexcept {
        return word<void*>(contents, free_blocks_ + bin * sizeof(void*));
    }
    struct Huge {
        void* block;
        size_t size;
        Huge* next;
    };
    Huge*& huge(char* contents) const noexcept { return word<Huge*>(contents, main_chunk_ - sizeof(void*)); }
    struct Chunk {
        void* heap;
        Chunk* next;
        Chunk* previous;
    };
    Chunk*& main_chunk(char* contents) const noexcept { return word<Chunk*>(contents, main_chunk_); }
    // Not in use: a list without `previous`.
    Chunk*& free_chunks(char* contents) const noexcept { return word<Chunk*>(contents, main_chunk_ + sizeof(void*)); }
    struct Counts {
        int chunks;
        int peak;
        int free;
    };
    Counts& counts(char* contents) const noexcept { return word<Counts>(contents, main_chunk_ + 2 * sizeof(void*)); }

    // All chunks, huge blocks and sizes of the other one, without its free blocks.
    void join(char* into, char* other) const noexcept;

    static constexpr size_t kChunk = size_t{2} << 20;
    static Chunk* chunk_of(const void* block) noexcept {
        return reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(block) & ~(kChunk - 1));
    }

private:
    static constexpr size_t kFirst = 16;            // behind the flag of a custom heap and the storage
    static constexpr size_t kBehindMainChunk = 48;  // bytes, with the pointer itself

    template <class T>
    static T& word(char* contents, size_t offset) noexcept {
        return *reinterpret_cast<T*>(contents - kFirst + offset);
    }
    bool find_fields(char* made);
    bool find_main_chunk(char* made) noexcept;
    bool find_free_blocks(char* made);
    bool has_sizes() noexcept;
    bool has_huge_blocks(char* made) const;
    bool has_chunks(char* made) const;
    bool can_be_exchanged(HeapContents& made) const;

    size_t free_blocks_ = 0;
    size_t real_size_ = 0;
    size_t main_chunk_ = 0;
};

// tern.own_heaps: "0", "1" or "check". A test sets it by the variable TERN_OWN_HEAPS for all processes that it starts.
std::string_view own_heaps_setting() noexcept;

class EngineHeap {
public:
    EngineHeap() = default;
    EngineHeap(const EngineHeap&) = delete;
    EngineHeap& operator=(const EngineHeap&) = delete;
    ~EngineHeap();

    bool is_wanted() const noexcept { return is_wanted_; }
    // Proves the layout, the first time that it is called. Call it while the engine's heap has its own contents.
    bool find();

private:
    friend class OwnHeap;
    friend class HeapCheck;
    enum class Search : uint8_t { none, found, failed };
    static constexpr size_t kSpare = 16;
    static constexpr uint32_t kObjects = 1u << 18;  // their table is a huge block then

    void reserve_objects();
    void keep(HeapContents& ended);
    void unmap(HeapContents& last) const noexcept;

    const bool is_wanted_ = !own_heaps_setting().starts_with('0');
    Search search_ = Search::none;
    HeapLayout layout_;
    std::vector<HeapContents> spare_;
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
    // What is allocated and freed between these is of no context. A jump that leaves the code between them is followed
    // by enter().
    static OwnHeap* leave_running() noexcept {
        OwnHeap* const inner = running_;
        if (inner != nullptr) inner->exchange();
        return inner;
    }
    static void enter_again(OwnHeap* inner) noexcept {
        if (inner != nullptr) inner->enter();
    }
    // While it runs: its blocks are those of the outer heap from now on, which runs. Returns what that had.
    size_t merge();
    // While it does not run. What is left in it is gone.
    void end();

private:
    friend class HeapCheck;
    struct Block {
        Block* next;
    };
    void exchange() noexcept;
    void pass_objects_on() noexcept;
    Block* take_free_blocks();

    static inline OwnHeap* running_ = nullptr;  // null: the engine's contents are in place
    EngineHeap* engine_ = nullptr;              // null: there is no own heap
    HeapContents held_{};                       // the outer ones while it runs
    // Of the heap that does not run.
    HeapLayout::Huge* entry_of_objects_ = nullptr;
    static inline size_t size_of_objects_ = 0;
    HeapTables tables_;
};

}  // namespace tern::php
