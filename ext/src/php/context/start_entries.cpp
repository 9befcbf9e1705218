#include "php/context/start_entries.h"

namespace tern::php {

void StartEntries::find() {
    for (uint32_t i = 0; i < EG(persistent_functions_count); ++i) {
        const zval& one = EG(function_table)->arData[i].val;
        if (Z_TYPE(one) == IS_UNDEF) continue;
        auto* function = static_cast<zend_function*>(Z_PTR(one));
        if (function->type == ZEND_USER_FUNCTION) functions.push_back(function);
    }
    for (uint32_t i = 0; i < EG(persistent_classes_count); ++i) {
        const zval& one = EG(class_table)->arData[i].val;
        if (Z_TYPE(one) == IS_UNDEF) continue;
        auto* entry = static_cast<zend_class_entry*>(Z_PTR(one));
        if (entry->type == ZEND_USER_CLASS || static_property_count(*entry) > 0) classes.push_back(entry);
    }
}

}  // namespace tern::php
