#include "php/http/client/client_http_fields.h"

#include "php/engine/header_names.h"

namespace tern::php {

namespace {

zend_string* name_of(Bytes name, bool lower) {
    zend_string* known = lower ? known_header_name(name) : nullptr;
    if (known != nullptr) return known;
    zend_string* text = zend_string_init(name.data(), name.size(), false);
    for (size_t i = 0; lower && i < name.size(); ++i) ZSTR_VAL(text)[i] = ascii_lower(name[i]);
    return text;
}

void add_to_list(zval* existing, zval* value) {
    if (Z_TYPE_P(existing) != IS_ARRAY) {
        zval list;
        array_init_size(&list, 2);
        zend_hash_next_index_insert_new(Z_ARRVAL(list), existing);
        ZVAL_COPY_VALUE(existing, &list);
    }
    zend_hash_next_index_insert_new(Z_ARRVAL_P(existing), value);
}

}  // namespace

void build_fields(std::span<const http::Field> fields, bool lower_names, zval* into) {
    if (fields.empty()) {
        ZVAL_EMPTY_ARRAY(into);
        return;
    }
    array_init_size(into, static_cast<uint32_t>(fields.size()));
    for (const http::Field& field : fields) {
        zend_string* name = name_of(field.name, lower_names);
        zval value;
        ZVAL_STRINGL_FAST(&value, field.value.data(), field.value.size());
        if (zval* existing = zend_symtable_find(Z_ARRVAL_P(into), name)) {
            add_to_list(existing, &value);
        } else {
            zend_symtable_update(Z_ARRVAL_P(into), name, &value);  // PHP treats a name like 123 as a number
        }
        zend_string_release(name);
    }
}

void build_set_cookies(std::span<const http::Field> fields, zval* into) {
    ZVAL_EMPTY_ARRAY(into);
    for (const http::Field& field : fields) {
        if (field.name.size() != 10 || !equals_lower(field.name, "set-cookie")) continue;
        if (zend_hash_num_elements(Z_ARRVAL_P(into)) == 0) array_init(into);
        add_next_index_stringl(into, field.value.data(), field.value.size());
    }
}

}  // namespace tern::php
