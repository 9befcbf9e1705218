#include "php/coroutine/hooks/blocking_calls.h"

#include <algorithm>
#include <cstring>
#include <zend_builtin_functions.h>

#include "boundary/calls.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/options/coroutine_options.h"
#include "php/isolation/context.h"
#include "php/isolation/state/class_load.h"

namespace tern::php {

namespace {

// Whether this frame executes `include` or a similar operation. `inside`: the code of the file runs already.
bool includes_half(const zend_execute_data& frame, bool inside) noexcept {
    const zend_op* at = frame.opline;
    if (at == nullptr || at->opcode != ZEND_INCLUDE_OR_EVAL || at->extended_value == ZEND_EVAL) return false;
    return !inside || at->extended_value == ZEND_INCLUDE_ONCE || at->extended_value == ZEND_REQUIRE_ONCE;
}

// The innermost frame whose half-loaded code others could see. A context with one coroutine shares nothing with others,
// so what its code includes does not count.
const zend_execute_data* first_shared_frame() noexcept {
    const Context* context = Context::running();
    return context != nullptr && context->alone() ? context->entered_from() : EG(current_execute_data);
}

// True in two cases. A file is included once: other code would see it as included while it is incomplete. Or any file
// is being opened and read, which is a part of compiling it.
bool includes_file() noexcept {
    bool code = false;
    for (const zend_execute_data* frame = first_shared_frame(); frame != nullptr; frame = frame->prev_execute_data) {
        const bool of_user = frame->func != nullptr && ZEND_USER_CODE(frame->func->type);
        if (of_user && includes_half(*frame, code)) return true;
        code = of_user && (ZEND_CALL_INFO(frame) & ZEND_CALL_CODE) != 0;
    }
    return false;
}

}  // namespace

bool is_alone_in_context() noexcept { return Context::running() != nullptr && Context::running()->alone(); }

bool must_not_suspend() noexcept {
    return CG(in_compilation) || (loads_class(*coroutines()) && !is_alone_in_context()) || collects_garbage() ||
           blocks_signals() || includes_file();
}

namespace {

// Extensions wrap exceptions in exceptions of their own.
bool stems_from(zend_object* exception, const zend_object* thrown) {
    zval slot;
    while (exception != thrown) {
        zend_class_entry* base = zend_get_exception_base(exception);
        if (base == nullptr) return false;
        zval* previous = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &slot);
        if (Z_TYPE_P(previous) != IS_OBJECT) return false;
        exception = Z_OBJ_P(previous);
    }
    return true;
}

boundary::Permit permit() {
    Coroutines& coroutines = *php::coroutines();
    if (coroutines.bailed || !coroutines.may_suspend() || must_not_suspend()) return boundary::Permit::block;
    ProgramCoroutine& self = *coroutines.current();
    if (EG(exception) == nullptr) self.thrown_within_call = nullptr;
    if (self.thrown_within_call == nullptr) return boundary::Permit::suspend;
    const bool leaving = stems_from(EG(exception), self.thrown_within_call);
    return leaving ? boundary::Permit::refuse : boundary::Permit::suspend;
}

void on_canceled() {
    Coroutines& coroutines = *php::coroutines();
    zval ignored;
    if (after_wait(coroutines, coro::Wake::canceled, &ignored)) return;
    coroutines.current()->thrown_within_call = EG(exception);
}

void add_stack(smart_str* text, const char* what, const ProgramCoroutine& coroutine) {
    zend_string* stack = coroutine.suspended() ? backtrace_text(coroutine, 0, 0) : running_backtrace_text();
    smart_str_append_printf(text, "\nCoroutine " ZEND_LONG_FMT " %s:\n", static_cast<zend_long>(coroutine.id()), what);
    // Only some engines end it with a line break.
    Bytes lines = view(stack);
    while (lines.ends_with('\n')) lines.remove_suffix(1);
    smart_str_appendl(text, lines.data(), lines.size());
    zend_string_release(stack);
}

void on_busy(int fd, coro::Coroutine& holder) { throw_bound(fd, "reading or writing", holder); }

// Decides by the extension of the called function: the listed ones leave the protocol to the program, or wait for many
// sockets at once. If there is no function, an object is being freed, and its extension is communicating itself.
bool caller_owns_protocol() {
    static constexpr Bytes kModules[] = {"standard", "swoole", "sockets", "curl", "SPL", "ev", "event", "uv"};
    const zend_execute_data* frame = EG(current_execute_data);
    if (frame == nullptr || frame->func == nullptr || frame->func->type != ZEND_INTERNAL_FUNCTION) return false;
    const zend_module_entry* module = frame->func->internal_function.module;
    return module != nullptr && std::ranges::find(kModules, Bytes(module->name)) != std::end(kModules);
}

const char* note_of(boundary::Way way) noexcept {
    switch (way) {
        case boundary::Way::debugger: return "left alone, its calls block";
        case boundary::Way::statically_linked: return "statically linked, its calls block";
        case boundary::Way::without_libc: return "linked without libc, its calls may block";
        default: return "";
    }
}

zval* empty_row(zval* objects, const char* path) {
    zval row;
    array_init(&row);
    zval list;
    for (const char* key : {"suspends", "may_block"}) {
        array_init(&list);
        add_assoc_zval(&row, key, &list);
    }
    add_assoc_string(&row, "note", "");
    return zend_hash_str_add_new(Z_ARRVAL_P(objects), path, std::strlen(path), &row);
}

// Adds a name if the list does not have it yet.
void add_name(zval* list, const char* name) {
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), one) {
        if (zend_string_equals_cstr(Z_STR_P(one), name, std::strlen(name))) return;
    }
    ZEND_HASH_FOREACH_END();
    add_next_index_string(list, name);
}

