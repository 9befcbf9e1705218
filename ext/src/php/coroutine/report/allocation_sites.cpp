#include "php/coroutine/report/allocation_sites.h"

#include <algorithm>

#include "php/engine/globals.h"

namespace tern::php {

namespace {

using Release = void (*)(void*);
using Allocate = void* (*)(size_t);
using Resize = void* (*)(void*, size_t);

uint64_t mix(uint64_t hash, const void* pointer) noexcept {
    return (hash ^ reinterpret_cast<uintptr_t>(pointer)) * 0x100000001b3;
}

const zend_op* line_of(const zend_execute_data* frame) noexcept {
    return frame->func != nullptr && ZEND_USER_CODE(frame->func->type) ? frame->opline : nullptr;
}

template <class Visit>
void each_frame(Visit visit) {
    const zend_execute_data* frame = EG(current_execute_data);
    for (int n = 0; n < AllocationSites::kMostFrames && frame != nullptr; ++n, frame = frame->prev_execute_data) {
        visit(frame);
    }
}

uint64_t current_site() noexcept {
    uint64_t hash = 0xcbf29ce484222325;
    each_frame([&](const zend_execute_data* frame) { hash = mix(mix(hash, frame->func), line_of(frame)); });
    return hash;
}

void append_frame(const zend_execute_data* frame, std::string& into) {
    const zend_function* function = frame->func;
    if (function == nullptr) return;
    if (const zend_op* line = line_of(frame); line != nullptr) {
        into.append(" ").append(view(function->op_array.filename));
        into.append("(").append(std::to_string(line->lineno)).append(")");
    } else {
        into.append(" [internal function]");
    }
    if (function->common.function_name == nullptr) return;
    into.append(": ");
    if (function->common.scope != nullptr) into.append(ZSTR_VAL(function->common.scope->name)).append("::");
    into.append(view(function->common.function_name)).append("()");
}

std::string current_trace() {
    std::string trace;
    int number = 0;
    each_frame([&](const zend_execute_data* frame) {
        if (frame->func == nullptr) return;
        trace.append("#").append(std::to_string(number++));
        append_frame(frame, trace);
        trace.append("\n");
    });
    return trace.empty() ? "#0 [the engine]\n" : trace;
}

}  // namespace

// A memory limit that is exceeded in between leaves these functions by longjmp: then counting ends, and memory stays
// right. So they hold nothing that would have to be destroyed.

void* AllocationSites::allocate(size_t bytes) {
    zend_mm_heap* heap = zend_mm_get_heap();
    zend_mm_set_custom_handlers(heap, nullptr, nullptr, nullptr);
    void* block = zend_mm_alloc(heap, bytes);
    zend_mm_set_custom_handlers(heap, allocate, release, resize);
    TERN_G(allocation_sites)->add(block, bytes);
    return block;
}

void AllocationSites::release(void* block) {
    zend_mm_heap* heap = zend_mm_get_heap();
    TERN_G(allocation_sites)->remove(block);
    zend_mm_set_custom_handlers(heap, nullptr, nullptr, nullptr);
    zend_mm_free(heap, block);
    zend_mm_set_custom_handlers(heap, allocate, release, resize);
}

void* AllocationSites::resize(void* block, size_t bytes) {
    zend_mm_heap* heap = zend_mm_get_heap();
    zend_mm_set_custom_handlers(heap, nullptr, nullptr, nullptr);
    void* moved = zend_mm_realloc(heap, block, bytes);
    zend_mm_set_custom_handlers(heap, allocate, release, resize);
    TERN_G(allocation_sites)->remove(block);
    TERN_G(allocation_sites)->add(moved, bytes);
    return moved;
}

AllocationSites* AllocationSites::watch() {
    Allocate allocates = nullptr;
    Release releases = nullptr;
    Resize resizes = nullptr;
    zend_mm_heap* heap = zend_mm_get_heap();
    zend_mm_get_custom_handlers(heap, &allocates, &releases, &resizes);
    if (!is_zend_mm() || allocates != nullptr) return nullptr;
    TERN_G(allocation_sites) = new AllocationSites;
    zend_mm_set_custom_handlers(heap, allocate, release, resize);
    return TERN_G(allocation_sites);
}

AllocationSites::~AllocationSites() { zend_mm_set_custom_handlers(zend_mm_get_heap(), nullptr, nullptr, nullptr); }

void AllocationSites::add(const void* block, size_t bytes) {
    const uint64_t site = current_site();
    const auto [found, is_new] = sites_.try_emplace(site);
    if (is_new) found->second.trace = current_trace();
    ++found->second.blocks;
    found->second.bytes += bytes;
    blocks_[block] = {site, bytes};
}

void AllocationSites::remove(const void* block) {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    if (const auto site = sites_.find(found->second.site); site != sites_.end()) {
        site->second.bytes -= found->second.bytes;
        // A site without blocks would stay for ever otherwise, as every closure has a place of its own.
        if (--site->second.blocks == 0) sites_.erase(site);
    }
    blocks_.erase(found);
}

std::vector<AllocationSites::Site> AllocationSites::take(size_t least) {
    std::vector<Site> taken;
    for (auto& [number, site] : sites_) {
        if (site.blocks >= least) taken.push_back(site);
    }
    std::erase_if(blocks_, [&](const auto& block) {
        const auto site = sites_.find(block.second.site);
        return site == sites_.end() || site->second.blocks >= least;
    });
    std::erase_if(sites_, [&](const auto& site) { return site.second.blocks >= least; });
    std::sort(taken.begin(), taken.end(), [](const Site& one, const Site& other) { return one.bytes > other.bytes; });
    return taken;
}

}  // namespace tern::php
