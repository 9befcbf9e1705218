
#include <cstring>
#include <unistd.h>
#include <zend_observer.h>

#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/uncaught.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/origin.h"

namespace tern::php {

namespace {

// A first-class callable of another context: in this one it is of its function there. If there is none, it keeps
// copies of the static variables. False after an Error.
bool make_own_callable(zval* into, const zend_function& function, zend_class_entry* called_scope, zend_object* self) {
    if (zend_function* own = function_of(function.op_array)) {
        create_fake_closure(into, own, own->common.scope, called_scope, self);
        return true;
    }
    if (is_callable_of_function(function.op_array) && !functions_exist_for(function.op_array)) return false;
    zend_function plain = function;
    plain.op_array.fn_flags &= ~ZEND_ACC_FAKE_CLOSURE;
    plain.op_array.static_variables = need_static_variables(plain.op_array);
    create_closure(into, &plain, called_scope, self);
    return true;
}

// A closure keeps what its code has looked up. In a context that is something else, so there it is another closure.
// Takes the place of `closure`. False after an Error.
bool make_own(zval* closure) {
    zend_class_entry* called_scope;
    zend_function* function;
    zend_object* self;
    Origin::look_into(*Z_OBJ_P(closure), &called_scope, &function, &self);
    if (function->type != ZEND_USER_FUNCTION) return true;
    if (!ForeignClosures::can_cross(function->op_array, contexts().direct_caches)) return false;
    if (!is_cached_code(function->op_array) && !functions_exist_for(function->op_array)) return false;
    zval copy;
    if (is_first_class_callable(function->op_array)) {
        if (!make_own_callable(&copy, *function, called_scope, self)) return false;
    } else {
        create_closure(&copy, function, called_scope, self);
    }
    auto& code = const_cast<zend_op_array&>(zend_get_closure_method_def(Z_OBJ(copy))->op_array);
    if ((code.fn_flags & ZEND_ACC_HEAP_RT_CACHE) == 0) {
        code.fn_flags |= ZEND_ACC_HEAP_RT_CACHE;
        ZEND_MAP_PTR_INIT(code.run_time_cache, static_cast<void**>(ecalloc(1, code.cache_size)));
    }
    zval_ptr_dtor(closure);
    ZVAL_COPY_VALUE(closure, &copy);
    return true;
}

// What the context is given. False after an Error.
bool receive(zval* value) {
    return Z_TYPE_P(value) != IS_OBJECT || Z_OBJCE_P(value) != zend_ce_closure || make_own(value);
}

// exit() ends what runs in a context, and nothing else.
void end_call(zval* result) {
    bail_unless_contained();
    if (EG(exception) == nullptr) return;
    zval_ptr_dtor(result);
    ZVAL_NULL(result);
    if (is_exit(EG(exception)) && !CG(unclean_shutdown)) zend_clear_exception();
}

// `caller`: what backtraces of the code end with.
void execute_top_code(zend_op_array* code, zend_execute_data* caller, zval* result) {
    constexpr uint32_t kFrame = ZEND_CALL_TOP_CODE | ZEND_CALL_HAS_SYMBOL_TABLE;
    zend_execute_data* frame =
        zend_vm_stack_push_call_frame(kFrame, reinterpret_cast<zend_function*>(code), 0, nullptr);
    frame->symbol_table = &EG(symbol_table);
    zend_execute_data* outer = EG(current_execute_data);
    zend_init_code_execute_data(frame, code, result);
    frame->prev_execute_data = caller;
    ZEND_OBSERVER_FCALL_BEGIN(frame);
    // A compiled trace that called us is the running one again afterwards.
    const uint32_t trace = EG(jit_trace_num);
    zend_execute_ex(frame);
    EG(jit_trace_num) = trace;
    EG(current_execute_data) = outer;
    zend_vm_stack_free_call_frame(frame);
}

zend_op_array* compile(zend_string* path) {
    zend_file_handle file;
    zend_stream_init_filename_ex(&file, path);
    zend_op_array* code = zend_compile_file(&file, ZEND_REQUIRE);
    if (code != nullptr && file.opened_path != nullptr)
        zend_hash_add_empty_element(&EG(included_files), file.opened_path);
    zend_destroy_file_handle(&file);
    return code;
}

}  // namespace

void call_in_context(void* call) {
    const auto [callable, count, arguments, result] = *static_cast<ContextCallArguments*>(call);
    ZVAL_NULL(result);
    zval function;
    ZVAL_COPY(&function, callable);
    bool can_run = receive(&function);
    for (uint32_t i = 0; can_run && i < count; ++i) can_run = receive(&arguments[i]);
    if (!can_run) return zval_ptr_dtor(&function);
    if (zend_is_callable(&function, 0, nullptr)) {
        call_user_function(nullptr, nullptr, &function, result, count, arguments);
    } else if (EG(exception) == nullptr) {
        zend_argument_type_error(1, "must be a function that exists in the context");
    }
    zval_ptr_dtor(&function);
    end_call(result);
}

void execute_file_in_context(zend_string* path, zval* result) {
    ZVAL_NULL(result);
    zend_op_array* code = compile(path);
    if (code == nullptr) return;
    execute_top_code(code, Context::running()->is_like_process() ? nullptr : EG(current_execute_data), result);
    zend_destroy_static_vars(code);
    destroy_op_array(code);
    efree_size(code, sizeof *code);
}

void include_in_context(zend_string* path, zval* result) {
    ZVAL_NULL(result);
    if (access(ZSTR_VAL(path), R_OK) != 0) {
        return zend_throw_error(nullptr, "%s cannot be read: %s", ZSTR_VAL(path), std::strerror(errno));
    }
    execute_file_in_context(path, result);
    end_call(result);
}

}  // namespace tern::php