void add_use(zval* objects, const boundary::Use& use) {
    const char* path = use.object[0] == '\0' ? "php" : use.object;
    zval* row = zend_hash_str_find(Z_ARRVAL_P(objects), path, std::strlen(path));
    if (row == nullptr) row = empty_row(objects, path);
    if (use.call[0] == '\0') {
        add_assoc_string(row, "note", note_of(use.way));
        return;
    }
    const Bytes key = use.way == boundary::Way::redirected ? "suspends" : "may_block";
    add_name(zend_hash_str_find(Z_ARRVAL_P(row), key.data(), key.size()), use.call);
}

void append_names(smart_str* text, const zval* list) {
    zval* name;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), name) {
        smart_str_appendc(text, ' ');
        smart_str_append(text, Z_STR_P(name));
    }
    ZEND_HASH_FOREACH_END();
}

void append_object(smart_str* text, Bytes path, const zval* row) {
    const zval* blocking = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("may_block"));
    const zval* note = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("note"));
    const Bytes name = path.substr(path.rfind('/') + 1);
    if (text->s != nullptr) smart_str_appendc(text, '\n');
    smart_str_appendl(text, name.data(), name.size());
    smart_str_appendc(text, ':');
    if (Z_STRLEN_P(note) != 0) smart_str_append_printf(text, " %s", Z_STRVAL_P(note));
    const zval* suspending = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("suspends"));
    append_names(text, suspending);
    if (zend_hash_num_elements(Z_ARRVAL_P(blocking)) == 0) return;
    if (zend_hash_num_elements(Z_ARRVAL_P(suspending)) != 0) smart_str_appendc(text, ';');
    smart_str_appends(text, " may block:");
    append_names(text, blocking);
}

// Regular files depend on an option, not on a flag.
boundary::Groups groups_of(int64_t flags) noexcept {
    const auto known = static_cast<boundary::Groups>(flags) & ~boundary::kRegularFile;
    const bool files = TERN_G(coroutine_options)->hook_files && (known & boundary::kFile) != 0;
    return boundary::groups_of_flags(known) | (files ? boundary::kRegularFile : 0);
}

}  // namespace

boundary::Boundary make_boundary(coro::Scheduler& scheduler, loop::Offload& offload) noexcept {
    return {.scheduler = scheduler,
            .offload = &offload,
            .ask = permit,
            .on_canceled = on_canceled,
            .on_busy = on_busy,
            .caller_owns_protocol = caller_owns_protocol,
            .kinds = {},
            .cut = {}};
}

