#include "php/coroutine/report/waiting_report.h"

#include <cstdio>
#include <zend_builtin_functions.h>

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/number_list.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

namespace {

// Collects their ids, as coroutines may end while the text is made: it may use up the memory, and destructors run.
void collect_ids(Coroutines& coroutines, zval* into) {
    array_init(into);
    coroutines.scheduler.each([into](coro::Coroutine& one) {
        if (one.suspended()) add_next_index_long(into, one.id());
    });
    sort_numbers(Z_ARRVAL_P(into));
}

// 0: it runs in none.
int context_of(const ProgramCoroutine& coroutine) noexcept {
    const OwnState* state = static_cast<const Fiber&>(coroutine).own_state();
    return state == nullptr ? 0 : state->context_number();
}

void add_line(smart_str* text, const ProgramCoroutine& fiber) {
    smart_str_appends(text, "coroutine ");
    smart_str_append_long(text, fiber.id());
    if (const int context = context_of(fiber)) {
        smart_str_appends(text, " in context ");
        smart_str_append_long(text, context);
    }
    if (fiber.parent_id() != 0) {
        smart_str_appends(text, ", started by ");
        smart_str_append_long(text, fiber.parent_id());
    }
    smart_str_appends(text, ", waits for ");
    smart_str_appends(text, coro::describe(fiber.waits_for()));
    smart_str_appendc(text, '\n');
    zend_string* stack = backtrace_text(fiber, 0, 0);
    smart_str_append(text, stack);
    if (ZSTR_LEN(stack) == 0 || ZSTR_VAL(stack)[ZSTR_LEN(stack) - 1] != '\n') smart_str_appendc(text, '\n');
    zend_string_release(stack);
}

}  // namespace

smart_str waiting_text(Coroutines& coroutines) {
    smart_str text{};
    zval ids;
    collect_ids(coroutines, &ids);
    size_t reported = 0;
    zval* id;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(ids), id) {
        auto* fiber = static_cast<ProgramCoroutine*>(coroutines.scheduler.find(Z_LVAL_P(id)));
        if (fiber == nullptr || ++reported > kMostReported) continue;
        add_line(&text, *fiber);
    }
    ZEND_HASH_FOREACH_END();
    if (reported > kMostReported) {
        smart_str_appends(&text, "and ");
        smart_str_append_long(&text, static_cast<zend_long>(reported - kMostReported));
        smart_str_appends(&text, " more\n");
    }
    zval_ptr_dtor(&ids);
    smart_str_0(&text);
    return text;
}

void list_waiting(Coroutines& coroutines, zend_long most, zval* into) {
    array_init(into);
    zval ids;
    collect_ids(coroutines, &ids);
    zval* id;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(ids), id) {
        auto* fiber = static_cast<ProgramCoroutine*>(coroutines.scheduler.find(Z_LVAL_P(id)));
        if (fiber == nullptr) continue;
        if (--most < 0) break;
        zval row;
        zval trace;
        array_init(&row);
        add_assoc_long(&row, "cid", fiber->id());
        add_assoc_long(&row, "pcid", fiber->parent_id() == 0 ? -1 : fiber->parent_id());
        if (const int context = context_of(*fiber)) add_assoc_long(&row, "context", context);
        add_assoc_string(&row, "waits_for", coro::describe(fiber->waits_for()));
        add_assoc_long(&row, "elapsed", coarse_ms() - fiber->started_ms());
        backtrace_of(*fiber, DEBUG_BACKTRACE_IGNORE_ARGS, 0, &trace);
        add_assoc_zval(&row, "backtrace", &trace);
        add_next_index_zval(into, &row);
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&ids);
}

void report_deadlock(Coroutines& coroutines) {
    smart_str text = waiting_text(coroutines);
    std::fprintf(stderr, "Deadlock: nothing can wake these coroutines (%zu) any more.\n%s",
                 coroutines.scheduler.count(), text.s == nullptr ? "" : ZSTR_VAL(text.s));
    smart_str_free(&text);
    EG(exit_status) = 255;
}

}  // namespace tern::php
