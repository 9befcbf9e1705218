// The end of a context.
#include <algorithm>
#include <utility>

#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/state/heap_check.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

// Nothing can catch it.
void report_exception() {
    const bool is_contained = Context::running()->contains_fatal_errors();
    if (is_contained && CG(unclean_shutdown)) return;  // see contain()
    bail_if_fatal();
    if (EG(exception) == nullptr) return;
    if (is_exit(EG(exception))) return zend_clear_exception();
    if (is_contained) return (void)end_code_unhandled();
    report_uncaught();
}

// The code that the context has defined is freed.
void remove_caches_of(const Context* owner) {
    const CodeSet freed = contexts().direct_caches.remove(owner);
    if (freed.empty()) return;
    contexts().outer_caches.remove(freed);
    for (Context* one : contexts().by_number) {
        if (one != nullptr) one->foreign_caches().remove(freed);
    }
}

}  // namespace

void Context::end_all() {
    for (size_t i = 0; i < contexts().by_number.size(); ++i) {
        Context* one = contexts().by_number[i];
        if (one != nullptr && one->coroutines_ == 0) (void)one->end();
    }
    for (Context* one : contexts().by_number) {
        if (one != nullptr) one->share_values();  // its objects are freed with all others
    }
    free_unused();  // objects of ended ones may be gone by now
}

// Objects of these were in use until the end of the request.
void Context::forget_all() noexcept {
    if (TERN_G(contexts) == nullptr) return;
    for (Context* one : contexts().in_use_elsewhere) {
        one->tables_.free_tables();
        delete one;
    }
    delete std::exchange(TERN_G(contexts), nullptr);
}

bool Context::end() {
    if (ended_) return true;
    if (coroutines_ > 0) {
        zend_throw_error(nullptr, "%zu coroutine%s in context %d still run%s", coroutines_, coroutines_ == 1 ? "" : "s",
                         number_, coroutines_ == 1 ? "s" : "");
        return false;
    }
    ended_ = true;
    end_with_pending();
    note_end();
    return true;
}

// An exception of the caller stays pending.
void Context::end_with_pending() {
    zend_object* pending = std::exchange(EG(exception), nullptr);
    const zend_op* before_exception = EG(opline_before_exception);
    if (pending != nullptr) share_values();
    run(end_inside, this);
    EG(exception) = pending;
    EG(opline_before_exception) = before_exception;
}

void Context::note_end() {
    objects_in_use_.note(contexts().owners, number_);
    contexts().in_use_elsewhere.push_back(this);
    free_unused();
}

// Where nothing is shared, all objects that are left end, as in PHP: no collection has to find them. The first
// exception, or exit(), ends that.
void Context::call_all_destructors() {
    Tables::drop_objects();
    contexts().owners.note(number_);
    if (EG(exception) == nullptr) Destructors::call_all(contexts().owners, number_);
    if (EG(exception) != nullptr) Destructors::skip_all(contexts().owners, number_);
}

void Context::call_destructors() {
    if (collector_.on()) return call_all_destructors();
    contexts().owners.note(number_);
    Garbage::run_code(number_);
    Destructors destructors(contexts().owners, number_);
    tables_.add_values(destructors);
    destructors.call();
}

void Context::skip_destructors() {
    contexts().owners.note(number_);
    Destructors::skip_all(contexts().owners, number_);
}

// Before the steps of the end: they find nothing to call.
void Context::end_terminated() {
    if (!terminated_) return;
    RequestGlobals::drop_shutdown_functions();
    skip_destructors();
    SapiGlobals::abort_output();
    ModuleGlobals::abort_session();
}

// What the code made that ran since call_destructors().
void Context::end_late_objects() { collector_.on() ? call_destructors() : Garbage::run_code(number_); }

void Context::collect_last() {
    if (!collector_.on()) return Garbage::collect(number_);
    contexts().owners.note(number_);
    if (heap_.on()) return Destructors::free_special(contexts().owners, number_);
    Destructors::free_all(contexts().owners, number_);
    if (collector_.has_roots()) (void)gc_collect_cycles();
}

