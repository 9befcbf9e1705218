/* An extension that has the name of Swoole, and nothing else of it. */
#include <php.h>

zend_module_entry swoole_module_entry = {
    STANDARD_MODULE_HEADER, "swoole", NULL, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES,
};

ZEND_GET_MODULE(swoole)
