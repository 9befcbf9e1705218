#include "php/isolation/fatal_errors.h"

#include <algorithm>
#include <vector>
#include <zend_language_scanner.h>

#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/coroutines.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/destructors.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

constexpr int kFatal = E_ERROR | E_RECOVERABLE_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR;

void (*report)(int type, zend_string* file, const uint32_t line, zend_string* message) = nullptr;
zend_op_array* (*compile_file)(zend_file_handle* file, int type) = nullptr;
zend_op_array* (*compile_text)(zend_string* text, const char* file, zend_compile_position position) = nullptr;

const zend_execute_data* failed = nullptr;  // only compared

bool is_contained() noexcept { return Context::running() != nullptr && Context::running()->is_like_process(); }

// The objects of other contexts whose destructors are still to run.
class KeptDestructors {
public:
    KeptDestructors() {
        const ContextNumber own = Context::running()->number();
        contexts().owners.note(own);
        contexts().owners.each([own](ContextNumber owner) { return owner != own; },
                               [this](zend_object& object) {
                                   if ((OBJ_FLAGS(&object) & IS_OBJ_DESTRUCTOR_CALLED) == 0) kept_.push_back(&object);
                               });
        for (const zend_object* object : kept_) handles_.push_back(object->handle);
    }
    KeptDestructors(const KeptDestructors&) = delete;
    KeptDestructors& operator=(const KeptDestructors&) = delete;
    // An output callback may have freed objects meanwhile.
    ~KeptDestructors() {
        for (size_t i = 0; i < kept_.size(); ++i) {
            if (EG(objects_store).object_buckets[handles_[i]] == kept_[i])
                GC_DEL_FLAGS(kept_[i], IS_OBJ_DESTRUCTOR_CALLED);
        }
    }

private:
    std::vector<zend_object*> kept_;
    std::vector<uint32_t> handles_;
};

// False: PHP has left by a bailout. It must not suspend: the heap knows no limit meanwhile.
bool report_alone(int type, zend_string* file, uint32_t line, zend_string* message) {
    const KeptDestructors kept;
    volatile bool returned = false;
    zend_fiber_switch_block();
    zend_try {
        report(type, file, line, message);
        returned = true;
    }
    zend_end_try();
    zend_fiber_switch_unblock();
    return returned;
}

// Its destructors do not run any more.
void leave_code() {
    const ContextNumber own = Context::running()->number();
    contexts().owners.note(own);
    Destructors::skip_all(contexts().owners, own);
    SapiGlobals::drop_input_of_callback();
    unwind_callers();
}

void end_code_with(zend_string* message) {
    zend_error_zstr_at(E_ERROR | E_DONT_BAIL, zend_get_executed_filename_ex(), zend_get_executed_lineno(), message);
    zend_string_release(message);
    leave_code();
}

// What runs at the end, as shutdown functions, has as much time again.
void end_late(Context& context) {
    const zend_long seconds = context.limits().seconds();
    context.limits().limit_time(seconds);
    end_code_with(zend_strpprintf(0, "Maximum execution time of " ZEND_LONG_FMT " second%s exceeded", seconds,
                                  seconds == 1 ? "" : "s"));
}

// PHP drops what is printed and not sent, too.
void end_exhausted(Context& context) {
    const zend_long limit = context.limits().memory();
    const auto beyond = static_cast<zend_long>(context.memory()) - limit;
    context.limits().allow_end(context.memory());
    if (OG(running) == nullptr) php_output_discard_all();
    end_code_with(zend_strpprintf(
        0, "Allowed memory size of " ZEND_LONG_FMT " bytes exhausted (tried to allocate " ZEND_LONG_FMT " bytes)",
        limit, beyond));
}

// The engine names the limit of the heap, not of the context. Null: it is another message.
zend_string* with_own_limit(const zend_string* message) {
    constexpr Bytes kBegin = "Allowed memory size of ";
    constexpr Bytes kEnd = " bytes exhausted";
    const Bytes text = view(message);
    const size_t end = text.find(kEnd);
    const zend_long limit = Context::running()->limits().memory();
    if (limit <= 0 || !text.starts_with(kBegin) || end == Bytes::npos) return nullptr;
    return zend_strpprintf(0, "%s" ZEND_LONG_FMT "%s", kBegin.data(), limit, text.data() + end);
}

