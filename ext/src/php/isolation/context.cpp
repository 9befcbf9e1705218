#include "php/isolation/context.h"

#include <algorithm>
#include <utility>
#include <zend_extensions.h>

#include "base/check.h"
#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"
#include "php/isolation/contexts.h"
#include "php/isolation/copied_values.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

int64_t heap_size() noexcept { return static_cast<int64_t>(zend_memory_usage(false)); }

// Handlers of code outside are called in contexts, too.
bool has_handlers() noexcept {
    return Z_TYPE(EG(user_error_handler)) != IS_UNDEF || Z_TYPE(EG(user_exception_handler)) != IS_UNDEF ||
           !zend_stack_is_empty(&EG(user_error_handlers)) || !zend_stack_is_empty(&EG(user_exception_handlers));
}

// The lowest frame of code that collects apart. The collector looks at the values of all frames. Its function has a
// name, as the engine asks for that in warnings that are raised before any code runs; backtraces end above it.
zend_execute_data* lowest_frame() noexcept {
    static zend_function function = [] {
        zend_function made{ZEND_INTERNAL_FUNCTION};
        made.common.function_name = ZSTR_EMPTY_ALLOC();
        return made;
    }();
    static zend_execute_data frame = [] {
        zend_execute_data made{};
        made.func = &function;
        return made;
    }();
    return &frame;
}

// Code outside makes objects while contexts run, and keeps them for requests to come. With numbers above those of a
// context they would keep the numbers of an ended one from being given out anew.
void reserve_object_numbers() {
    constexpr uint32_t kCount = 64;
    zend_objects_store& store = EG(objects_store);
    if (store.top + kCount > store.size) return;
    for (uint32_t number = store.top + kCount; number-- > store.top;) {
        SET_OBJ_BUCKET_NUMBER(store.object_buckets[number], store.free_list_head);
        store.free_list_head = static_cast<int>(number);
    }
    store.top += kCount;
}

// The state that the running code has; null: none.
OwnState* change_state(OwnState* state) {
    if (Fiber* self = current_fiber()) return self->change_own_state(state);
    OwnState* before = Context::running();
    if (before != nullptr) before->exchange();
    if (state != nullptr) state->exchange();
    return before;
}

}  // namespace

void Context::note_start_up() {
    Settings::point_to_texts();
    TERN_G(contexts) = new Contexts;
    contexts().are_possible = are_possible();
    if (contexts().are_possible) contexts().start_up.copy_running();
}

bool Context::are_possible() noexcept { return zend_get_extension("Zend OPcache") != nullptr; }

Context* Context::make(Kind kind) {
    if (!contexts().are_possible) {
        zend_throw_error(nullptr, "Contexts need opcache");
        return nullptr;
    }
    std::vector<Context*>& all = contexts().by_number;
    const auto place = static_cast<size_t>(std::ranges::find(all, nullptr) - all.begin());
    if (place == Contexts::kMost) {
        zend_throw_error(nullptr, "There are %zu contexts, which is the limit", Contexts::kMost);
        return nullptr;
    }
    if (all.empty()) {
        contexts().start_entries.find();
        reserve_object_numbers();
    }
    if (place == all.size()) {
        all.push_back(nullptr);
        contexts().free_objects.push_back(-1);
    }
    collect_by_context();
    Origin::watch();
    auto* made = new Context(static_cast<ContextNumber>(place + 1), contexts().free_objects[place], contexts().clock);
    all[place] = made;
    ++contexts().living;
    OwnState* outer = change_state(nullptr);
    OpcacheUse::free_ended = free_unused;
    made->opcache_.begin();
    made->begin(kind);
    (void)change_state(outer);
    if (outer != nullptr) outer->share_values();
    return made;
}

void Context::exchange_modules(bool leaves) {
    modules_.exchange();
    settings_.exchange(leaves);
}

// While only the rest is exchanged.
void Context::begin_modules_outside() {
    exchange_modules(false);
    begin_modules();
    exchange_modules(true);
}

void Context::begin_fresh(bool of_program) {
    SpareDefinitions& spare = of_program ? contexts().spare_definitions : contexts().spare_for_scripts;
    tables_.begin_fresh(of_program, number_, contexts().start_entries, spare);
    own_code_.begin(tables_.definitions());
    if (!of_program) return;
    exchange_engine();
    begin_modules_outside();
    exchange_engine();
}

