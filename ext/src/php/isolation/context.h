// A context is to a worker what a process is to a machine: code that runs in it has its own global variables, static
// properties, static variables, constants, functions, classes, included files, settings and handlers. So applications
// that keep a request in static properties can handle several at a time in one worker. The coroutines of a context
// share it, and a switch to a coroutine of another one exchanges what the engine points to.
//
// Objects can cross: what a context passes to another one is shared.
#pragma once

#include "php/engine/compat/delayed_exhaustion.h"
#include "php/engine/compat/kept_closures.h"
#include "php/engine/globals.h"
#include "php/engine/state/engine_collector.h"
#include "php/engine/state/engine_heap.h"
#include "php/engine/state/engine_state.h"
#include "php/engine/state/opcache.h"
#include "php/engine/state/own_state.h"
#include "php/isolation/code/autoloaders.h"
#include "php/isolation/code/closures.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/code/map_area.h"
#include "php/isolation/code/uncached_code.h"
#include "php/isolation/limits.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/origin.h"
#include "php/isolation/settings.h"
#include "php/isolation/state/auto_globals.h"
#include "php/isolation/state/module_globals.h"
#include "php/isolation/state/request_globals.h"
#include "php/isolation/tables.h"

namespace tern::php {

class Context final : public OwnState {
public:
    enum class Kind : uint8_t {
        fresh,   // begins as a program of PHP's command line does: no code of the running one is loaded
        script,  // begins as a request under a web server does
        copy,    // begins with what code outside of contexts has loaded, and with copies of its variables
    };

    // Whether this process can have contexts: opcache is loaded. Right once all modules have started.
    static bool are_possible() noexcept;
    // Call it when a request of PHP starts.
    static void note_start_up();
    // Call it when the request ends. Ends all contexts.
    static void end_all();
    // Call it when nothing of the request is left.
    static void forget_all() noexcept;
    // Null after an Error: there are too many, or opcache is not loaded.
    static Context* make(Kind kind);
    // The one that code runs in; null: it runs outside of contexts.
    static Context* running() noexcept { return TERN_G(context); }
    // The numbers of freed objects that this context uses next; 0: outside of contexts.
    static int& free_objects(ContextNumber number) noexcept;

    ContextNumber number() const noexcept { return number_; }
    // How many coroutines run in it.
    size_t coroutines() const noexcept { return coroutines_; }
    Autoloaders& autoloaders() noexcept { return autoloaders_; }
    const OuterClosures& outer_closures() const noexcept { return outer_closures_; }
    ForeignCaches& foreign_caches() noexcept { return foreign_caches_; }
    Origin& origin() noexcept { return origin_; }
    bool alone() const noexcept { return coroutines_ == 1; }
    // Where the code was that entered it last; null: outside of PHP code.
    const zend_execute_data* entered_from() const noexcept { return entered_from_; }
    bool ended() const noexcept { return ended_; }
    // exit() and uncaught exceptions end its code as they end a process of PHP: nothing can catch exit(), and PHP shows
    // or logs the exception. A fatal error ends only the code that was entered with run().
    // It has limits of its own then. Call it before any code runs in it.
    void be_like_process() noexcept;
    bool is_like_process() const noexcept { return like_process_; }
    // The modules of PHP begin a request. Call it in a context of Kind::script, once, when its request is there.
    void begin_modules() { modules_.begin_request(settings_.outer_changes()); }
    // Superglobals are made when code needs them. Call it in a context of Kind::script, before any is made. False: it
    // has to make them all.
    bool make_superglobals_on_demand() noexcept { return auto_globals_.begin(); }
    // Bytes that code in it has allocated and not freed. Below 0 when it has freed more.
    int64_t memory() const noexcept;
    // Until it shares values: the engine's figures are the context's then.
    bool has_own_heap() const noexcept { return heap_.on(); }
    // Of a context that is like a process.
    Limits& limits() noexcept { return limits_; }
    const Limits& limits() const noexcept { return limits_; }
    // Runs a function in the context. An exception may be pending afterwards.
    void run(void (*body)(void* argument), void* argument);
    // The same, and then the end, if no other coroutine runs in it: it is entered only once.
    void run_to_end(void (*body)(void* argument), void* argument);
    // The same as run() in any context; null: outside of contexts.
    static void run_in(Context* context, void (*body)(void* argument), void* argument);
    // Calls shutdown functions and destructors, and frees what no other code uses. False after an Error: coroutines run
    // in it.
    bool end();
    // The owner needs it no more: ends it when nothing runs in it, and deletes it.
    void detach();

