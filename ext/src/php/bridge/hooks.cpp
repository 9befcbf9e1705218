#include "php/bridge/hooks.h"

#include <cstring>
#include <zend_builtin_functions.h>

#include "boundary/calls.h"
#include "php/bridge/backtrace.h"
#include "php/bridge/classes.h"
#include "php/bridge/waiting.h"

namespace tern::php {

namespace {

// Whether this frame is at `include` or one of its kin. `inside`: the file's code runs, not the search for it.
bool includes_half(const zend_execute_data& frame, bool inside) noexcept {
    const zend_op* at = frame.opline;
    if (at == nullptr || at->opcode != ZEND_INCLUDE_OR_EVAL || at->extended_value == ZEND_EVAL) return false;
    return !inside || at->extended_value == ZEND_INCLUDE_ONCE || at->extended_value == ZEND_REQUIRE_ONCE;
}

// A file that is included once: others would find it included, and half of it not there yet. Of any file: while it is
// opened and read, which is a part of compiling it.
bool includes_file() noexcept {
    bool code = false;
    for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr;
         frame = frame->prev_execute_data) {
        const bool of_user = frame->func != nullptr && ZEND_USER_CODE(frame->func->type);
        if (of_user && includes_half(*frame, code)) return true;
        code = of_user && (ZEND_CALL_INFO(frame) & ZEND_CALL_CODE) != 0;
    }
    return false;
}

}  // namespace

bool is_in_the_middle() noexcept {
    const bool loads_class = EG(in_autoload) != nullptr && zend_hash_num_elements(EG(in_autoload)) > 0;
    return CG(in_compilation) || loads_class || collects_garbage() || blocks_signals() || includes_file();
}

namespace {

boundary::Permit ask() {
    Runtime& all = *runtime();
    if (all.bailed || !all.may_suspend() || is_in_the_middle()) return boundary::Permit::block;
    Fiber& self = *all.current();
    if (EG(exception) == nullptr) self.thrown_within_call = nullptr;
    if (self.thrown_within_call == nullptr) return boundary::Permit::suspend;
    return EG(exception) == self.thrown_within_call ? boundary::Permit::refuse : boundary::Permit::suspend;
}

void on_canceled() {
    Runtime& all = *runtime();
    zval ignored;
    if (after_wait(all, coro::Wake::canceled, &ignored)) return;
    all.current()->thrown_within_call = EG(exception);
}

// Of the running one, with the call that it is in.
zend_string* own_backtrace_text() {
    zval trace;
    zend_fetch_debug_backtrace(&trace, 0, 0, 0);
    zend_string* text = zend_trace_to_string(Z_ARRVAL(trace), false);
    zval_ptr_dtor(&trace);
    return text;
}

void add_stack(smart_str* text, const char* what, const Fiber& fiber) {
    zend_string* stack = fiber.suspended() ? backtrace_text(fiber, 0, 0) : own_backtrace_text();
    smart_str_append_printf(text, "\nCoroutine " ZEND_LONG_FMT " %s:\n", static_cast<zend_long>(fiber.id()), what);
    // Only some engines end it with a line break.
    Bytes lines = view(stack);
    while (lines.ends_with('\n')) lines.remove_suffix(1);
    smart_str_appendl(text, lines.data(), lines.size());
    zend_string_release(stack);
}

void on_busy(int fd, coro::Coroutine& holder) {
    Fiber& self = *runtime()->current();
    smart_str text{};
    smart_str_append_printf(&text,
                            "Coroutine " ZEND_LONG_FMT " cannot wait for descriptor %d: coroutine " ZEND_LONG_FMT
                            " waits for it. A connection is for one coroutine at a time",
                            static_cast<zend_long>(self.id()), fd, static_cast<zend_long>(holder.id()));
    add_stack(&text, "waits at", static_cast<Fiber&>(holder));
    add_stack(&text, "is at", self);
    smart_str_0(&text);
    if (EG(exception) == nullptr) zend_throw_error(classes.error, "%s", ZSTR_VAL(text.s));
    smart_str_free(&text);
    self.thrown_within_call = EG(exception);
}

// The last object of the text is on its last line.
void add_call(void* argument, const char* object, const char* call) {
    auto* text = static_cast<smart_str*>(argument);
    const char* slash = std::strrchr(object, '/');
    const char* name = object[0] == '\0' ? "php" : slash == nullptr ? object : slash + 1;
    Bytes so_far = text->s == nullptr ? Bytes() : view(text->s);
    Bytes line = so_far.substr(so_far.rfind('\n') + 1);
    if (line.substr(0, line.find(':')) != name) {
        if (!so_far.empty()) smart_str_appendc(text, '\n');
        smart_str_appends(text, name);
        smart_str_appendc(text, ':');
        line = {};
    }
    if (line.find(call) != Bytes::npos) return;
    smart_str_appendc(text, ' ');
    smart_str_appends(text, call);
}

}  // namespace

boundary::Boundary make_boundary(coro::Scheduler& scheduler, loop::Offload& offload) noexcept {
    return {.scheduler = scheduler,
            .offload = &offload,
            .ask = ask,
            .on_canceled = on_canceled,
            .on_busy = on_busy,
            .kinds = {},
            .cut = {}};
}

int64_t hook_flags() noexcept {
    if (TERN_G(hook_flags) >= 0) return TERN_G(hook_flags);
    const int64_t wanted = TERN_G(coroutine_options)->hook_flags;
    if (wanted != kHooksNotSet) return wanted;
    return runtime() != nullptr && runtime()->hooked_by_default ? kHookAll : 0;
}

void set_hook_flags(int64_t flags) noexcept {
    TERN_G(coroutine_options)->hook_flags = flags;
    if (runtime() != nullptr) apply_hooks(*runtime());
}

void apply_hooks(Runtime& all) noexcept {
    all.boundary.groups = boundary::groups_of_flags(static_cast<uint32_t>(hook_flags()));
    if (all.boundary.groups != 0) boundary::replace_calls();
}

void remove_hooks() noexcept { boundary::restore_calls(); }

void hook_by_default(Runtime& all, bool wanted) noexcept {
    all.hooked_by_default = wanted;
    apply_hooks(all);
}

bool hook_coroutine(Fiber& self, bool wanted, coro::Deadline until) noexcept {
    const bool before = self.hooked() != 0;
    if (wanted && !before) boundary::replace_calls();
    self.hook(wanted ? static_cast<boundary::Groups>(kHookAll) : 0, wanted ? until : coro::Deadline::never());
    return before;
}

smart_str replaced_calls_text() {
    smart_str text{};
    boundary::each_replaced(add_call, &text);
    smart_str_0(&text);
    return text;
}

}  // namespace tern::php
