#include "php/library/constant_class.h"

namespace tern::php::library {

namespace {

constexpr Bytes kPrefix = "OPENSWOOLE_";

}  // namespace

zend_string* constant_class() {
    smart_str text = {};
    smart_str_appends(&text, "<?php namespace OpenSwoole; class Constant extends \\Swoole\\Constant {\n");
    zend_string* key;
    ZEND_HASH_FOREACH_STR_KEY(EG(zend_constants), key) {
        if (key == nullptr || !view(key).starts_with(kPrefix)) continue;
        const Bytes name = view(key).substr(kPrefix.size());
        smart_str_appends(&text, "public const ");
        smart_str_appendl(&text, name.data(), name.size());
        smart_str_appends(&text, " = \\");
        smart_str_append(&text, key);
        smart_str_appends(&text, ";\n");
    }
    ZEND_HASH_FOREACH_END();
    smart_str_appends(&text, "}\n");
    return smart_str_extract(&text);
}

}  // namespace tern::php::library