    // A callable of the context is kept elsewhere: it must not be deleted.
    void hold() noexcept { ++held_; }
    void give_back(bool inner);
    // A kept callable that belongs to the context itself, as a loop does: the context may end although it is kept.
    // Without effect for a callable that is of no context.
    static void allow_end_while_held(zval* callable, bool inner) noexcept { allow_end_while_held_(callable, inner); }
    void count_inner(bool inner) noexcept { inner ? ++inner_held_ : --inner_held_; }
    // How to make a callable run in a context wherever it is called.
    static void bind_with(void (*bind)(Context& context, zval* callable),
                          void (*allow_end_while_held)(zval* callable, bool inner)) noexcept {
        bind_ = bind;
        allow_end_while_held_ = allow_end_while_held;
    }

    void exchange() override;
    OwnState* inherit() override;
    int context_number() const noexcept override { return number_; }
    // Its garbage is collected apart from that of others. It begins so if it shares no values with other code.
    bool collects_apart() const noexcept { return collector_.on(); }
    int collect_apart(int (*collect)());
    // From now on it may share values. Waits for the end of a running collection.
    void share_values() override;
    // The same for all, also those to come: what code outside calls may be of another context, as handlers of signals.
    static void share_all();
    // Drops a reference on a value of code outside of contexts, which the running context had.
    static void drop_outer(zval* value);
    bool contains_fatal_errors() const noexcept override { return like_process_; }
    // Neither shutdown functions nor destructors nor output callbacks run, and the session is not written.
    void terminate() override;
    bool is_terminated() const noexcept { return terminated_; }
    void bind_callable(zval* callable) override { bind_(*this, callable); }
    void release() override;

    zend_object* object = nullptr;  // of the program, without a reference; null: it is gone

private:
    // A step of the end.
    struct Step {
        enum class Kind : uint8_t {
            code,
            freeing,   // frees values: of a terminated context it calls no code
            repeated,  // again after a fatal error, which is the end of a part of it
            collects,  // again while the context has a heap, which has to end without values of its own
        };
        void (*call)(Context& context);
        Kind kind = Kind::code;
        bool (*when)(Context& context) = nullptr;  // null: always
    };
    class Steps;

    Context(ContextNumber number, int free_objects, ProcessorClock& clock) noexcept
        : number_(number), free_objects_(free_objects), origin_(*this), own_code_(this), limits_(clock) {}
    ~Context() override = default;

    struct Inside {
        OwnState* outer;
        const zend_execute_data* entered_before;
        zend_execute_data* caller;
        int error_level;
        EngineState::Text text;
    };

    void begin(Kind kind);
    Inside enter();
    bool call(void (*body)(void* argument), void* argument);
    void drop_left();
    void leave(const Inside& inside);
    void begin_fresh(bool of_program);
    void exchange_caches(bool leaves);
    void note_code(bool leaves);
    void exchange_engine();
    void exchange_modules(bool leaves);
    void begin_modules_outside();
    void call_all_destructors();
    void close_resources();
    void call_destructors();
    void end_held_values();
    void end_late_objects();
    void skip_destructors();
    void end_terminated();
    void collect_last();
    void drop_static_values();
    void drop_globals();
    static void end_inside(void* self);
    void end_with_pending();
    void note_end();
    static void forbid_code();
    bool used_elsewhere() noexcept;
    void end_sharing();
    void check_objects() const;
    void merge_heap();
    void free_values();
    void drop_definitions();
    void drop_unused_definitions();
    void free_definitions();
    static void free_unused();
    static void join_free_objects();
    void delete_if_unused();

    const ContextNumber number_;
    bool ended_ = false;
    bool freed_ = false;
    bool detached_ = false;
    bool like_process_ = false;
    bool shares_soon_ = false;
    bool terminated_ = false;
    bool ends_in_heap_ = false;  // it had a heap when its resources were closed
    bool forgotten_ = false;     // its values end with its heap: nothing refers to one
    bool has_definitions_ = true;
    // While the context runs: as of a heap of size 0. With a heap of its own: what that had when the context was left.
    int64_t memory_ = 0;
    size_t coroutines_ = 0;
    size_t held_ = 0;
    size_t inner_held_ = 0;  // of these, by allow_end_while_held()
    const zend_execute_data* entered_from_ = nullptr;
    // Set at start-up.
    static inline void (*bind_)(Context& context, zval* callable) = nullptr;
    static inline void (*allow_end_while_held_)(zval* callable, bool inner) = nullptr;
    int free_objects_;
    OpcacheUse opcache_;
    MapArea area_;
    Tables tables_;
    RequestGlobals globals_;
    AutoGlobals auto_globals_;
    ModuleGlobals modules_;
    Settings settings_;
    Autoloaders autoloaders_;
    OuterClosures outer_closures_;
    ForeignCaches foreign_caches_;
    KeptClosures kept_closures_;
    ObjectsInUse objects_in_use_;
    Origin origin_;
    UncachedCode uncached_code_;
    OwnCode own_code_;
    OwnHeap heap_;
    OwnCollector collector_;
    Limits limits_;
    DelayedExhaustion exhaustion_;
};

}  // namespace tern::php
