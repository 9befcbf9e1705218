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

void Context::close_resources() {
    RequestGlobals::drop_stream_context();
    RequestGlobals::drop_directory();
    RequestGlobals::note_end_of_resources();
    Tables::close_resources();
    heap_.on() ? HeapTables::close_files() : Tables::close_persistent();
}

void Context::end_held_values() {
    if (Fiber* const here = current_fiber(); here != nullptr && !here->locals.held.empty())
        here->locals.end_held(*this);
}

// The steps of the end, in the order in which PHP ends a request. Where objects end in the order of their numbers,
// later code sees the variables. Values in a heap of the context end with it, unless the end itself shares some: there
// is no heap any more then.
class Context::Steps final : public ContainedBodies {
public:
    explicit Steps(Context& context) noexcept : context_(context) {}

    void take_all() {
        if (!context_.like_process_) {
            while (take_next(*this)) {}
            return;
        }
        while (!call(take_next)) {
            context_.drop_left();
            if (must_repeat(next_[-1])) --next_;
        }
    }

private:
    static bool take_next(ContainedBodies& bodies) {
        auto& self = static_cast<Steps&>(bodies);
        while (self.next_ != std::end(kAll) && self.next_->when != nullptr && !self.next_->when(self.context_))
            ++self.next_;
        if (self.next_ == std::end(kAll)) return false;
        const Step& step = *self.next_++;
        if (step.kind == Step::Kind::freeing && self.context_.terminated_) forbid_code();
        step.call(self.context_);
        report_exception();
        return true;
    }
    bool must_repeat(const Step& step) const noexcept {
        return step.kind == Step::Kind::repeated || (step.kind == Step::Kind::collects && context_.heap_.on());
    }

    static bool mixes(Context& all) { return !all.collector_.on(); }
    static bool note_heap(Context& all) { return all.ends_in_heap_ = all.heap_.on(); }
    static bool ends_in_heap(Context& all) { return all.ends_in_heap_; }
    static bool ends_without_heap(Context& all) { return !all.ends_in_heap_; }
    static bool lost_heap(Context& all) { return all.ends_in_heap_ && !all.heap_.on(); }
    static void terminate(Context& all) { all.end_terminated(); }
    static void drop_shutdown_functions(Context&) { RequestGlobals::drop_shutdown_functions(); }
    static void drop_variables(Context&) { Tables::drop_variables(); }
    static void drop_static_values(Context& all) { all.drop_static_values(); }

    static constexpr Step::Kind kFreeing = Step::Kind::freeing;
    static constexpr Step kAll[] = {
        {terminate},
        {[](Context&) { RequestGlobals::call_shutdown_functions(); }},
        {terminate},  // a shutdown function was
        {drop_shutdown_functions, kFreeing, mixes},
        {drop_variables, kFreeing, mixes},
        {[](Context& all) { all.call_destructors(); }},
        {[](Context&) { SapiGlobals::end_output(); }},
        {[](Context&) { SapiGlobals::send_head(); }},
        {[](Context& all) { all.modules_.end_request(); },
         Step::Kind::repeated},  // a session's code has its static values
        {[](Context& all) { all.end_held_values(); }},
        // Before the values that refer to them, which end with the heap. The default stream context is one of them.
        {[](Context&) { Tables::close_resources(); }, kFreeing, note_heap},
        {[](Context&) { RequestGlobals::forget_stream_context(); }, Step::Kind::code, ends_in_heap},
        {drop_shutdown_functions, kFreeing, ends_without_heap},
        {drop_variables, kFreeing, ends_without_heap},
        {[](Context& all) { all.end_parts(); }},
        {drop_static_values, kFreeing, ends_without_heap},
        {[](Context& all) { all.end_late_objects(); }, kFreeing},
        {[](Context& all) { all.drop_parts(); }, Step::Kind::repeated},
        {[](Context& all) { all.close_resources(); }, kFreeing},
        {[](Context& all) { all.drop_globals(); }, kFreeing},
        {drop_shutdown_functions, kFreeing, lost_heap},
        {drop_variables, kFreeing, lost_heap},
        {drop_static_values, kFreeing, lost_heap},
        {[](Context& all) { all.collect_last(); }, Step::Kind::collects},
        {[](Context&) { Tables::close_persistent(); }, Step::Kind::code, ends_in_heap},
    };

    Context& context_;
    const Step* next_ = kAll;
};

// A fatal error ends one step.
void Context::end_inside(void* context) {
    auto* self = static_cast<Context*>(context);
    RequestGlobals::note_end();
    self->note_end_to_parts();
    if (self->like_process_) contexts().script_sizes.note(self->memory());
    Steps(*self).take_all();
    self->end_sharing();
}

// The engine calls no code while an exception is pending.
void Context::forbid_code() {
    if (EG(exception) != nullptr) return;
    EG(exception) = zend_create_unwind_exit();
    if (EG(current_execute_data) != nullptr) EG(opline_before_exception) = EG(current_execute_data)->opline;
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
