// The engine's heap: the structure that knows its chunks, its huge blocks and its free blocks. Its layout is private,
// so it is found out by what the allocator does.
#pragma once

#include <array>
#include <cstddef>

#include "php/engine/compat/engine.h"

namespace tern::php {

// What the structure contains, without the handlers of a custom heap.
struct HeapContents {
    static constexpr size_t kMost = 512;  // bytes
    alignas(8) char bytes[kMost];
};

// Where the structure has what.
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
    // Whether the block is one of these contents. It looks at each chunk.
    bool has(char* contents, const void* block) const noexcept;

    static constexpr std::array<size_t, 30> kBlockSizes = {8,   16,  24,  32,   40,   48,   56,   64,   80,   96,
                                                           112, 128, 160, 192,  224,  256,  320,  384,  448,  512,
                                                           640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072};
    static constexpr size_t kChunk = size_t{2} << 20;
    static Chunk* chunk_of(const void* block) noexcept {
        auto address = reinterpret_cast<uintptr_t>(block) & ~(kChunk - 1);
        return reinterpret_cast<Chunk*>(address);  // NOLINT(performance-no-int-to-ptr)
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
    // At which newer engines end the process: Tern ends the code (engine/memory).
    void lift_hard_limit(HeapContents& of) const noexcept;

    size_t free_blocks_ = 0;
    size_t real_size_ = 0;
    size_t main_chunk_ = 0;
};

}  // namespace tern::php
