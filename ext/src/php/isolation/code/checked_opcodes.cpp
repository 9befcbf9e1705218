#include "php/isolation/code/checked_opcodes.h"

#include <Zend/Optimizer/zend_optimizer.h>
#include <cstring>
#include <zend_extensions.h>
#include <zend_generators.h>
#include <zend_system_id.h>
#include <zend_vm.h>

#include "php/engine/compat/objects.h"
#include "php/engine/globals.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

namespace {

// INIT_USER_CALL begins a call of call_user_func(). The JIT compiler leaves it to its handler, which is ours. So
// opcodes that begin a call and need a check become INIT_USER_CALL, without the first operand that a real one has. The
// handler checks, and continues with the original opcode.
constexpr uint8_t kChecked = ZEND_INIT_USER_CALL;

// Handlers of other extensions; null: the engine's.
user_opcode_handler_t next_user_call;
user_opcode_handler_t next_yield_from;
bool (*is_of_another_context)(const zend_object& generator) noexcept;

// The engine's handlers of a call of call_user_func(), by the type of its second operand.
const void* engines_user_call[IS_CV + 1];
int pass;  // of the optimizer; 0: none yet, below 0: it takes no more

int go_on_with(user_opcode_handler_t handler, zend_execute_data* frame) {
    return handler == nullptr ? ZEND_USER_OPCODE_DISPATCH : handler(frame);
}

constexpr int go_on_as(uint8_t opcode) { return ZEND_USER_OPCODE_DISPATCH_TO | opcode; }

// INIT_FCALL has the size of the frame there, and INIT_DYNAMIC_CALL has nothing.
bool names_function(const zend_op& op) noexcept { return op.op1.num != 0; }

// Another file may have declared a function of the same name in the running context. Code that opcache has not cached
// may mean such a one, but relies on the size of its frame.
bool is_meant(const zend_op& op, zend_function& found, const zend_op_array& caller) noexcept {
    if (is_cached_code(caller)) return zend_string_equals(found.op_array.filename, caller.filename);
    return zend_vm_calc_used_stack(op.extended_value, &found) <= op.op1.num;
}

// False after an Error.
bool need_function(const zend_op& op, const zend_op_array& caller) {
    zend_string* name = Z_STR_P(RT_CONSTANT(&op, op.op2));
    auto* found = static_cast<zend_function*>(zend_hash_find_ptr(EG(function_table), name));
    if (found != nullptr && found->type == ZEND_USER_FUNCTION && is_meant(op, *found, caller)) return true;
    zend_throw_error(nullptr, "%s() of %s does not exist in the context: the file was not included there",
                     ZSTR_VAL(name), ZSTR_VAL(caller.filename));
    return false;
}

int on_user_call(zend_execute_data* execute_data) {
    const zend_op* opline = EX(opline);
    if (opline->op1_type != IS_UNUSED) return go_on_with(next_user_call, execute_data);
    if (!names_function(*opline)) return go_on_as(ZEND_INIT_DYNAMIC_CALL);
    const bool can_go_on = CACHED_PTR(opline->result.num) != nullptr || need_function(*opline, EX(func)->op_array);
    return can_go_on ? go_on_as(ZEND_INIT_FCALL) : ZEND_USER_OPCODE_CONTINUE;
}

// The generator would run in this context, and it belongs to another one.
bool is_foreign_generator(const zval& value) noexcept {
    return Z_TYPE(value) == IS_OBJECT && Z_OBJCE(value) == zend_ce_generator && is_of_another_context(*Z_OBJ(value));
}

int on_yield_from(zend_execute_data* execute_data) {
    const zend_op* opline = EX(opline);
    if (opline->op1_type == IS_CONST) return go_on_with(next_yield_from, execute_data);
    zval* value = EX_VAR(opline->op1.var);
    zval* inner = value;
    ZVAL_DEREF(inner);
    if (!is_foreign_generator(*inner)) return go_on_with(next_yield_from, execute_data);
    zend_throw_error(nullptr, "yield from cannot use a generator of another context; foreach can");
    if (opline->op1_type != IS_CV) zval_ptr_dtor_nogc(value);
    if (opline->result_type != IS_UNUSED) ZVAL_UNDEF(EX_VAR(opline->result.var));
    return ZEND_USER_OPCODE_CONTINUE;
}

bool is_internal(const zend_string* name) noexcept {
    const auto* found =
        static_cast<const zend_function*>(zend_hash_find_ptr(CG(function_table), const_cast<zend_string*>(name)));
    return found != nullptr && found->type == ZEND_INTERNAL_FUNCTION;
}

bool calls_internal(const zend_op& op) noexcept { return is_internal(Z_STR_P(RT_CONSTANT(&op, op.op2))); }

// That of call_user_func() itself needs no check.
void leave_user_call(zend_op& op) noexcept {
    if (op.op1_type != IS_UNUSED) op.handler = engines_user_call[op.op2_type];
}

void check_function_call(zend_op& op) noexcept {
    op.opcode = kChecked;
    zend_vm_set_opcode_handler(&op);
}

// Where the JIT compiler does not look at this opcode, the engine's handler does all: a call asks the closure for its
// code. Compiled code would not.
void check_dynamic_call(zend_op& op) noexcept {
    op.opcode = kChecked;
    op.op1.num = 0;
}

// `crosses`: it may run in a context that has not included its file.
void check_code(zend_op_array& code, bool crosses) noexcept {
    for (zend_op* op = code.opcodes; op != code.opcodes + code.last; ++op) {
        if (op->opcode == kChecked) leave_user_call(*op);
        if (op->opcode == ZEND_INIT_DYNAMIC_CALL) check_dynamic_call(*op);
        if (op->opcode == ZEND_INIT_FCALL && crosses && !calls_internal(*op)) check_function_call(*op);
    }
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        zend_op_array& inner = *code.dynamic_func_defs[i];
        check_code(inner, crosses || (inner.fn_flags & ZEND_ACC_CLOSURE) != 0);
    }
}

