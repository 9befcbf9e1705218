#include <utility>

#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/destructors.h"
#include "php/isolation/object_owners.h"

namespace tern::php {

namespace {

constexpr size_t kLeft = 1 << 20;  // bytes

int (*collect_all)();

// What collects apart shares no objects.
bool collects_apart(const Contexts& contexts, ContextNumber owner) noexcept {
    const Context* context = owner == 0 ? nullptr : contexts.by_number[owner - 1u];
    return context != nullptr && context->collects_apart();
}

// The collector sees a reference from elsewhere, so it takes neither the object nor what that refers to for garbage.
void pin_those_of_others(Contexts& contexts, ContextNumber running) {
    contexts.owners.each([&](ContextNumber owner) { return owner != running && !collects_apart(contexts, owner); },
                         [&contexts](zend_object& object) {
                             if (!Destructors::are_due(object)) return;
                             GC_ADDREF(&object);
                             contexts.pinned.push_back(&object);
                         });
}

// They stay candidates, for a collection in their own context.
void unpin(Contexts& contexts) {
    while (!contexts.pinned.empty()) {
        zend_object* object = contexts.pinned.back();
        contexts.pinned.pop_back();
        OBJ_RELEASE(object);
    }
}

// Each number of a freed object goes back to the context that had it.
void sort_free_objects(Contexts& contexts, int first) noexcept {
    while (first != -1) {
        zend_object*& place = EG(objects_store).object_buckets[first];
        const int next = static_cast<int>(GET_OBJ_BUCKET_NUMBER(place));
        int& list = Context::free_objects(contexts.owners.of(static_cast<uint32_t>(first)));
        SET_OBJ_BUCKET_NUMBER(place, list);
        list = std::exchange(first, next);
    }
}

int collect() {
    if (TERN_G(contexts) == nullptr) return collect_all();  // between two requests of PHP
    if (Context* context = Context::running(); context != nullptr && context->collects_apart())
        return context->collect_apart(collect_all);
    Contexts& contexts = php::contexts();
    if (!contexts.pinned.empty()) return 0;
    const ContextNumber running = Context::running() == nullptr ? 0 : Context::running()->number();
    contexts.owners.note(running);
    pin_those_of_others(contexts, running);
    int& free_objects = EG(objects_store).free_list_head;
    const int free_before = std::exchange(free_objects, -1);
    const int count = collect_all();
    const int freed = std::exchange(free_objects, free_before);
    contexts.owners.note(running);
    sort_free_objects(contexts, freed);
    unpin(contexts);
    contexts.heap_after_collection = zend_memory_usage(false);
    return count;
}

}  // namespace

void collect_by_context() noexcept {
    if (gc_collect_cycles == collect) return;
    collect_all = gc_collect_cycles;
    gc_collect_cycles = collect;
    EngineCollector::note_roots();
}

void Garbage::run_code(ContextNumber running) {
    Contexts& contexts = php::contexts();
    contexts.owners.note(running);
    if (contexts.owners.any(running, Destructors::are_due)) (void)gc_collect_cycles();
}

void Garbage::collect(ContextNumber running) {
    Contexts& contexts = php::contexts();
    contexts.owners.note(running);
    if (EG(regular_list).nNumOfElements == 0 &&
        !contexts.owners.any(running, [](const zend_object&) { return true; }) &&
        zend_memory_usage(false) < contexts.heap_after_collection + kLeft)
        return;
    (void)gc_collect_cycles();
}

}  // namespace tern::php
