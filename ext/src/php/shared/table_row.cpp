// The row object of programs of 2019: $table['key']['column'].
#include "php/engine/error.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/shared/table_object.h"

namespace tern::php {

namespace {

enum RowProperty : uint32_t { kKey, kValue, kTable };

zval* property(const zval* row, RowProperty which) {
    zval* slot = OBJ_PROP_NUM(Z_OBJ_P(row), which);
    ZVAL_DEREF(slot);
    return slot;
}

// Null: the program has replaced it.
HashTable* values_of(const zval* row) {
    zval* value = property(row, kValue);
    return Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : nullptr;
}

HashTable* values_to_change(const zval* row) {
    zval* value = property(row, kValue);
    if (Z_TYPE_P(value) != IS_ARRAY) return nullptr;
    SEPARATE_ARRAY(value);
    return Z_ARRVAL_P(value);
}

zval* find(const zval* row, zend_string* column) {
    HashTable* values = values_of(row);
    return values == nullptr ? nullptr : zend_symtable_find(values, column);
}

// Copies the value back as the table has stored it.
void take_over(zval* row, TableState& state, zend_string* key, zend_string* column) {
    const int index = state.column(column);
    const char* now = state.table()->get(view(key), static_cast<uint32_t>(index));
    HashTable* values = now == nullptr ? nullptr : values_to_change(row);
    if (values == nullptr) return;
    zval value;
    state.to_value(index, now, &value);
    zend_symtable_update(values, column, &value);
}

void assign(zval* row, const zval* table, zend_string* key, zend_string* column, zval* value) {
    TableState* state = usable_table(table);
    if (state == nullptr) return;
    if (state->column(column) < 0) return warn("there is no column \"%s\"", ZSTR_VAL(column));
    zval values;
    array_init(&values);
    Z_TRY_ADDREF_P(value);
    zend_hash_add_new(Z_ARRVAL(values), column, value);
    if (set_row(table, key, Z_ARRVAL(values))) take_over(row, *state, key, column);
    zval_ptr_dtor(&values);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Table, offsetGet) {
    zend_string* key;
    TableState* state = table_and_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key);
    if (state == nullptr) RETURN_FALSE;
    object_init_ex(return_value, classes.table_row);
    ZVAL_STR_COPY(property(return_value, kKey), key);
    ZVAL_COPY(property(return_value, kTable), ZEND_THIS);
    const char* row = state->table()->get(view(key));
    if (row != nullptr) state->to_array(row, property(return_value, kValue));
}

ZEND_METHOD(Swoole_Table, offsetSet) {
    zend_string* key;
    HashTable* values;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(key)
    Z_PARAM_ARRAY_HT(values)
    ZEND_PARSE_PARAMETERS_END();
    set_row(ZEND_THIS, key, values);
}

ZEND_METHOD(Swoole_Table, offsetExists) {
    zend_string* key;
    TableState* state = table_and_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key);
    RETURN_BOOL(state != nullptr && state->table()->exists(view(key)));
}

ZEND_METHOD(Swoole_Table, offsetUnset) {
    zend_string* key;
    TableState* state = table_and_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key);
    if (state != nullptr) state->table()->erase(view(key));
}

ZEND_METHOD(Swoole_Table_Row, offsetExists) {
    zend_string* column;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(column)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(find(ZEND_THIS, column) != nullptr);
}

ZEND_METHOD(Swoole_Table_Row, offsetGet) {
    zend_string* column;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(column)
    ZEND_PARSE_PARAMETERS_END();
    zval* value = find(ZEND_THIS, column);
    if (value != nullptr) RETURN_COPY_DEREF(value);
    warn("there is no column \"%s\"", ZSTR_VAL(column));
}

ZEND_METHOD(Swoole_Table_Row, offsetSet) {
    zend_string* column;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(column)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    zval table;
    zval key;
    ZVAL_COPY(&table, property(ZEND_THIS, kTable));
    ZVAL_COPY(&key, property(ZEND_THIS, kKey));
    const bool has_table = Z_TYPE(table) == IS_OBJECT && instanceof_function(Z_OBJCE(table), classes.table);
    if (has_table && Z_TYPE(key) == IS_STRING) assign(ZEND_THIS, &table, Z_STR(key), column, value);
    zval_ptr_dtor(&table);
    zval_ptr_dtor(&key);
}

ZEND_METHOD(Swoole_Table_Row, offsetUnset) {
    zend_string* column;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(column)
    ZEND_PARSE_PARAMETERS_END();
    HashTable* values = values_to_change(ZEND_THIS);
    if (values != nullptr) zend_symtable_del(values, column);
}
