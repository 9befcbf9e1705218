#include "php/engine/state/engine_heap.h"

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>
#include <utility>

#include "base/check.h"
#include "php/engine/state/heap_check.h"

namespace tern::php {

std::string_view own_heaps_setting() noexcept {
    const char* value = std::getenv("TERN_OWN_HEAPS");
    if (value == nullptr)
        value = zend_ini_string(const_cast<char*>("tern.own_heaps"), sizeof "tern.own_heaps" - 1, false);
    return value == nullptr ? "0" : value;
}

bool EngineHeap::find_layout() {
    if (search_ != Search::none) return search_ == Search::found;
    HeapContents spare;
    search_ = layout_.find(spare) ? Search::found : Search::failed;
    if (search_ == Search::failed) return false;
    spare_.push_back(spare);
    free_chunks_ = free_chunks_of(spare_.back());
    HeapCheck::begin(*this);
    return true;
}

void EngineHeap::unmap_free_chunks(HeapContents& of, size_t kept) const noexcept {
    HeapLayout::Counts& counts = layout_.counts(of.bytes);
    while (static_cast<size_t>(counts.free) > kept) {
        HeapLayout::Chunk* chunk = layout_.free_chunks(of.bytes);
        layout_.free_chunks(of.bytes) = chunk->next;
        (void)munmap(chunk, HeapLayout::kChunk);
        --counts.free;
        layout_.real_size(of.bytes) -= HeapLayout::kChunk;
        layout_.real_peak(of.bytes) = layout_.real_size(of.bytes);
    }
}

void EngineHeap::unmap(HeapContents& last) const noexcept {
    unmap_free_chunks(last, 0);
    (void)munmap(layout_.main_chunk(last.bytes), HeapLayout::kChunk);
}

// Free chunks count in the limit of the next script: a huge block has no room in them.
void EngineHeap::keep(HeapContents& ended) {
    constexpr size_t kPartOfLimit = 16;
    constexpr size_t kMostChunks = 16;
    trim();
    if (spare_.size() == kSpare) return unmap(ended);
    const size_t in_limit = static_cast<size_t>(PG(memory_limit)) / HeapLayout::kChunk / kPartOfLimit;
    unmap_free_chunks(ended, PG(memory_limit) <= 0 ? kMostChunks : std::clamp<size_t>(in_limit, 1, kMostChunks));
    spare_.push_back(ended);
    free_chunks_ += free_chunks_of(ended);
    limit_free_chunks();
}

// Those that were not used for the longest time give theirs back.
void EngineHeap::limit_free_chunks() noexcept {
    for (auto one = spare_.begin(); free_chunks_ > kFreeChunks; ++one) {
        const size_t has = free_chunks_of(*one);
        const size_t kept = has - std::min(has, free_chunks_ - kFreeChunks);
        unmap_free_chunks(*one, kept);
        free_chunks_ -= has - kept;
    }
}

// Of the heaps that lay here all the time half go, and the others lose their free chunks: fewer scripts run at a time
// than before.
void EngineHeap::trim() {
    const size_t count = use_.unused(spare_.size());
    const auto unused = spare_.begin() + static_cast<ptrdiff_t>(count);
    const auto kept = spare_.begin() + static_cast<ptrdiff_t>((count + 1) / 2);
    for (auto one = spare_.begin(); one != unused; ++one) {
        free_chunks_ -= free_chunks_of(*one);
        if (one < kept) {
            unmap(*one);
        } else {
            unmap_free_chunks(*one, 0);
        }
    }
    spare_.erase(spare_.begin(), kept);
}

bool EngineHeap::take(HeapContents& into) {
    if (spare_.empty()) return layout_.make(into);
    into = spare_.back();
    spare_.pop_back();
    free_chunks_ -= free_chunks_of(into);
    use_.note_taken(spare_.size());
    return true;
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
    if (!engine.take(held_)) return false;
    engine_ = &engine;
    HeapCheck::add(*this);
    engine.layout_.exchange(held_);
    entry_of_objects_ = static_cast<HeapLayout::Huge*>(_zend_mm_alloc(zend_mm_get_heap(), sizeof(HeapLayout::Huge)));
    tables_.begin();
    engine.layout_.exchange(held_);
    waiting_ += engine.layout_.size(held_.bytes);
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

void OwnHeap::count() const noexcept {
    const HeapLayout& layout = engine_->layout_;
    char* contents = layout.contents();
    auto* held = const_cast<char*>(held_.bytes);
    if (!running()) return (void)(waiting_ -= layout.size(held));
    peak_ = std::max(peak_, layout.peak(contents) + layout.size(held) + waiting_);
    waiting_ += layout.size(contents);
}

size_t OwnHeap::size_of_all() noexcept {
    const size_t size = zend_memory_usage(false) + waiting_;
    return running_ == nullptr ? size : size + running_->engine_->layout_.size(running_->held_.bytes);
}

size_t OwnHeap::peak_of_all() noexcept {
    if (running_ == nullptr) return std::max({peak_, zend_memory_peak_usage(false), size_of_all()});
    const size_t outer = running_->engine_->layout_.size(running_->held_.bytes);
    return std::max(peak_, zend_memory_peak_usage(false) + outer + waiting_);
}

void OwnHeap::exchange() noexcept {
    if (OG(active) == nullptr && OG(handlers).elements != nullptr) {  // an empty stack with memory
        zend_stack_destroy(&OG(handlers));
        zend_stack_init(&OG(handlers), sizeof(php_output_handler*));
    }
    OpcacheUse::drop_directory();
    HeapTables::Positions positions;
    positions.leave();
    count();
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
    for (size_t bin = 0; bin < HeapLayout::kBlockSizes.size(); ++bin) {
        while (layout.free_blocks(inner, bin) != nullptr) {
            auto* block = static_cast<Block*>(_zend_mm_alloc(zend_mm_get_heap(), HeapLayout::kBlockSizes[bin]));
            block->next = all;
            all = block;
        }
    }
    layout.size(inner) = size;
    layout.peak(inner) = peak;
    return all;
}

void OwnHeap::run_heap_of(const void* block, OwnHeap* inner) noexcept {
    if (running_ != nullptr && !running_->has(block)) running_->exchange();
    if (running_ == nullptr && inner != nullptr && inner->on() && inner->has(block)) inner->exchange();
}

bool OwnHeap::has(const void* block) noexcept {
    const HeapLayout& layout = engine_->layout_;
    return layout.has(running() ? layout.contents() : held_.bytes, block);
}

void OwnHeap::merge() {
    TERN_CHECK(running());
    const HeapLayout layout = engine_->layout_;
    Block* blocks = take_free_blocks();
    exchange();
    waiting_ -= layout.size(held_.bytes);
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
    left_ = 0;
}

namespace {

// With the handlers of a custom heap the engine would leave it as it is.
void reset_heap(zend_mm_heap* heap) {
    void* (*allocate)(size_t);
    void (*free)(void*);
    void* (*reallocate)(void*, size_t);
    zend_mm_get_custom_handlers(heap, &allocate, &free, &reallocate);
    zend_mm_set_custom_handlers(heap, nullptr, nullptr, nullptr);
    zend_mm_shutdown(heap, false, true);
    if (allocate != nullptr) zend_mm_set_custom_handlers(heap, allocate, free, reallocate);
}

}  // namespace

void OwnHeap::end() {
    if (!on()) return;
    TERN_CHECK(running_ == nullptr);
    const HeapLayout& layout = engine_->layout_;
    HeapCheck::remove(*this);
    waiting_ -= layout.size(held_.bytes);
    layout.exchange(held_);
    reset_heap(zend_mm_get_heap());
    HeapCheck::overwrite(layout);
    layout.adopt(layout.contents());
    layout.exchange(held_);
    entry_of_objects_ = nullptr;
    left_ = 0;
    std::exchange(engine_, nullptr)->keep(held_);
}

}  // namespace tern::php
