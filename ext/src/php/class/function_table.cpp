#include "php/class/function_table.h"

#include "php/bridge/globals.h"
#include "php/class/openswoole/openswoole.h"

namespace tern::php {

void register_functions(const zend_function_entry* table) {
    zend_register_functions(nullptr, table, nullptr, MODULE_PERSISTENT);
    if (TERN_G(openswoole)) register_openswoole_functions(table);
}

}  // namespace tern::php
