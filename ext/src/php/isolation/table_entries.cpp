#include "php/isolation/table_entries.h"

namespace tern::php {

void StartEntries::find() {
    const auto add_function = [this](zend_function& function) {
        if (function.type == ZEND_USER_FUNCTION) functions.push_back(&function);
    };
    const auto add_class = [this](zend_class_entry& type) {
        if (type.type == ZEND_USER_CLASS || static_property_count(type) > 0) classes.push_back(&type);
    };
    each_entry<zend_function>(*EG(function_table), add_function, 0, EG(persistent_functions_count));
    each_entry<zend_class_entry>(*EG(class_table), add_class, 0, EG(persistent_classes_count));
}

}  // namespace tern::php
