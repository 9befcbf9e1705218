#include "php/isolation/state/program_state.h"

#include <utility>

#include "php/engine/fiber/fiber.h"
#include "php/engine/internal_function.h"
#include "php/isolation/context.h"
#include "php/isolation/state/class_load.h"
#include "php/isolation/state/own_parts.h"

namespace tern::php {

ProgramState::ProgramState(const zval& on_load)
    : context_(Context::running()), next_(std::exchange(first_, this)), handlers_(own_handlers()) {
    ZVAL_COPY_VALUE(&on_load_, &on_load);
    array_init(&autoloaders_);
}

ProgramState::~ProgramState() {
    ProgramState** place = &first_;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
    zval_ptr_dtor(&on_load_);
    zval_ptr_dtor(&autoloaders_);
    if (constant_ != nullptr) zend_string_release(constant_);
}

ProgramState* ProgramState::running() noexcept {
    ProgramState* one = first_;
    while (one != nullptr && one->context_ != Context::running()) one = one->next_;
    return one;
}

void ProgramState::restore_handlers() {
    handlers_->exchange();
    std::unique_ptr<OwnPart> last = std::exchange(handlers_, std::unique_ptr<OwnPart>(own_handlers()));
    last.reset();
    forget_random_seed();
}

void ProgramState::note_constant(zend_string* name) noexcept {
    if (constant_ == nullptr) constant_ = zend_string_copy(name);
}

void ProgramState::note_autoloader(zval* function) {
    Z_TRY_ADDREF_P(function);
    zend_hash_next_index_insert(Z_ARRVAL(autoloaders_), function);
}

void ProgramState::call_on_load(zend_string* class_name) {
    zval argument;
    zval ignored;
    ZVAL_STR(&argument, class_name);
    ZVAL_UNDEF(&ignored);
    call_user_function(nullptr, nullptr, &on_load_, &ignored, 1, &argument);
    zval_ptr_dtor(&ignored);
}

void note_loaded_class(const zend_class_entry* entry) {
    if (!ProgramState::exists() || entry == nullptr || entry->type != ZEND_USER_CLASS) return;
    if (entry->default_static_members_count == 0 || EG(exception) != nullptr) return;
    if (ZEND_MAP_PTR_GET(entry->static_members_table) == nullptr) return;
    if (ProgramState* state = ProgramState::running()) state->call_on_load(entry->name);
}

namespace {

// Whether code of a file runs that is not loaded again: by include_once, require_once or an autoload function.
bool loads_file() noexcept {
    if (Coroutines* all = coroutines(); all != nullptr && all->current() != nullptr && loads_class(*all)) return true;
    for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr;
         frame = frame->prev_execute_data) {
        const zend_execute_data* caller = frame->prev_execute_data;
        const bool is_file =
            frame->func != nullptr && ZEND_USER_CODE(frame->func->type) && frame->func->common.function_name == nullptr;
        if (!is_file || caller == nullptr || caller->func == nullptr || !ZEND_USER_CODE(caller->func->type)) continue;
        const zend_op& call = *caller->opline;
        if (call.opcode != ZEND_INCLUDE_OR_EVAL) continue;
        if (call.extended_value == ZEND_INCLUDE_ONCE || call.extended_value == ZEND_REQUIRE_ONCE) return true;
    }
    return false;
}

void note_constant(ProgramState& state, zval* arguments) {
    if (!loads_file()) state.note_constant(Z_STR(arguments[0]));
}

// opcache makes this opcode of define() with two literals, and `const` outside of classes is one.
user_opcode_handler_t next_constant;
bool notes_constants = false;

int on_constant(zend_execute_data* execute_data) {
    ProgramState* state = ProgramState::exists() ? ProgramState::running() : nullptr;
    if (state != nullptr && !loads_file()) state->note_constant(Z_STR_P(RT_CONSTANT(EX(opline), EX(opline)->op1)));
    return next_constant == nullptr ? ZEND_USER_OPCODE_DISPATCH : next_constant(execute_data);
}

void note_wrapper(ProgramState& state, zval* arguments) {
    if (loads_file()) state.registrations().keep_wrapper(Z_STR(arguments[0]));
}

void note_filter(ProgramState& state, zval* arguments) {
    if (loads_file()) state.registrations().keep_filter(Z_STR(arguments[0]));
}

void note_autoloader(ProgramState& state, zval* arguments) {
    if (loads_file()) state.note_autoloader(&arguments[0]);
}

struct NotedRow {
    const char* name;
    void (*note)(ProgramState& state, zval* arguments);
    int type;  // of the first argument; 0: any
};

constexpr NotedRow kNotedRows[] = {
    {"define", note_constant, IS_STRING},
    {"spl_autoload_register", note_autoloader, 0},
    {"stream_filter_register", note_filter, IS_STRING},
    {"stream_wrapper_register", note_wrapper, IS_STRING},
};

void call_noting(const NotedRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (!ProgramState::exists() || ZEND_NUM_ARGS() == 0 || Z_TYPE_P(return_value) != IS_TRUE) return;
    zval* first = ZEND_CALL_ARG(execute_data, 1);
    ProgramState* state = ProgramState::running();
    if (state != nullptr && (row.type == 0 || Z_TYPE_P(first) == row.type)) row.note(*state, first);
}

}  // namespace

void take_over_registering_functions() noexcept {
    ReplacedFunctions<kNotedRows, call_noting>::take_over();
    if (std::exchange(notes_constants, true)) return;
    next_constant = zend_get_user_opcode_handler(ZEND_DECLARE_CONST);
    zend_set_user_opcode_handler(ZEND_DECLARE_CONST, on_constant);
}

}  // namespace tern::php
