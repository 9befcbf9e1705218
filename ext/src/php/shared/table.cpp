#include "php/engine/error.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/shared/table_object.h"
#include "php/shared/table_arginfo.h"

namespace tern::php {

namespace {

enum : zend_long { kInteger = 1, kReal, kString };  // TYPE_INT, TYPE_FLOAT, TYPE_STRING
constexpr zend_long kFewestRows = 64;

zend_object* create_table(zend_class_entry* entry) { return create_object<TableObject>(entry); }

// Also works before create(). Null after an Error.
TableState* table_state_of(const zval* object) {
    TableState* state = of<TableObject>(object)->state;
    if (state == nullptr) throw_not_constructed(classes.table);
    return state;
}

// Null before create() and after destroy().
shm::Table* table_of(const zval* object) {
    TableState* state = of<TableObject>(object)->state;
    return state != nullptr && state->is_usable() ? state->table() : nullptr;
}

// False after a warning.
bool is_good_column(zend_string* name, zend_long type, zend_long size, size_t before) {
    zend_ulong number;
    if (ZSTR_LEN(name) == 0 || ZEND_HANDLE_NUMERIC_STR(ZSTR_VAL(name), ZSTR_LEN(name), number)) {
        warn_argument(1, "must not be empty or an integer, \"%s\" given", ZSTR_VAL(name));
    } else if (type < kInteger || type > kString) {
        warn_argument(2, "must be Swoole\\Table::TYPE_INT, TYPE_FLOAT or TYPE_STRING, " ZEND_LONG_FMT " given", type);
    } else if (type == kString && (size < 1 || size > shm::RowLayout::kMostTextBytes)) {
        warn_argument(3, "must be between 1 and %u, " ZEND_LONG_FMT " given", shm::RowLayout::kMostTextBytes, size);
    } else if (before == shm::RowLayout::kMostColumns) {
        warn_argument(1, "is one column too many, a table has %u at most", shm::RowLayout::kMostColumns);
    } else {
        return true;
    }
    return false;
}

shm::ColumnType column_type(zend_long type) noexcept {
    if (type == kString) return shm::ColumnType::text;
    return type == kReal ? shm::ColumnType::real : shm::ColumnType::integer;
}

// The column of a number, for incr() and decr(). Negative after a warning.
int number_column(const TableState& state, zend_string* name) {
    const int column = state.column(name);
    if (column < 0) {
        warn("there is no column \"%s\"", ZSTR_VAL(name));
    } else if (state.type(column) == shm::ColumnType::text) {
        warn("column \"%s\" is a string", ZSTR_VAL(name));
        return -1;
    }
    return column;
}

template <class Number>
bool sum_of(TableState& state, const Result<Number>& sum, Number& into) {
    if (sum.ok()) {
        into = sum.value();
        return true;
    }
    state.warn_full();
    return false;
}

void add(INTERNAL_FUNCTION_PARAMETERS, bool negative) {
    zend_string* key;
    zend_string* name;
    zval one;
    ZVAL_LONG(&one, 1);
    zval* by = &one;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR(key)
    Z_PARAM_STR(name)
    Z_PARAM_OPTIONAL
    Z_PARAM_NUMBER(by)
    ZEND_PARSE_PARAMETERS_END();
    TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    const int column = is_good_key(key) ? number_column(*state, name) : -1;
    if (column < 0) RETURN_FALSE;
    const auto index = static_cast<uint32_t>(column);
    if (state->type(column) == shm::ColumnType::integer) {
        const auto addend = static_cast<uint64_t>(zval_get_long(by));
        int64_t sum;
        if (!sum_of(*state, state->table()->add(view(key), index, static_cast<int64_t>(negative ? 0 - addend : addend)),
                    sum)) {
            RETURN_FALSE;
        }
        RETURN_LONG(sum);
    }
    const double addend = zval_get_double(by);
    double sum;
    if (!sum_of(*state, state->table()->add(view(key), index, negative ? -addend : addend), sum)) RETURN_FALSE;
    RETURN_DOUBLE(sum);
}

// A method with a key and values of columns, by `call` with the object and both.
template <class Call>
void write(INTERNAL_FUNCTION_PARAMETERS, Call call) {
    zend_string* key;
    HashTable* values;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(key)
    Z_PARAM_ARRAY_HT(values)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(call(ZEND_THIS, key, values));
}

// get() and getdel(), by `call` with the table, the key, and a column if one is asked for.
template <class Call>
void read(INTERNAL_FUNCTION_PARAMETERS, Call call) {
    zend_string* key;
    zend_string* name = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(key)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR_OR_NULL(name)
    ZEND_PARSE_PARAMETERS_END();
    TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    if (!is_good_key(key)) RETURN_FALSE;
    if (name == nullptr) {
        const char* row = call(*state->table(), view(key));
        if (row == nullptr) RETURN_FALSE;
        return state->to_array(row, return_value);
    }
    const int column = state->column(name);
    const char* row = column < 0 ? nullptr : call(*state->table(), view(key), static_cast<uint32_t>(column));
    if (row == nullptr) RETURN_FALSE;
    state->to_value(column, row, return_value);
}

}  // namespace

void register_table(Classes& into) {
    into.table = register_class_Swoole_Table(zend_ce_iterator, zend_ce_countable, zend_ce_arrayaccess);
    into.table->create_object = create_table;
    into.table_row = register_class_Swoole_Table_Row(zend_ce_arrayaccess);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Table, __construct) {
    zend_long rows;
    double conflicts = 0.2;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(rows)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(conflicts)
    ZEND_PARSE_PARAMETERS_END();
    auto* self = of<TableObject>(ZEND_THIS);
    if (rows < 1 || rows > tern::shm::Table::kMostRows) {
        zend_argument_value_error(1, "must be between 1 and %u, " ZEND_LONG_FMT " given", tern::shm::Table::kMostRows,
                                  rows);
        RETURN_THROWS();
    }
    if (self->state != nullptr) {
        zend_throw_error(nullptr, "Constructor of Swoole\\Table can only be called once");
        RETURN_THROWS();
    }
    self->state = new TableState(static_cast<uint32_t>(rows < kFewestRows ? kFewestRows : rows));
}

ZEND_METHOD(Swoole_Table, column) {
    zend_string* name;
    zend_long type;
    zend_long size = 0;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR(name)
    Z_PARAM_LONG(type)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    TableState* state = table_state_of(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    if (!is_good_column(name, type, size, state->column_count())) RETURN_FALSE;
    if (state->was_created) {
        warn("there are no new columns after create()");
        RETURN_FALSE;
    }
    if (state->add_column(name, column_type(type), type == kString ? static_cast<uint32_t>(size) : 0)) RETURN_TRUE;
    warn("there is a column \"%s\" already", ZSTR_VAL(name));
    RETURN_FALSE;
}

ZEND_METHOD(Swoole_Table, create) {
    ZEND_PARSE_PARAMETERS_NONE();
    TableState* state = table_state_of(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    if (state->was_created || state->column_count() == 0) {
        warn(state->was_created ? "the table was created already" : "the table has no columns");
        RETURN_FALSE;
    }
    if (const Error error = state->create(); error != Error::ok) {
        warn("no memory for %u rows", state->rows());
        return failure(error, return_value);
    }
    zend_update_property_long(classes.table, Z_OBJ_P(ZEND_THIS), ZEND_STRL("size"), state->rows());
    zend_update_property_long(classes.table, Z_OBJ_P(ZEND_THIS), ZEND_STRL("memorySize"),
                              static_cast<zend_long>(state->table()->memory_bytes()));
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Table, set) {
    write(INTERNAL_FUNCTION_PARAM_PASSTHRU,
          [](zval* object, zend_string* key, HashTable* values) { return set_row(object, key, values); });
}

ZEND_METHOD(Swoole_Table, add) {
    write(INTERNAL_FUNCTION_PARAM_PASSTHRU, [](zval* object, zend_string* key, HashTable* values) {
        return set_row_if(object, key, false, nullptr, values);
    });
}

ZEND_METHOD(Swoole_Table, update) {
    write(INTERNAL_FUNCTION_PARAM_PASSTHRU, [](zval* object, zend_string* key, HashTable* values) {
        return set_row_if(object, key, true, nullptr, values);
    });
}

ZEND_METHOD(Swoole_Table, cmpset) {
    zend_string* key;
    HashTable* expected;
    HashTable* values;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(key)
    Z_PARAM_ARRAY_HT(expected)
    Z_PARAM_ARRAY_HT(values)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(set_row_if(ZEND_THIS, key, true, expected, values));
}

ZEND_METHOD(Swoole_Table, cmpdel) {
    write(INTERNAL_FUNCTION_PARAM_PASSTHRU,
          [](zval* object, zend_string* key, HashTable* expected) { return delete_row_if(object, key, expected); });
}

ZEND_METHOD(Swoole_Table, get) {
    read(INTERNAL_FUNCTION_PARAM_PASSTHRU, [](auto& table, auto... what) { return table.get(what...); });
}

ZEND_METHOD(Swoole_Table, getdel) {
    read(INTERNAL_FUNCTION_PARAM_PASSTHRU, [](auto& table, auto... what) { return table.take(what...); });
}

ZEND_METHOD(Swoole_Table, del) {
    zend_string* key;
    TableState* state = table_and_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key);
    RETURN_BOOL(state != nullptr && state->table()->erase(view(key)));
}

ZEND_METHOD(Swoole_Table, exists) {
    zend_string* key;
    TableState* state = table_and_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key);
    RETURN_BOOL(state != nullptr && state->table()->exists(view(key)));
}

ZEND_METHOD(Swoole_Table, incr) { add(INTERNAL_FUNCTION_PARAM_PASSTHRU, false); }

ZEND_METHOD(Swoole_Table, decr) { add(INTERNAL_FUNCTION_PARAM_PASSTHRU, true); }

ZEND_METHOD(Swoole_Table, count) {
    ZEND_PARSE_PARAMETERS_NONE();
    const tern::shm::Table* table = table_of(ZEND_THIS);
    RETURN_LONG(table == nullptr ? 0 : table->count());
}

ZEND_METHOD(Swoole_Table, getSize) {
    ZEND_PARSE_PARAMETERS_NONE();
    const TableState* state = table_state_of(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    RETURN_LONG(state->rows());
}

ZEND_METHOD(Swoole_Table, getMemorySize) {
    ZEND_PARSE_PARAMETERS_NONE();
    const tern::shm::Table* table = table_of(ZEND_THIS);
    RETURN_LONG(table == nullptr ? 0 : static_cast<zend_long>(table->memory_bytes()));
}

ZEND_METHOD(Swoole_Table, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    const tern::shm::Table* table = table_of(ZEND_THIS);
    if (table == nullptr) RETURN_FALSE;
    const tern::shm::Table::Stats stats = table->stats();
    const uint32_t rows = table->count();
    array_init(return_value);
    add_assoc_long(return_value, "num", rows);
    add_assoc_long(return_value, "conflict_count", static_cast<zend_long>(stats.conflicts));
    add_assoc_long(return_value, "conflict_max_level", stats.longest);
    add_assoc_long(return_value, "insert_count", static_cast<zend_long>(stats.inserts));
    add_assoc_long(return_value, "update_count", static_cast<zend_long>(stats.updates));
    add_assoc_long(return_value, "delete_count", static_cast<zend_long>(stats.deletes));
    add_assoc_long(return_value, "available_slice_num", table->size() - rows);
    add_assoc_long(return_value, "total_slice_num", table->size());
}

ZEND_METHOD(Swoole_Table, destroy) {
    ZEND_PARSE_PARAMETERS_NONE();
    TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    state->destroy();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Table, rewind) {
    ZEND_PARSE_PARAMETERS_NONE();
    TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    state->rewind();
}

ZEND_METHOD(Swoole_Table, next) {
    ZEND_PARSE_PARAMETERS_NONE();
    TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    state->next();
}

ZEND_METHOD(Swoole_Table, valid) {
    ZEND_PARSE_PARAMETERS_NONE();
    const TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    RETURN_BOOL(state->valid());
}

ZEND_METHOD(Swoole_Table, current) {
    ZEND_PARSE_PARAMETERS_NONE();
    const TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    if (!state->valid()) RETURN_NULL();
    state->to_array(state->current().row, return_value);
}

ZEND_METHOD(Swoole_Table, key) {
    ZEND_PARSE_PARAMETERS_NONE();
    const TableState* state = usable_table(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    if (!state->valid()) RETURN_NULL();
    const tern::Bytes key = state->current().key;
    RETURN_STRINGL(key.data(), key.size());
}