int64_t hook_flags() noexcept {
    if (TERN_G(hook_flags) >= 0) return TERN_G(hook_flags);
    const int64_t wanted = TERN_G(coroutine_options)->hook_flags;
    if (wanted != kHooksNotSet) return wanted;
    return coroutines() != nullptr && coroutines()->hooked_by_default ? kHookAll : 0;
}

void set_hook_flags(int64_t flags) noexcept {
    TERN_G(coroutine_options)->hook_flags = flags;
    apply_hooks();
}

void apply_hooks() noexcept {
    boundary::Boundary* boundary = boundary::of_thread;
    if (boundary == nullptr) return;  // there was no coroutine yet: the runtime applies the flags when it is made
    boundary->groups = groups_of(hook_flags());
    if (boundary->groups != 0) boundary::replace_calls();
}

void remove_hooks() noexcept { boundary::restore_calls(); }

namespace {

// Throws it with the stacks of both coroutines, unless an exception is under way already. Frees the text.
void throw_with_stacks(smart_str text, const coro::Coroutine* holder) {
    if (holder != nullptr) add_stack(&text, "waits at", static_cast<const ProgramCoroutine&>(*holder));
    if (coroutines()->current() != nullptr) add_stack(&text, "is at", *coroutines()->current());
    smart_str_0(&text);
    if (EG(exception) == nullptr)
        zend_throw_exception(classes.error, ZSTR_VAL(text.s), number(Error::coroutine_has_been_bound));
    smart_str_free(&text);
}

zend_long id_of(const coro::Coroutine* coroutine) noexcept {
    return coroutine == nullptr ? 0 : static_cast<zend_long>(coroutine->id());
}

}  // namespace

void throw_bound(int fd, const char* use, coro::Coroutine& holder) {
    ProgramCoroutine& self = *coroutines()->current();
    smart_str text{};
    smart_str_append_printf(&text,
                            "Socket#%d has already been bound to another coroutine#" ZEND_LONG_FMT
                            ", %s of the same socket in coroutine#" ZEND_LONG_FMT " at the same time is not allowed",
                            fd, id_of(&holder), use, id_of(&self));
    throw_with_stacks(text, &holder);
    self.thrown_within_call = EG(exception);
}

void throw_used_elsewhere(const char* class_name, const coro::Coroutine* holder) {
    smart_str text{};
    smart_str_append_printf(
        &text,
        "%s is used by another coroutine#" ZEND_LONG_FMT ", using it or what belongs to it in coroutine#" ZEND_LONG_FMT
        " at the same time is not allowed",
        class_name == nullptr ? "The connection" : class_name, id_of(holder), id_of(coroutines()->current()));
    throw_with_stacks(text, holder);
}

void hook_by_default(Coroutines& coroutines, bool wanted) noexcept {
    coroutines.hooked_by_default = wanted;
    apply_hooks();
}

void hook_coroutine(coro::Coroutine& self, coro::Deadline until) noexcept {
    if (self.hooked() == 0) boundary::replace_calls();
    self.hook(groups_of(kHookAll), until.earlier(self.hooked_until()));
}

void hooked_calls(zval* into) {
    array_init(into);
    // Calls no Zend function while objects are listed, as the loader is locked.
    const size_t room = boundary::list_replaced({});
    auto* uses = static_cast<boundary::Use*>(safe_emalloc(room, sizeof(boundary::Use), 0));
    const size_t count = std::min(room, boundary::list_replaced({uses, room}));
    for (size_t i = 0; i < count; ++i) add_use(into, uses[i]);
    efree(uses);
}

smart_str hooked_calls_text() {
    smart_str text{};
    zval objects;
    hooked_calls(&objects);
    zend_string* path;
    zval* row;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(objects), path, row) { append_object(&text, view(path), row); }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&objects);
    smart_str_0(&text);
    return text;
}

}  // namespace tern::php
