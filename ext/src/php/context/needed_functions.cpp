#include "php/context/needed_functions.h"

#include "php/context/context.h"
#include "php/context/contexts.h"
#include "php/context/table_entries.h"

namespace tern::php {

namespace {

// Null: it calls none, or all exist.
const zend_string* missing_function(const zend_op_array& code) noexcept {
    for (const zend_op* one = code.opcodes; one != code.opcodes + code.last; ++one) {
        if (one->opcode != ZEND_INIT_FCALL) continue;
        const zend_string* name = Z_STR_P(RT_CONSTANT(one, one->op2));
        if (zend_hash_find_known_hash(EG(function_table), name) == nullptr) return name;
    }
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        if (const zend_string* name = missing_function(*code.dynamic_func_defs[i])) return name;
    }
    return nullptr;
}

}  // namespace

bool NeededFunctions::exist_for(const zend_op_array& code) {
    if (known_.contains(code.opcodes)) return true;
    if (const zend_string* name = missing_function(code)) {
        zend_throw_error(nullptr,
                         "Code of %s calls %s(), which does not exist in the context: the file was not included there",
                         ZSTR_VAL(code.filename), ZSTR_VAL(name));
        return false;
    }
    known_.insert(code.opcodes);
    return true;
}

bool NeededFunctions::exist_for(const zend_class_entry& type) {
    if (type.type != ZEND_USER_CLASS || known_.contains(&type)) return true;
    bool all = true;
    each_entry<zend_function>(type.function_table, [this, &all](const zend_function& method) {
        all = all && (method.type != ZEND_USER_FUNCTION || exist_for(method.op_array));
    });
    if (all) known_.insert(&type);
    return all;
}

NeededFunctions& needed_functions() noexcept {
    Context* running = Context::running();
    return running == nullptr ? contexts().needed_functions : running->needed_functions();
}

}  // namespace tern::php