void Context::drop_static_values() {
    tables_.drop_values();
    outer_closures_.drop_values();
    uncached_code_.drop_values();
}

void Context::drop_globals() {
    autoloaders_.clear();
    RequestGlobals::end();
    ModuleGlobals::end_values();
    Settings::end();
}

// Where objects end in the order of their numbers, later code sees the variables.
void Context::drop_code_values() {
    take_freeing_step([](Context&) { RequestGlobals::drop_shutdown_functions(); });
    take_freeing_step([](Context&) { Tables::drop_variables(); });
}

// The end has shared some: there is no heap any more that ends with them.
void Context::drop_shared_values() {
    drop_code_values();
    take_freeing_step([](Context& all) { all.drop_static_values(); });
}

// Before the values that refer to them, which end with the heap. The default stream context is one of them.
void Context::close_resources() {
    take_freeing_step([](Context&) { Tables::close_resources(); });
    RequestGlobals::forget_stream_context();
}

// In the order in which PHP ends a request. A fatal error ends one step. Values in a heap of the context end with it,
// unless the end itself shares some.
void Context::end_inside(void* context) {
    auto* self = static_cast<Context*>(context);
    RequestGlobals::note_end();
    self->note_end_to_parts();
    if (self->like_process_) contexts().script_sizes.note(self->memory());
    self->take_step([](Context& all) { all.end_terminated(); });
    self->take_step([](Context&) { RequestGlobals::call_shutdown_functions(); });
    self->take_step([](Context& all) { all.end_terminated(); });  // a shutdown function was
    if (!self->collects_apart()) self->drop_code_values();
    self->take_step([](Context& all) { all.call_destructors(); });
    self->take_step([](Context&) { SapiGlobals::end_output(); });
    self->take_step([](Context&) { SapiGlobals::send_head(); });
    while (!self->take_step([](Context& all) { all.modules_.end_request(); })) {
    }  // a session's code has its static values
    self->take_step([](Context& all) {
        if (Fiber* const here = current_fiber(); here != nullptr && !here->locals.held.empty())
            here->locals.end_held(all);
    });
    const bool in_heap = self->heap_.on();
    in_heap ? self->close_resources() : self->drop_code_values();
    self->take_step([](Context& all) { all.end_parts(); });
    if (!in_heap) self->take_freeing_step([](Context& all) { all.drop_static_values(); });
    self->take_freeing_step([](Context& all) { all.end_late_objects(); });
    while (!self->take_step([](Context& all) { all.drop_parts(); })) {}
    self->take_freeing_step([](Context& all) {
        RequestGlobals::drop_stream_context();
        RequestGlobals::drop_directory();
        RequestGlobals::note_end_of_resources();
        Tables::close_resources();
        all.heap_.on() ? HeapTables::close_files() : Tables::close_persistent();
    });
    self->take_freeing_step([](Context& all) { all.drop_globals(); });
    if (in_heap && !self->heap_.on()) self->drop_shared_values();
    while (!self->take_step([](Context& all) { all.collect_last(); }) && self->heap_.on()) {}
    if (in_heap) self->take_step([](Context&) { Tables::close_persistent(); });
    self->end_sharing();
}

// The engine calls no code while an exception is pending.
void Context::forbid_code() {
    if (EG(exception) != nullptr) return;
    EG(exception) = zend_create_unwind_exit();
    if (EG(current_execute_data) != nullptr) EG(opline_before_exception) = EG(current_execute_data)->opline;
}

bool Context::take_step(void (*step)(Context& context)) { return take({*this, step, false}); }

// It closes streams, and wrappers and filters of a stream may be code of the context.
void Context::take_freeing_step(void (*step)(Context& context)) { (void)take({*this, step, terminated_}); }

