#include "php/isolation/code/own_code.h"

#include "php/engine/compat/objects.h"
#include "php/isolation/callables.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/contexts.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

namespace {

// Its code is the same in all contexts, and looks up only what is PHP's or the library's. The launcher's stays outside.
bool is_of_library(const zend_class_entry& type) noexcept {
    return view(type.info.user.filename).starts_with("tern:/library/") ||
           view(type.name).starts_with("Tern\\Launcher\\");
}

}  // namespace

void OwnCode::begin(const Definitions& tables) noexcept {
    functions_ = tables.functions.table->nNumUsed;
    classes_ = tables.classes.table->nNumUsed;
}

// `crosses`: it may run where its file is not included.
void OwnCode::add(zend_op_array& code, bool crosses) {
    if ((code.fn_flags & (ZEND_ACC_IMMUTABLE | ZEND_ACC_HEAP_RT_CACHE)) != 0) return;
    contexts().direct_caches.add(code, owner_);
    if (crosses && !is_cached_code(code)) check_function_calls(code);
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        zend_op_array& inner = *code.dynamic_func_defs[i];
        add(inner, crosses || (inner.fn_flags & ZEND_ACC_CLOSURE) != 0);
    }
}

// False: it is not declared yet.
bool OwnCode::note_class(uint32_t place) {
    const zval& one = EG(class_table)->arData[place].val;
    if (Z_TYPE(one) == IS_UNDEF) return true;
    auto& type = *static_cast<zend_class_entry*>(Z_PTR(one));
    if (type.type != ZEND_USER_CLASS) return true;
    if ((type.ce_flags & ZEND_ACC_LINKED) == 0) return false;
    if ((type.ce_flags & ZEND_ACC_IMMUTABLE) != 0 || is_of_library(type)) return true;
    each_code_of(type, [this](zend_op_array& code) { add(code, true); });
    return true;
}

void OwnCode::note_new() {
    std::erase_if(unlinked_, [this](uint32_t place) { return note_class(place); });
    const auto add_function = [this](zend_function& function) {
        if (function.type == ZEND_USER_FUNCTION) add(function.op_array, false);
    };
    each_entry<zend_function>(*EG(function_table), add_function, functions_);
    functions_ = EG(function_table)->nNumUsed;
    for (; classes_ < EG(class_table)->nNumUsed; ++classes_) {
        if (!note_class(classes_)) unlinked_.push_back(classes_);
    }
}

}  // namespace tern::php