// opcache's optimizer calls it when it has done its work with a file.
void check_script(zend_script* script, void*) {
    check_code(script->main_op_array, false);
    each_entry<zend_op_array>(script->function_table, [](zend_op_array& code) { check_code(code, false); });
    each_entry<zend_class_entry>(script->class_table, [](zend_class_entry& type) {
        // Inherited methods, and those of traits, of a preloaded class are not up to date yet. They will share the code
        // of where they were declared.
        each_code_of(type, [&type](zend_op_array& code) {
            if (code.scope == &type && (code.fn_flags & ZEND_ACC_TRAIT_CLONE) == 0) check_code(code, true);
        });
    });
}

void note_engines_handlers() noexcept {
    for (uint8_t type : {IS_CONST, IS_TMP_VAR, IS_VAR, IS_CV}) {
        zend_op sample{};
        sample.opcode = kChecked;
        sample.op1_type = IS_CONST;
        sample.op2_type = type;
        zend_vm_set_opcode_handler(&sample);
        engines_user_call[type] = sample.handler;
    }
}

}  // namespace

void check_function_calls(zend_op_array& code) noexcept {
    if (pass == 0) return;
    for (zend_op* op = code.opcodes; op != code.opcodes + code.last; ++op) {
        if (op->opcode == ZEND_INIT_FCALL && !calls_internal(*op)) check_function_call(*op);
    }
}

bool functions_exist_for(const zend_op_array& code) {
    for (const zend_op* op = code.opcodes; op != code.opcodes + code.last; ++op) {
        if (op->opcode == ZEND_INIT_FCALL && !calls_internal(*op) && !need_function(*op, code)) return false;
    }
    return true;
}

bool opcache_is_on() noexcept {
    const bool for_cli = std::strcmp(sapi_module.name, "cli") == 0 || TERN_G(sapi_name)[0] != '\0';
    return zend_get_extension("Zend OPcache") != nullptr && zend_ini_long(ZEND_STRL("opcache.enable"), false) != 0 &&
           (!for_cli || zend_ini_long(ZEND_STRL("opcache.enable_cli"), false) != 0);
}

void declare_checked_opcodes() noexcept {
    constexpr char kVersion[] = "1";
    (void)zend_add_system_entropy("tern", "checked opcodes", kVersion, sizeof kVersion);
}

void check_opcodes(bool (*is_foreign)(const zend_object& generator) noexcept) noexcept {
    if (!opcache_is_on()) return;
    if (pass != 0) return;
    is_of_another_context = is_foreign;
    note_engines_handlers();
    next_user_call = zend_get_user_opcode_handler(kChecked);
    next_yield_from = zend_get_user_opcode_handler(ZEND_YIELD_FROM);
    zend_set_user_opcode_handler(kChecked, on_user_call);
    zend_set_user_opcode_handler(ZEND_YIELD_FROM, on_yield_from);
    pass = zend_optimizer_register_pass(check_script);
}

void leave_opcodes() noexcept {
    if (pass == 0) return;
    if (pass > 0) zend_optimizer_unregister_pass(pass);
    pass = 0;
    zend_set_user_opcode_handler(kChecked, next_user_call);
    zend_set_user_opcode_handler(ZEND_YIELD_FROM, next_yield_from);
}

}  // namespace tern::php