bool Context::take(Step step) {
    if (!like_process_) {
        step.call(*this);
        report_exception();
        return true;
    }
    const bool returned = contain(
        [](void* argument) {
            const auto& one = *static_cast<Step*>(argument);
            if (one.without_code) forbid_code();
            one.call(one.context);
            report_exception();
        },
        &step);
    if (!returned) drop_left();
    return returned;
}

// Code outside may have a closure or an object of a class that only this context knows.
bool Context::used_elsewhere() noexcept {
    if (origin_.living() > kept_closures_.unused()) return true;  // closures
    return objects_in_use_.any();
}

// For tests.
void Context::check_objects() const {
    const zend_objects_store& store = EG(objects_store);
    for (uint32_t i = 1; i < store.top; ++i) {
        const zend_object* object = store.object_buckets[i];
        if (object != nullptr && IS_OBJ_VALID(object))
            HeapCheck::check_object(*object, contexts().owners.of(i) == number_);
    }
}

// Closures were counted as they ended.
void Context::end_sharing() {
    if (!heap_.on() || origin_.living() > kept_closures_.unused()) return share_values();
    contexts().owners.note(number_);
    if (HeapCheck::on()) check_objects();
    EG(objects_store).free_list_head = contexts().owners.take_all(number_);
    forgotten_ = true;
}

void Context::drop_definitions() {
    remove_caches_of(this);
    forgotten_ ? tables_.forget_definitions() : tables_.drop_definitions();
    has_definitions_ = false;
}

// While it runs, which saves an exchange.
void Context::drop_unused_definitions() {
    if (forgotten_) return drop_definitions();
    contexts().owners.note(number_);
    if (origin_.living() == 0 && !contexts().owners.any(number_, ObjectsInUse::counts)) drop_definitions();
}

void Context::free_values() {
    kept_closures_.drop();
    kept_closures_.begin();
    if (has_definitions_) {
        exchange_engine();
        drop_definitions();
        exchange_engine();
    }
    forgotten_ ? tables_.forget_tables() : tables_.free_tables();
    area_.end(contexts().start_up, contexts().spare_areas);
    outer_closures_.end();
    contexts().foreign_closures.end(foreign_caches_, !forgotten_);
    uncached_code_.end();
}

void Context::free_definitions() {
    free_values();
    if (forgotten_) {
        collector_.enter();
        collector_.forget(heap_);
        heap_.end();
    } else {
        free_objects_ = contexts().owners.take_back(number_, free_objects_);
    }
    opcache_.end();
    contexts().free_objects[number_ - 1u] = free_objects_;
    contexts().by_number[number_ - 1u] = nullptr;
    if (--contexts().living == 0) join_free_objects();
    freed_ = true;
    delete_if_unused();
}

// Several contexts lived at a time, and each has left numbers: no later one looks at those above the highest object.
void Context::join_free_objects() {
    std::vector<int>& left = contexts().free_objects;
    const bool has_several = std::any_of(left.begin() + 1, left.end(), [](int first) { return first != -1; });
    if (has_several) contexts().owners.join(left, EG(objects_store).free_list_head);
}

void Context::free_unused() {
    if (running() != nullptr) return;
    std::vector<Context*>& ended = contexts().in_use_elsewhere;
    for (size_t i = ended.size(); i-- > 0;) {
        Context* last = ended[i];
        if (!last->forgotten_ && last->used_elsewhere()) {
            last->share_values();
            continue;
        }
        ended.erase(ended.begin() + static_cast<ptrdiff_t>(i));
        last->free_definitions();
    }
}

void Context::detach() {
    object = nullptr;
    detached_ = true;
    if (ended_) {
        delete_if_unused();
    } else if (coroutines_ == 0 && held_ == inner_held_) {
        (void)end();
    }
}

void Context::give_back(bool inner) {
    if (inner) --inner_held_;
    if (--held_ == inner_held_ && detached_) detach();
}

void Context::delete_if_unused() {
    if (freed_ && detached_ && held_ == 0) delete this;
}

}  // namespace tern::php
