#include "php/engine/state/engine_collector.h"

#include <cstddef>
#include <cstdlib>
#include <utility>

#include "base/check.h"
#include "php/engine/fiber/sanitizer.h"

namespace tern::php {

namespace {

constexpr uint32_t kSlotBits = 0xfffff;    // of the number in a value's header
constexpr uint32_t kMostPlain = 1u << 19;  // slots: from this one on the header has a part of the number
constexpr size_t kSpare = 16;

uint32_t slot_of(const zend_refcounted* value) noexcept { return (GC_TYPE_INFO(value) >> GC_INFO_SHIFT) & kSlotBits; }

void forget_slot(zend_refcounted* value) noexcept { GC_TYPE_INFO(value) &= GC_TYPE_MASK | GC_FLAGS_MASK; }

zend_refcounted* value_of(const zend_refcounted* slot) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(slot) & ~CollectorGlobals::kTagMask;
    return reinterpret_cast<zend_refcounted*>(address);  // NOLINT(performance-no-int-to-ptr)
}

uintptr_t tag_of(const zend_refcounted* slot) noexcept {
    return reinterpret_cast<uintptr_t>(slot) & CollectorGlobals::kTagMask;
}

template <class Visit>
void each_used(const CollectorGlobals& globals, Visit visit) {
    for (uint32_t i = 1; i < globals.first_unused; ++i) {
        if (tag_of(globals.roots[i]) != CollectorGlobals::kUnusedTag) visit(i, globals.roots[i]);
    }
}

// A root that was freed elsewhere.
[[maybe_unused]] void check_roots(const CollectorGlobals& globals) {
    if (globals.roots == nullptr || globals.active || globals.first_unused >= kMostPlain) return;
    uint32_t count = 0;
    each_used(globals, [&count](uint32_t slot, const zend_refcounted* root) {
        TERN_CHECK(slot_of(root) == slot);
        ++count;
    });
    TERN_CHECK(count == globals.count);
}

bool notes_roots(const CollectorGlobals& globals) {
    zend_array* probe = zend_new_array(0);
    auto* value = reinterpret_cast<zend_refcounted*>(probe);
    const uint32_t count = globals.count;
    gc_possible_root(value);
    const uint32_t slot = slot_of(value);
    bool noted = slot > 0 && slot < globals.first_unused && globals.count == count + 1 && globals.roots[slot] == value;
    GC_REMOVE_FROM_BUFFER(value);
    noted = noted && globals.count == count && globals.unused == slot;
    zend_array_destroy(probe);
    return noted;
}

}  // namespace

EngineCollector::~EngineCollector() {
    for (zend_refcounted** roots : spare_) std::free(static_cast<void*>(roots));
}

void EngineCollector::note_roots() {
    zend_gc_status status;
    zend_gc_get_status(&status);
    if (gc_enabled() || status.threshold != 0) return;
    (void)gc_enable(true);
    (void)gc_enable(false);
}

// The state is replaced by an empty one, which the engine has to fill as at its start.
bool EngineCollector::can_be_replaced(CollectorGlobals& globals) {
    const CollectorGlobals running = std::exchange(globals, CollectorGlobals{});
    const bool was_empty = !gc_enabled() && globals.is_reported();
    (void)gc_enable(true);
    const bool is_filled = globals.roots != nullptr && globals.roots != running.roots && globals.size > 0 &&
                           globals.first_unused == 1 && globals.threshold > 1 && globals.threshold <= globals.size;
    const bool works = was_empty && is_filled && globals.is_reported() && notes_roots(globals);
    fresh_ = std::exchange(globals, running);
    fresh_.unused = 0;
    fresh_.first_unused = 1;
    spare_.push_back(fresh_.roots);
    return works;
}

bool EngineCollector::is_proven(CollectorGlobals& globals) {
    if (globals.enabled != gc_enabled() || globals.is_protected != gc_protected() || globals.active) return false;
    if (!globals.is_reported() || globals.first_unused >= kMostPlain) return false;
    const bool was_protected = gc_protect(true);
    const bool protects = globals.is_protected;
    (void)gc_protect(false);
    const bool unprotects = !globals.is_protected;
    const bool was_enabled = gc_enable(false);
    const bool works = protects && unprotects && !globals.enabled && notes_roots(globals) && can_be_replaced(globals);
    (void)gc_enable(was_enabled);
    (void)gc_protect(was_protected);
    return works;
}

bool EngineCollector::find() {
    if (search_ != Search::none) return search_ == Search::found;
    search_ = Search::failed;
    if constexpr (!CollectorGlobals::kKnown) return false;
    note_roots();
    globals_ = find_collector_globals([this](CollectorGlobals& found) { return is_proven(found); });
    if (globals_ != nullptr) search_ = Search::found;
    return globals_ != nullptr;
}

zend_refcounted** EngineCollector::take_roots() {
    if (spare_.empty()) return static_cast<zend_refcounted**>(pemalloc(fresh_.size * sizeof(zend_refcounted*), 1));
    zend_refcounted** roots = spare_.back();
    spare_.pop_back();
    return roots;
}

void EngineCollector::keep_roots(const CollectorGlobals& last) noexcept {
    if (last.size != fresh_.size || spare_.size() >= kSpare) return std::free(static_cast<void*>(last.roots));
    spare_.push_back(last.roots);
}

void OwnCollector::begin(EngineCollector& engine) {
    TERN_CHECK(!on());
    engine_ = &engine;
    held_ = engine.fresh_;
    held_.roots = engine.take_roots();
    held_.enabled = gc_enabled();
    held_.begin_time();
}

void OwnCollector::exchange_state() noexcept {
    std::swap(held_, *engine_->globals_);
    running_ = running() ? nullptr : this;
    if constexpr (kIsSanitized) {
        check_roots(held_);
        check_roots(*engine_->globals_);
    }
}

bool OwnCollector::has_roots() const noexcept { return engine_->globals_->count > 0; }

bool OwnCollector::collects() const noexcept { return engine_->globals_->active; }

CollectorGlobals OwnCollector::take_outer_back() {
    TERN_CHECK(running());
    running_ = nullptr;
    engine_->globals_->drop_fiber();
    return std::exchange(*engine_->globals_, held_);
}

// What was made for code outside, as the fields of a response, became a root as it was given away.
void OwnCollector::forget(OwnHeap& heap) {
    const CollectorGlobals last = take_outer_back();
    each_used(last, [&heap](uint32_t, zend_refcounted* slot) {
        if (!heap.has(value_of(slot))) forget_slot(value_of(slot));
    });
    std::exchange(engine_, nullptr)->keep_roots(last);
}

// A fatal error may have left the collector in the middle: then its lists say nothing of what is garbage.
void OwnCollector::end() {
    const CollectorGlobals last = take_outer_back();
    each_used(last, [](uint32_t, zend_refcounted* slot) { forget_slot(value_of(slot)); });
    const bool collects = gc_enable(false);
    if (!last.active && !last.is_protected)
        each_used(last, [](uint32_t, zend_refcounted* root) { gc_possible_root(root); });
    (void)gc_enable(collects);
    std::exchange(engine_, nullptr)->keep_roots(last);
}

}  // namespace tern::php
