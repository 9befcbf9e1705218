#include "php/engine/state/engine_heap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <utility>

#include "base/check.h"
#include "php/engine/fiber/sanitizer.h"
#include "php/engine/state/heap_check.h"
#include "php/engine/state/opcache.h"

namespace tern::php {

namespace {

constexpr size_t kHeapInChunk = 64;  // where the structure lies in the chunk that a heap begins with
constexpr size_t kMostFields = 480;  // bytes, up to the main chunk
constexpr std::array<size_t, 30> kBlockSizes = {8,   16,  24,  32,   40,   48,   56,   64,   80,   96,
                                                112, 128, 160, 192,  224,  256,  320,  384,  448,  512,
                                                640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072};
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

// The first block of a size takes a page for it: the rest becomes its free blocks.
bool HeapLayout::find_free_blocks(char* made) {
    void* first = _zend_mm_alloc(as_heap(made), kBlockSizes[0]);
    for (free_blocks_ = kFirst + 2 * sizeof(size_t); free_blocks_ + sizeof kBlockSizes < main_chunk_;
         free_blocks_ += sizeof(void*)) {
        if (value_at<char*>(made + free_blocks_) == static_cast<char*>(first) + kBlockSizes[0]) break;
    }
    _zend_mm_free(as_heap(made), first);
    real_size_ = free_blocks_ + kBlockSizes.size() * sizeof(void*);
    if (real_size_ + 2 * sizeof(size_t) > main_chunk_ - sizeof(void*)) return false;
    for (size_t bin = 0; bin < kBlockSizes.size(); ++bin) {
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
    std::memcpy(spare.bytes, made + kFirst, bytes());
    adopt(spare.bytes);
    return can_be_exchanged(spare);
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
    return true;
}

void HeapLayout::adopt(const char* contents) const noexcept { main_chunk(const_cast<char*>(contents))->heap = heap(); }

std::string_view own_heaps_setting() noexcept {
    const char* value = std::getenv("TERN_OWN_HEAPS");
    if (value == nullptr)
        value = zend_ini_string(const_cast<char*>("tern.own_heaps"), sizeof "tern.own_heaps" - 1, false);
    return value == nullptr ? "0" : value;
}

bool EngineHeap::find() {
    if (search_ != Search::none) return search_ == Search::found;
    HeapContents spare;
    search_ = OpcacheUse::knows_directory() && layout_.find(spare) ? Search::found : Search::failed;
    if (search_ == Search::failed) return false;
    spare_.push_back(spare);
    HeapCheck::begin(*this);
    return true;
}

void EngineHeap::unmap(HeapContents& last) const noexcept {
    while (HeapLayout::Chunk* chunk = layout_.free_chunks(last.bytes)) {
        layout_.free_chunks(last.bytes) = chunk->next;
        (void)munmap(chunk, HeapLayout::kChunk);
    }
    (void)munmap(layout_.main_chunk(last.bytes), HeapLayout::kChunk);
}

void EngineHeap::keep(HeapContents& ended) {
    if (spare_.size() == kSpare) return unmap(ended);
    spare_.push_back(ended);
}

EngineHeap::~EngineHeap() {
    HeapCheck::end();
    for (HeapContents& one : spare_) unmap(one);
}

// Code of all heaps makes objects, so their table lies in a block that goes with the running heap: it grows there.
void EngineHeap::reserve_objects() {
    zend_objects_store& store = EG(objects_store);
    if (store.size >= kObjects) return;
    store.size = kObjects;
    store.object_buckets = static_cast<zend_object**>(erealloc(store.object_buckets, kObjects * sizeof(zend_object*)));
}

bool OwnHeap::begin(EngineHeap& engine) {
    TERN_CHECK(!on());
    engine.reserve_objects();
    if (!engine.spare_.empty()) {
        held_ = engine.spare_.back();
        engine.spare_.pop_back();
    } else if (!engine.layout_.make(held_)) {
        return false;
    }
    engine_ = &engine;
    HeapCheck::add(*this);
    engine.layout_.exchange(held_);
    entry_of_objects_ = static_cast<HeapLayout::Huge*>(_zend_mm_alloc(zend_mm_get_heap(), sizeof(HeapLayout::Huge)));
    tables_.begin();
    engine.layout_.exchange(held_);
    return true;
}

// The block's entry in the list of a heap is a block of that heap. What it counts is the outer heap's.
void OwnHeap::pass_objects_on() noexcept {
    const HeapLayout& layout = engine_->layout_;
    HeapLayout::Huge** place = &layout.huge(layout.contents());
    while (*place != nullptr && (*place)->block != static_cast<void*>(EG(objects_store).object_buckets))
        place = &(*place)->next;
    TERN_CHECK(*place != nullptr);
    HeapLayout::Huge* entry = *place;
    *place = entry->next;
    *entry_of_objects_ = {entry->block, entry->size, layout.huge(held_.bytes)};
    layout.huge(held_.bytes) = std::exchange(entry_of_objects_, entry);
    if (running() && entry->size != size_of_objects_) {
        layout.real_size(layout.contents()) -= entry->size - size_of_objects_;
        layout.real_size(held_.bytes) += entry->size - size_of_objects_;
    }
    size_of_objects_ = entry->size;
}

void OwnHeap::exchange() noexcept {
    if (OG(active) == nullptr && OG(handlers).elements != nullptr) {  // an empty stack with memory
        zend_stack_destroy(&OG(handlers));
        zend_stack_init(&OG(handlers), sizeof(php_output_handler*));
    }
    OpcacheUse::drop_directory();
    HeapTables::Positions positions;
    positions.leave();
    pass_objects_on();
    engine_->layout_.exchange(held_);
    tables_.exchange();
    positions.enter();
    running_ = running() ? nullptr : this;
}

// The engine takes its free blocks from the lists itself, as newer versions encode the links.
OwnHeap::Block* OwnHeap::take_free_blocks() {
    const HeapLayout& layout = engine_->layout_;
    char* inner = layout.contents();
    const size_t size = layout.size(inner);
    const size_t peak = layout.peak(inner);
    Block* all = nullptr;
    for (size_t bin = 0; bin < kBlockSizes.size(); ++bin) {
        while (layout.free_blocks(inner, bin) != nullptr) {
            auto* block = static_cast<Block*>(_zend_mm_alloc(zend_mm_get_heap(), kBlockSizes[bin]));
            block->next = all;
            all = block;
        }
    }
    layout.size(inner) = size;
    layout.peak(inner) = peak;
    return all;
}

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

size_t OwnHeap::merge() {
    TERN_CHECK(running());
    const HeapLayout layout = engine_->layout_;
    Block* blocks = take_free_blocks();
    exchange();
    const size_t outer_size = layout.size(layout.contents());
    layout.join(layout.contents(), held_.bytes);
    HeapCheck::remove(*this);
    engine_ = nullptr;
    const size_t size = layout.size(layout.contents());
    while (Block* one = blocks) {
        blocks = one->next;
        _efree(one);
    }
    layout.size(layout.contents()) = size;
    tables_.join();
    _efree(std::exchange(entry_of_objects_, nullptr));
    return outer_size;
}

void OwnHeap::end() {
    if (!on()) return;
    TERN_CHECK(running_ == nullptr);
    const HeapLayout& layout = engine_->layout_;
    HeapCheck::remove(*this);
    layout.exchange(held_);
    HeapCheck::pause();
    zend_mm_shutdown(zend_mm_get_heap(), false, true);
    HeapCheck::resume();
    layout.adopt(layout.contents());
    layout.exchange(held_);
    entry_of_objects_ = nullptr;
    std::exchange(engine_, nullptr)->keep(held_);
}

}  // namespace tern::php