// trigger_error() continues with an exception.
void on_error(int type, zend_string* file, const uint32_t line, zend_string* message) {
    if ((type & kFatal) == 0 || (type & E_DONT_BAIL) != 0 || !is_contained()) [[likely]]
        return report(type, file, line, message);
    if (type == E_USER_ERROR) {
        report(type | E_DONT_BAIL, file, line, message);
        return leave_code();
    }
    failed = EG(current_execute_data);
    zend_string* own = type == E_ERROR ? with_own_limit(message) : nullptr;
    const bool returned = report_alone(type, file, line, own == nullptr ? message : own);
    Context& context = *Context::running();
    if (own != nullptr) {
        zend_string_release(own);
        context.limits().allow_end(context.memory());
    } else {
        context.limits().limit_heap_again(context.memory());
    }
    if (!returned) zend_bailout();
}

// As if no file was being read.
void reset_scanner(const zend_arena* outer) noexcept {
    if (CG(ast_arena) != outer) zend_arena_destroy(CG(ast_arena));
    zend_lex_state none{};
    zend_stack_init(&none.state_stack, sizeof(int));
    zend_ptr_stack_init(&none.heredoc_label_stack);
    none.ast_arena = const_cast<zend_arena*>(outer);
    zend_restore_lexical_state(&none);
}

template <class Compile>
zend_op_array* compile_contained(Compile compile) {
    EnginePoint here;
    here.save();
    zend_arena* const ast_arena = CG(ast_arena);
    const size_t usage = zend_memory_usage(false);
    zend_op_array* volatile code = nullptr;
    volatile bool returned = false;
    zend_try {
        code = compile();
        returned = true;
    }
    zend_end_try();
    if (returned) return code;
    reset_scanner(ast_arena);
    if ((PG(last_error_type) & (E_COMPILE_ERROR | E_PARSE)) == 0) zend_bailout();
    SapiGlobals::drop_input_of_callback();
    here.go_back();
    // What was compiled up to the error: nothing refers to it, as the compiler has it in its frames. Some of it may
    // belong to the context, which frees it, so this counts too much.
    const size_t lost = std::max(zend_memory_usage(false), usage) - usage;
    OwnHeap* const heap = OwnHeap::running_heap();
    heap == nullptr ? note_lost(lost) : heap->note_left(lost);
    unwind_callers();
    return nullptr;
}

// While a file is compiled, code may be compiled for it, too: that ends with the file.
bool compiles_contained() noexcept { return is_contained() && !CG(in_compilation); }

zend_op_array* compile_file_contained(zend_file_handle* file, int type) {
    if (!compiles_contained()) return compile_file(file, type);
    return compile_contained([&] { return compile_file(file, type); });
}

zend_op_array* compile_text_contained(zend_string* text, const char* file, zend_compile_position position) {
    if (!compiles_contained()) return compile_text(text, file, position);
    return compile_contained([&] { return compile_text(text, file, position); });
}

}  // namespace

void take_over_fatal_errors() noexcept {
    if (report != nullptr) return;
    report = std::exchange(zend_error_cb, on_error);
    compile_file = std::exchange(zend_compile_file, compile_file_contained);
    compile_text = std::exchange(zend_compile_string, compile_text_contained);
}

void note_lost(size_t bytes) noexcept {
    constexpr size_t kMostLost = size_t{16} * 1024 * 1024;
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return;
    coroutines->lost_bytes += bytes;
    if (coroutines->lost_bytes > kMostLost) coroutines->damaged = true;
}

const zend_execute_data* failed_frame() noexcept { return failed; }
void forget_failed_frame() noexcept { failed = nullptr; }

void check_limits() {
    Context* context = Context::running();
    if (context == nullptr) return;
    const bool is_late = context->limits().time_is_over();
    if (!is_late && !context->limits().exceeds_memory(context->memory())) [[likely]]
        return;
    if (handles_interrupt_of_call()) return zend_atomic_bool_store(&EG(vm_interrupt), true);
    is_late ? end_late(*context) : end_exhausted(*context);
}

}  // namespace tern::php
