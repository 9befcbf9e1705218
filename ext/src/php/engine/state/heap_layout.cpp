#include "php/engine/state/heap_layout.h"

#include <algorithm>
#include <cstring>

#include "php/engine/compat/delayed_exhaustion.h"
#include "php/engine/fiber/sanitizer.h"

namespace tern::php {

namespace {

constexpr size_t kHeapInChunk = 64;          // where the structure lies in the chunk that a heap begins with
constexpr size_t kMostFields = 480;          // bytes, up to the main chunk
constexpr size_t kLargeBlock = 1536 * 1024;  // more than half a chunk
constexpr size_t kHugeBlock = 4 * 1024 * 1024;

template <class T>
T value_at(const char* at) noexcept {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

bool is_plain(const char* heap) noexcept {
    const bool has_place = reinterpret_cast<uintptr_t>(heap) % HeapLayout::kChunk == kHeapInChunk;
    return has_place && value_at<int>(heap) == 0 && value_at<void*>(heap + sizeof(void*)) == nullptr &&
           HeapLayout::chunk_of(heap)->heap == heap;
}

zend_mm_heap* as_heap(char* heap) noexcept { return reinterpret_cast<zend_mm_heap*>(heap); }

}  // namespace

bool HeapLayout::find_main_chunk(char* made) noexcept {
    for (size_t at = kFirst; at < kMostFields; at += sizeof(void*)) {
        if (value_at<void*>(made + at) != chunk_of(made)) continue;
        main_chunk_ = at;
        return value_at<void*>(heap() + at) == chunk_of(heap());
    }
    return false;
}

// The first block of a size takes a page for it: the rest becomes its free blocks. Newer versions do not use the first
// size, as a link and its copy have no room there.
bool HeapLayout::find_free_blocks(char* made) {
    constexpr size_t kProbed = 1;
    void* first = _zend_mm_alloc(as_heap(made), kBlockSizes[kProbed]);
    for (free_blocks_ = kFirst + 2 * sizeof(size_t); free_blocks_ + sizeof kBlockSizes < main_chunk_;
         free_blocks_ += sizeof(void*)) {
        const char* at = made + free_blocks_ + kProbed * sizeof(void*);
        if (value_at<char*>(at) == static_cast<char*>(first) + kBlockSizes[kProbed]) break;
    }
    _zend_mm_free(as_heap(made), first);
    real_size_ = free_blocks_ + kBlockSizes.size() * sizeof(void*);
    if (real_size_ + 2 * sizeof(size_t) > main_chunk_ - sizeof(void*)) return false;
    for (size_t bin = kProbed; bin < kBlockSizes.size(); ++bin) {
        char* contents = made + kFirst;
        const size_t before = size(contents);
        void* block = _zend_mm_alloc(as_heap(made), kBlockSizes[bin]);
        const void* next = free_blocks(contents, bin);
        if (size(contents) != before + kBlockSizes[bin] || peak(contents) < size(contents)) return false;
        _zend_mm_free(as_heap(made), block);
        if (next == block || free_blocks(contents, bin) != block || size(contents) != before) return false;
    }
    return true;
}

bool HeapLayout::has_sizes() noexcept {
    char* running = contents();
    return size(running) == zend_memory_usage(false) && peak(running) == zend_memory_peak_usage(false) &&
           real_size(running) == zend_memory_usage(true) && real_peak(running) == zend_memory_peak_usage(true);
}

bool HeapLayout::has_huge_blocks(char* made) const {
    char* contents = made + kFirst;
    const size_t before = real_size(contents);
    if (huge(contents) != nullptr) return false;
    void* block = _zend_mm_alloc(as_heap(made), kHugeBlock);
    const Huge* entry = huge(contents);
    const bool is_noted = entry != nullptr && chunk_of(entry) == chunk_of(made) && entry->block == block &&
                          entry->size == kHugeBlock && entry->next == nullptr &&
                          real_size(contents) == before + kHugeBlock;
    _zend_mm_free(as_heap(made), block);
    return is_noted && huge(contents) == nullptr && real_size(contents) == before;
}

// The chunks in use are a ring. One that is free again is kept.
bool HeapLayout::has_chunks(char* made) const {
    char* contents = made + kFirst;
    Chunk* first = chunk_of(made);
    if (counts(contents).chunks != 1 || counts(contents).free != 0 || first->next != first) return false;
    void* one = _zend_mm_alloc(as_heap(made), kLargeBlock);
    void* other = _zend_mm_alloc(as_heap(made), kLargeBlock);
    Chunk* added = chunk_of(other);
    const bool is_ring = chunk_of(one) == first && added != first && added->heap == made && first->next == added &&
                         first->previous == added && added->next == first && added->previous == first;
    const bool is_counted = counts(contents).chunks == 2 && counts(contents).peak == 2 &&
                            real_size(contents) == 2 * kChunk && free_chunks(contents) == nullptr;
    _zend_mm_free(as_heap(made), other);
    const bool is_kept = counts(contents).free == 0
                             ? free_chunks(contents) == nullptr && real_size(contents) == kChunk
                             : free_chunks(contents) == added && real_size(contents) == 2 * kChunk;
    _zend_mm_free(as_heap(made), one);
    return is_ring && is_counted && is_kept && counts(contents).chunks == 1 && first->next == first;
}

bool HeapLayout::find_fields(char* made) {
    return find_main_chunk(made) && find_free_blocks(made) && has_sizes() && bytes() <= HeapContents::kMost &&
           has_huge_blocks(made) && has_chunks(made);
}

// What is allocated meanwhile lies in the other heap, and each heap is as it was afterwards.
bool HeapLayout::can_be_exchanged(HeapContents& made) const {
    const Chunk* other = main_chunk(made.bytes);
    const size_t before = zend_memory_usage(false);
    exchange(made);
    bool works = zend_memory_usage(false) == size(contents());
    for (const size_t size : kBlockSizes) {
        void* block = _emalloc(size);
        works = works && chunk_of(block) == other;
        _efree(block);
    }
    exchange(made);
    for (const size_t size : kBlockSizes) {
        void* block = _emalloc(size);
        works = works && chunk_of(block) != other;
        _efree(block);
    }
    return works && zend_memory_usage(false) == before;
}

bool HeapLayout::find(HeapContents& spare) {
    if (kIsSanitized || !is_zend_mm() || zend_mm_is_custom_heap(zend_mm_get_heap()) || !is_plain(heap())) return false;
    auto* made = reinterpret_cast<char*>(zend_mm_startup());
    if (made == nullptr) return false;
    if (!is_plain(made) || !find_fields(made)) {
        zend_mm_shutdown(as_heap(made), true, true);
        return false;
    }
    zend_mm_shutdown(as_heap(made), false, true);
    std::memcpy(spare.bytes, made + kFirst, bytes());
    adopt(spare.bytes);
    if (!can_be_exchanged(spare)) return false;
    lift_hard_limit(spare);
    return true;
}

void HeapLayout::exchange(HeapContents& held) const noexcept {
    char between[HeapContents::kMost];
    std::memcpy(between, held.bytes, bytes());
    std::memcpy(held.bytes, contents(), bytes());
    std::memcpy(contents(), between, bytes());
}

bool HeapLayout::make(HeapContents& into) const noexcept {
    auto* made = reinterpret_cast<char*>(zend_mm_startup());
    if (made == nullptr) return false;
    std::memcpy(into.bytes, made + kFirst, bytes());
    adopt(into.bytes);
    lift_hard_limit(into);
    return true;
}

void HeapLayout::lift_hard_limit(HeapContents& of) const noexcept {
    exchange(of);
    DelayedExhaustion::lift_hard_limit();
    exchange(of);
}

bool HeapLayout::has(char* contents, const void* block) const noexcept {
    if (chunk_of(block) == block) {
        const Huge* one = huge(contents);
        while (one != nullptr && one->block != block) one = one->next;
        return one != nullptr;
    }
    const Chunk* first = main_chunk(contents);
    const Chunk* one = first;
    do {
        if (one == chunk_of(block)) return true;
        one = one->next;
    } while (one != first);
    return false;
}

void HeapLayout::adopt(const char* contents) const noexcept { main_chunk(const_cast<char*>(contents))->heap = heap(); }

namespace {

void join_rings(HeapLayout::Chunk& one, HeapLayout::Chunk& other) noexcept {
    HeapLayout::Chunk* last = one.previous;
    HeapLayout::Chunk* other_last = other.previous;
    last->next = &other;
    other.previous = last;
    other_last->next = &one;
    one.previous = other_last;
}

template <class Entry>
void join_lists(Entry*& one, Entry* other) noexcept {
    Entry** last = &one;
    while (*last != nullptr) last = &(*last)->next;
    *last = other;
}

}  // namespace

void HeapLayout::join(char* into, char* other) const noexcept {
    join_rings(*main_chunk(into), *main_chunk(other));
    join_lists(free_chunks(into), free_chunks(other));
    join_lists(huge(into), huge(other));
    counts(into).chunks += counts(other).chunks;
    counts(into).free += counts(other).free;
    counts(into).peak = std::max(counts(into).peak, counts(into).chunks);
    size(into) += size(other);
    peak(into) = std::max(peak(into), size(into));
    real_size(into) += real_size(other);
    real_peak(into) = std::max(real_peak(into), real_size(into));
}

}  // namespace tern::php
