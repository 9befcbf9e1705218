#include "php/engine/state/heap_check.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace tern::php {

namespace {

// Tests read what servers print, so the reports can go to a file.
int log_fd() {
    static const char* name = std::getenv("TERN_HEAP_LOG");
    static const int fd = name == nullptr ? STDERR_FILENO : ::open(name, O_WRONLY | O_APPEND | O_CREAT, 0666);
    return fd;
}

constexpr int kMostReports = 300;
constexpr int kFrames = 16;

struct Stack {
    void* frames[kFrames];
    int count;
};

struct Checked {
    const HeapLayout* layout = nullptr;  // null: there is no check
    std::vector<OwnHeap*> heaps;
    std::unordered_map<const void*, Stack> made_at;
    int reports = 0;
};

Checked checked;

void show(const Stack& stack) { backtrace_symbols_fd(stack.frames + 2, stack.count - 2, log_fd()); }

Stack running_stack() {
    Stack stack;
    stack.count = backtrace(stack.frames, kFrames);
    return stack;
}

void report(const void* block, const char* of, const char* in) {
    if (++checked.reports > kMostReports) return;
    dprintf(log_fd(), "CROSSING block of %s freed in %s\n", of, in);
    show(running_stack());
    const auto found = checked.made_at.find(block);
    dprintf(log_fd(), found == checked.made_at.end() ? "it was made before the check began\n" : "it was made by\n");
    if (found != checked.made_at.end()) show(found->second);
}

void* note(void* block) {
    checked.made_at.insert_or_assign(block, running_stack());
    return block;
}

}  // namespace

void HeapCheck::install() noexcept { zend_mm_set_custom_handlers(zend_mm_get_heap(), allocate, free, reallocate); }

void HeapCheck::begin(const EngineHeap& engine) {
    if (!own_heaps_setting().starts_with('c')) return;
    checked.layout = &engine.layout_;
    install();
}

void HeapCheck::end() noexcept {
    if (checked.layout == nullptr) return;
    zend_mm_set_custom_handlers(zend_mm_get_heap(), nullptr, nullptr, nullptr);
    checked.layout = nullptr;
}

void HeapCheck::add(OwnHeap& heap) {
    if (checked.layout != nullptr) checked.heaps.push_back(&heap);
}

void HeapCheck::remove(OwnHeap& heap) {
    if (checked.layout != nullptr) std::erase(checked.heaps, &heap);
}

bool HeapCheck::on() noexcept { return checked.layout != nullptr; }

void HeapCheck::check_object(const zend_object& object, bool is_of_page) {
    if (checked.layout->has(checked.layout->contents(), &object) == is_of_page) return;
    if (++checked.reports > kMostReports) return;
    dprintf(log_fd(), "CROSSING object %u, %s: %s\n", object.handle, ZSTR_VAL(object.ce->name),
            is_of_page ? "of the page, in another heap" : "in the heap of a page that ends, of other code");
}

void HeapCheck::overwrite(const HeapLayout& layout) noexcept {
    if (checked.layout == nullptr) return;
    constexpr size_t kPage = 4096;  // at the beginning of a chunk the allocator has its own
    constexpr int kNoValue = 0x5a;
    auto* first = reinterpret_cast<char*>(layout.main_chunk(layout.contents()));
    std::memset(first + kPage, kNoValue, HeapLayout::kChunk - kPage);
    for (HeapLayout::Chunk* one = layout.free_chunks(layout.contents()); one != nullptr; one = one->next)
        std::memset(reinterpret_cast<char*>(one) + kPage, kNoValue, HeapLayout::kChunk - kPage);
}

const OwnHeap* HeapCheck::owner(const void* block, bool& found) {
    const HeapLayout& layout = *checked.layout;
    found = true;
    for (OwnHeap* one : checked.heaps) {
        if (layout.has(one->running() ? checked.layout->contents() : one->held_.bytes, block)) return one;
    }
    OwnHeap* running = OwnHeap::running_;
    found = layout.has(running == nullptr ? checked.layout->contents() : running->held_.bytes, block);
    return nullptr;
}

void HeapCheck::check(const void* block) {
    if (block == nullptr || checked.layout->has(checked.layout->contents(), block)) return;
    bool found;
    const OwnHeap* heap = owner(block, found);
    report(block,
           heap != nullptr ? "a page"
           : found         ? "the worker"
                           : "no heap",
           OwnHeap::running_ == nullptr ? "the worker" : "a page");
}

void* HeapCheck::allocate(size_t size) { return note(_zend_mm_alloc(zend_mm_get_heap(), size)); }

void HeapCheck::free(void* block) {
    check(block);
    checked.made_at.erase(block);
    _zend_mm_free(zend_mm_get_heap(), block);
}

void* HeapCheck::reallocate(void* block, size_t size) {
    check(block);
    checked.made_at.erase(block);
    return note(_zend_mm_realloc(zend_mm_get_heap(), block, size));
}

}  // namespace tern::php