void Context::begin(Kind kind) {
    contexts().outer_code.note(contexts().direct_caches);
    area_.begin(contexts().start_up, contexts().spare_areas);
    modules_.take();
    kept_closures_.begin();
    EngineCollector& engine = contexts().collector;
    if (kind == Kind::script && !has_handlers() && engine.find()) collector_.begin(engine);
    if (kind != Kind::copy) return begin_fresh(kind == Kind::fresh);
    contexts().owners.note(0);
    outer_closures_.begin(contexts().owners, Origin::is_outside);
    uncached_code_.begin(contexts().direct_caches);
    tables_.begin_copy(number_, contexts().start_entries);
    zval autoloaders;
    get_autoloaders(&autoloaders);
    own_code_.begin(tables_.definitions());
    exchange_engine();
    copy_values(area_);
    outer_closures_.share_values();
    uncached_code_.copy_properties(area_);
    add_autoloaders(autoloaders_, autoloaders);
    begin_modules_outside();
    exchange_engine();
    zval_ptr_dtor(&autoloaders);
}

// The code that has run so far leaves first.
void Context::exchange_caches(bool leaves) {
    ForeignCaches& last = leaves ? foreign_caches_ : contexts().outer_caches;
    last.exchange();
    contexts().direct_caches.leave(last);
    (leaves ? contexts().outer_caches : foreign_caches_).exchange();
}

// Code that opcache has not cached has to be known where values cross: later, while the context shares none. Looking at
// each function and class of a script takes as many cache misses.
void Context::note_code(bool leaves) {
    if (!leaves) return contexts().outer_code.note(contexts().direct_caches);
    if (!collector_.on()) own_code_.note(contexts().direct_caches);
}

void Context::exchange_engine() {
    const bool leaves = running() == this;
    TERN_CHECK(leaves || running() == nullptr);
    contexts().owners.note(leaves ? number_ : 0);
    note_code(leaves);
    memory_ += leaves ? heap_size() : -heap_size();
    opcache_.exchange();
    area_.exchange();
    tables_.exchange();
    globals_.exchange();
    outer_closures_.exchange();
    exchange_caches(leaves);
    kept_closures_.exchange();
    uncached_code_.exchange();
    std::swap(free_objects_, EG(objects_store).free_list_head);
    TERN_G(context) = leaves ? nullptr : this;
}

int64_t Context::memory() const noexcept { return running() == this ? memory_ + heap_size() : memory_; }

// Memory allocated during the exchange is not charged to any context.
void Context::exchange() {
    const bool leaves = running() == this;
    if (leaves) {
        limits_.leave(memory());
        OwnState::exchange();
    }
    if (!leaves) collector_.exchange();  // first, as zend.enable_gc is then set in its own
    exchange_modules(leaves);
    exchange_engine();
    if (leaves) collector_.exchange();
    exhaustion_.exchange();
    if (leaves) return;
    exchange_backwards();
    limits_.enter(memory());
}

void Context::be_like_process() noexcept {
    like_process_ = true;
    limits_.begin();
}

int& Context::free_objects(ContextNumber number) noexcept {
    Context* running = Context::running();
    if (number == (running == nullptr ? 0 : running->number_)) return EG(objects_store).free_list_head;
    Context* owner = number == 0 ? running : contexts().by_number[number - 1u];
    return owner == nullptr ? free_objects(0) : owner->free_objects_;
}

OwnState* Context::inherit() {
    ++coroutines_;
    return this;
}

void Context::release() {
    --coroutines_;
    if (detached_ && !ended_ && coroutines_ == 0) detach();
}

Context::Inside Context::enter() {
    ++coroutines_;
    const int error_level = EG(error_reporting);
    OwnState* outer = change_state(this);
    zend_execute_data* const caller = EG(current_execute_data);
    const Inside inside{outer, std::exchange(entered_from_, caller), caller, error_level};
    if (collector_.on()) EG(current_execute_data) = lowest_frame();
    return inside;
}

void Context::call(void (*body)(void* argument), void* argument) {
    if (!like_process_) return body(argument);
    if (!contain(body, argument) && running() != this) (void)change_state(this);
}

void Context::leave(const Inside& inside) {
    entered_from_ = inside.entered_before;
    EG(current_execute_data) = inside.caller;
    if (EG(exception) != nullptr) share_values();
    (void)change_state(inside.outer);
    EG(error_reporting) = inside.error_level;
    release();
}

void Context::run(void (*body)(void* argument), void* argument) {
    if (running() == this && like_process_) return body(argument);  // a fatal error ends the outer call, too
    const Inside inside = enter();
    call(body, argument);
    leave(inside);
}

void Context::run_to_end(void (*body)(void* argument), void* argument) {
    const Inside inside = enter();
    call(body, argument);
    const bool ends = !ended_ && alone();
    if (ends) {
        ended_ = true;
        end_with_pending();
        drop_unused_definitions();
    }
    leave(inside);
    if (ends) note_end();
}

