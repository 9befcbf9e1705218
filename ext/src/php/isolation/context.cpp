#include "php/isolation/context.h"

#include <algorithm>
#include <utility>
#include <zend_extensions.h>

#include "base/check.h"
#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber.h"
#include "php/isolation/contexts.h"
#include "php/isolation/copied_values.h"
#include "php/isolation/fatal_errors.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/outer_memory.h"
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

bool wants_heap() {
    EngineHeap& heap = contexts().heap;
    if (!heap.is_for_all() && !contexts().script_sizes.are_large()) return false;
    return heap.is_wanted() && module_with_memory() == nullptr && heap.find();
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
    made->heap_.leave();
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
    if (kind == Kind::script && !has_handlers() && !contexts().shares_all && engine.find()) {
        collector_.begin(engine);
        if (wants_heap()) {
            prepare_outer_memory();
            (void)heap_.begin(contexts().heap);
            heap_.enter();
        }
    }
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
    if (!heap_.on()) memory_ += leaves ? heap_size() : -heap_size();
    if (leaves && heap_.on()) memory_ = heap_size();
    opcache_.exchange();
    area_.exchange();
    tables_.exchange();
    globals_.exchange();
    auto_globals_.exchange();
    outer_closures_.exchange();
    exchange_caches(leaves);
    kept_closures_.exchange();
    uncached_code_.exchange();
    std::swap(free_objects_, EG(objects_store).free_list_head);
    TERN_G(context) = leaves ? nullptr : this;
}

int64_t Context::memory() const noexcept {
    if (running() != this) return memory_;
    return heap_.on() ? heap_size() : memory_ + heap_size();
}

// Memory allocated during the exchange is not charged to any context.
void Context::exchange() {
    const bool leaves = running() == this;
    if (leaves) {
        limits_.leave(memory());
        OwnState::exchange();
    }
    if (!leaves) heap_.enter();
    if (!leaves) collector_.enter();  // first, as zend.enable_gc is then set in its own
    exchange_modules(leaves);
    exchange_engine();
    if (leaves) collector_.leave();
    exhaustion_.exchange();
    if (leaves) return heap_.leave();
    exchange_backwards();
    limits_.enter(memory());
}

void Context::be_like_process() noexcept {
    like_process_ = true;
    limits_.begin(heap_.on());
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
    const EngineState::Text text = EngineState::take_text();
    OwnState* outer = change_state(this);
    zend_execute_data* const caller = EG(current_execute_data);
    const Inside inside{outer, std::exchange(entered_from_, caller), caller, error_level, text};
    if (collector_.on()) EG(current_execute_data) = lowest_frame();
    return inside;
}

// False: a fatal error has ended it.
bool Context::call(void (*body)(void* argument), void* argument) {
    if (!like_process_) {
        body(argument);
        return true;
    }
    if (contain(body, argument)) return true;
    if (running() != this) (void)change_state(this);
    drop_left();
    return false;
}

// A jump may have left code that had filled tables which all contexts share.
void Context::drop_left() {
    if (heap_.on()) clear_filter_storage();
}

void Context::leave(const Inside& inside) {
    entered_from_ = inside.entered_before;
    EG(current_execute_data) = inside.caller;
    if (EG(exception) != nullptr) share_values();
    EngineState::drop_text();
    (void)change_state(inside.outer);
    EngineState::put_text_back(inside.text);
    EG(error_reporting) = inside.error_level;
    release();
}

void Context::run(void (*body)(void* argument), void* argument) {
    if (running() == this && like_process_) return body(argument);  // a fatal error ends the outer call, too
    const Inside inside = enter();
    (void)call(body, argument);
    leave(inside);
}

void Context::run_to_end(void (*body)(void* argument), void* argument) {
    const Inside inside = enter();
    if (!call(body, argument)) SapiGlobals::put_error_head();
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
    const EngineState::Text text = EngineState::take_text();
    OwnState* outer = change_state(nullptr);
    body(argument);
    EngineState::drop_text();
    (void)change_state(outer);
    EngineState::put_text_back(text);
    EG(current_execute_data) = caller;
}

void Context::terminate() {
    if (terminated_ || freed_) return;
    const bool enters = running() != this;
    OwnState* outer = enters ? change_state(this) : nullptr;
    terminated_ = true;
    skip_destructors();
    if (enters) (void)change_state(outer);
}

void Context::share_values() {
    if (!collector_.on() || forgotten_) return;
    const bool enters = running() != this;
    OwnState* outer = enters ? change_state(this) : nullptr;
    if (!collector_.collects()) {
        const bool collects = gc_enabled();
        collector_.end();
        (void)gc_enable(collects);
        merge_heap();
    } else if (!std::exchange(shares_soon_, true)) {
        zend_fiber_switch_block();  // a destructor runs: other code must not come before the end of the collection
    }
    if (enters) (void)change_state(outer);
}

void Context::share_all() {
    if (TERN_G(contexts) == nullptr) return;
    contexts().shares_all = true;
    for (Context* one : contexts().by_number) {
        if (one != nullptr) one->share_values();
    }
}

// Its limits apply to what it has, wherever that lies.
void Context::merge_heap() {
    if (!heap_.on()) return;
    const int64_t own = memory();
    limits_.leave(own);
    note_lost(heap_.left());
    heap_.merge();
    memory_ = own - heap_size();
    limits_.share_heap();
    limits_.enter(own);
}

int Context::collect_apart(int (*collect)()) {
    if (!collector_.running()) return 0;  // the frames are the context's, and the candidates are not
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

}  // namespace tern::php