// The coroutine has no state of a context meanwhile.
void Context::run_in(Context* context, void (*body)(void* argument), void* argument) {
    if (context != nullptr) return context->run(body, argument);
    zend_execute_data* const caller = EG(current_execute_data);
    if (running() != nullptr && running()->collects_apart()) EG(current_execute_data) = lowest_frame();
    OwnState* outer = change_state(nullptr);
    body(argument);
    (void)change_state(outer);
    EG(current_execute_data) = caller;
}

void Context::share_values() {
    if (!collector_.on()) return;
    const bool enters = running() != this;
    OwnState* outer = enters ? change_state(this) : nullptr;
    if (!collector_.collects()) {
        collector_.end();
    } else if (!std::exchange(shares_soon_, true)) {
        zend_fiber_switch_block();  // a destructor runs: other code must not come before the end of the collection
    }
    if (enters) (void)change_state(outer);
}

int Context::collect_apart(int (*collect)()) {
    const int count = collect();
    if (!shares_soon_ || collector_.collects()) return count;
    shares_soon_ = false;
    zend_fiber_switch_unblock();
    share_values();
    return count;
}

// It is no root of the context.
void Context::drop_outer(zval* value) {
    const bool is_apart = Z_REFCOUNTED_P(value) && running() != nullptr && running()->collects_apart();
    if (!is_apart) return zval_ptr_dtor(value);
    if (Z_REFCOUNT_P(value) > 1) return (void)Z_DELREF_P(value);
    run_in(
        nullptr, [](void* last) { zval_ptr_dtor(static_cast<zval*>(last)); }, value);
}

// --- Its end

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

// What the code made that ran since call_destructors().
void Context::end_late_objects() { collector_.on() ? call_destructors() : Garbage::run_code(number_); }

void Context::collect_last() {
    if (!collector_.on()) return Garbage::collect(number_);
    contexts().owners.note(number_);
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
    take_step([](Context&) { RequestGlobals::drop_shutdown_functions(); });
    take_step([](Context&) { Tables::drop_variables(); });
}

// In the order in which PHP ends a request. A fatal error ends one step.
void Context::end_inside(void* context) {
    auto* self = static_cast<Context*>(context);
    RequestGlobals::note_end();
    self->take_step([](Context&) { RequestGlobals::call_shutdown_functions(); });
    if (!self->collects_apart()) self->drop_code_values();
    self->take_step([](Context& all) { all.call_destructors(); });
    self->take_step([](Context&) { SapiGlobals::end_output(); });
    self->take_step([](Context&) { SapiGlobals::send_head(); });
    while (!self->take_step([](Context& all) { all.modules_.end_request(); })) {
    }  // a session's code has its static values
    self->drop_code_values();
    self->take_step([](Context& all) { all.end_parts(); });
    self->take_step([](Context& all) { all.drop_static_values(); });
    self->take_step([](Context& all) { all.end_late_objects(); });
    while (!self->take_step([](Context& all) { all.drop_parts(); })) {}
    self->take_step([](Context&) {
        RequestGlobals::drop_stream_context();
        RequestGlobals::drop_directory();
        RequestGlobals::note_end_of_resources();
        Tables::close_resources();
    });
    self->take_step([](Context& all) { all.drop_globals(); });
    self->take_step([](Context& all) { all.collect_last(); });
    self->share_values();
}

bool Context::take_step(void (*step)(Context& context)) {
    if (!like_process_) {
        step(*this);
        report_exception();
        return true;
    }
    Step next{*this, step};
    return contain(
        [](void* argument) {
            const auto& one = *static_cast<Step*>(argument);
            one.call(one.context);
            report_exception();
        },
        &next);
}

// Code outside may have a closure or an object of a class that only this context knows.
bool Context::used_elsewhere() noexcept {
    if (origin_.living() > kept_closures_.unused()) return true;  // closures
    return objects_in_use_.any();
}

void Context::drop_definitions() {
    remove_caches_of(this);
    tables_.drop_definitions();
    has_definitions_ = false;
}

// While it runs, which saves an exchange.
void Context::drop_unused_definitions() {
    contexts().owners.note(number_);
    if (origin_.living() == 0 && !contexts().owners.any(number_, ObjectsInUse::counts)) drop_definitions();
}

void Context::free_definitions() {
    kept_closures_.drop();
    kept_closures_.begin();
    if (has_definitions_) {
        exchange_engine();
        drop_definitions();
        exchange_engine();
    }
    tables_.free_tables();
    area_.end(contexts().start_up, contexts().spare_areas);
    outer_closures_.end();
    contexts().foreign_closures.end(foreign_caches_);
    uncached_code_.end();
    opcache_.end();
    contexts().free_objects[number_ - 1u] = contexts().owners.take_back(number_, free_objects_);
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
        if (ended[i]->used_elsewhere()) continue;
        Context* last = ended[i];
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
