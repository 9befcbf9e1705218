#include "php/shared/table_object.h"

#include <bit>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/object.h"

namespace tern::php {

namespace {

using shm::ColumnType;

// Converts a value for which no PHP code is needed, as zval_get_long() and zval_get_double() do.
bool to_integer(const zval* value, zend_long& into) noexcept {
    switch (Z_TYPE_P(value)) {
        case IS_LONG: into = Z_LVAL_P(value); return true;
        case IS_DOUBLE: into = zend_dval_to_lval(Z_DVAL_P(value)); return true;
        case IS_TRUE: into = 1; return true;
        case IS_FALSE:
        case IS_NULL: into = 0; return true;
        default: return false;
    }
}

bool to_real(const zval* value, double& into) noexcept {
    zend_long integer;
    if (Z_TYPE_P(value) == IS_DOUBLE) {
        into = Z_DVAL_P(value);
        return true;
    }
    if (!to_integer(value, integer)) return false;
    into = static_cast<double>(integer);
    return true;
}

}  // namespace

TableState::TableState(uint32_t rows) noexcept : rows_(rows) { zend_hash_init(&indexes_, 8, nullptr, nullptr, false); }

TableState::~TableState() {
    zend_hash_destroy(&indexes_);
    for (zend_string* name : names_) zend_string_release(name);
}

bool TableState::add_column(zend_string* name, ColumnType type, uint32_t text_bytes) {
    zval index;
    ZVAL_LONG(&index, static_cast<zend_long>(names_.size()));
    if (zend_hash_add(&indexes_, name, &index) == nullptr) return false;
    zend_string_hash_val(name);
    names_.push_back(zend_string_copy(name));
    layout_.add(type, text_bytes);
    return true;
}

Error TableState::create() {
    shm::RowLayout layout = layout_;
    if (!layout.finish()) return Error::data_length_too_large;
    auto table = std::make_unique<shm::Table>();
    const Error error = table->create(rows_, std::move(layout));
    if (error != Error::ok) return error;
    table_ = std::move(table);
    was_created = true;
    entry_bytes_ = table_->entry_bytes();
    for (std::vector<shm::Change>& one : collected_) one.resize(names_.size());
    return Error::ok;
}

void TableState::warn_full() {
    if (warned_full_) return;
    warned_full_ = true;
    warn("the table is full, it has %u rows; this is said once", rows_);
}

void TableState::destroy() noexcept {
    table_->destroy();
    entries_.clear();
    table_.reset();
}

void TableState::to_value(int column, const char* row, zval* into) const {
    const auto index = static_cast<uint32_t>(column);
    switch (layout().columns()[index].type) {
        case ColumnType::integer: ZVAL_LONG(into, layout().integer(index, row)); break;
        case ColumnType::real: ZVAL_DOUBLE(into, layout().real(index, row)); break;
        case ColumnType::text: {
            const Bytes text = layout().text(index, row);
            ZVAL_STR(into, zend_string_init_fast(text.data(), text.size()));
        }
    }
}

void TableState::to_array(const char* row, zval* into) const {
    const size_t count = names_.size();
    array_init_size(into, static_cast<uint32_t>(count));
    zend_hash_real_init_mixed(Z_ARRVAL_P(into));
    for (size_t i = 0; i < count; ++i) {
        zval value;
        to_value(static_cast<int>(i), row, &value);
        _zend_hash_append(Z_ARRVAL_P(into), names_[i], &value);
    }
}

// False: the value must be converted first.
[[gnu::always_inline]] inline bool TableState::collect_one(uint32_t column, const zval* value, Use use,
                                                           shm::Change& into) const noexcept {
    const shm::Column& one = layout().columns()[column];
    into = {column, 0, {}};
    zend_long integer;
    double real;
    switch (one.type) {
        case ColumnType::integer:
            if (!to_integer(value, integer)) return false;
            into.bits = static_cast<uint64_t>(integer);
            return true;
        case ColumnType::real:
            if (!to_real(value, real)) return false;
            into.bits = std::bit_cast<uint64_t>(real);
            return true;
        case ColumnType::text:
            if (Z_TYPE_P(value) == IS_NULL) return true;
            if (Z_TYPE_P(value) != IS_STRING || (use == kStored && Z_STRLEN_P(value) > one.size)) return false;
            into.text = view(Z_STR_P(value));
            return true;
    }
    return false;
}

// Keys of an array differ, so there are at most as many changes as columns.
bool TableState::collect(HashTable* values, Use use) {
    shm::Change* const into = collected_[use].data();
    size_t& count = counts_[use] = 0;
    if (values == nullptr) return true;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(values, name, value) {
        const int index = name == nullptr ? -1 : column_at(count, name);
        if (index < 0) continue;
        ZVAL_DEREF(value);
        if (!collect_one(static_cast<uint32_t>(index), value, use, into[count])) return false;
        ++count;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

void TableState::convert_one(uint32_t column, zval* value, Use use, zval* into) const {
    const shm::Column one = layout().columns()[column];  // a copy, as PHP code may destroy the table
    if (Z_TYPE_P(value) == IS_NULL) {
        ZVAL_NULL(into);
    } else if (one.type == ColumnType::integer) {
        ZVAL_LONG(into, zval_get_long(value));
    } else if (one.type == ColumnType::real) {
        ZVAL_DOUBLE(into, zval_get_double(value));
    } else {
        zend_string* text = zval_get_string(value);
        if (use == kStored && ZSTR_LEN(text) > one.size) {
            zend_string* cut = zend_string_init(ZSTR_VAL(text), one.size, false);
            warn("column \"%s\" has room for %u bytes, a value of %zu was cut", ZSTR_VAL(names_[column]), one.size,
                 ZSTR_LEN(text));
            zend_string_release(text);
            text = cut;
        }
        ZVAL_STR(into, text);
    }
}

void TableState::convert(HashTable* values, Use use, zval* into) const {
    array_init(into);
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(values, name, value) {
        const int index = name == nullptr ? -1 : column(name);
        if (index < 0) continue;
        zval kept;
        zval converted;
        ZVAL_COPY_DEREF(&kept, value);
        convert_one(static_cast<uint32_t>(index), &kept, use, &converted);
        zval_ptr_dtor(&kept);
        zend_hash_update(Z_ARRVAL_P(into), name, &converted);
        if (EG(exception) != nullptr) return;
    }
    ZEND_HASH_FOREACH_END();
}

void TableState::read_bucket(uint32_t from) {
    at_ = 0;
    entries_.clear();
    // Rows may have been deleted since.
    for (bucket_ = table_->next_bucket(from); bucket_ < table_->buckets(); bucket_ = table_->next_bucket(bucket_ + 1)) {
        table_->read_bucket(bucket_, entries_);
        if (!entries_.empty()) return;
    }
}

void TableState::rewind() { read_bucket(0); }

void TableState::next() {
    ++at_;
    if (!valid() && bucket_ < table_->buckets()) read_bucket(bucket_ + 1);
}

TableState* usable_table(const zval* object) {
    TableState* state = of<TableObject>(object)->state;
    if (EXPECTED(state != nullptr && state->is_usable())) return state;
    if (state == nullptr) {
        throw_not_constructed(classes.table);
    } else {
        zend_throw_error(nullptr, "The table is not created or has been destroyed");
    }
    return nullptr;
}

bool is_good_key(const zend_string* key) {
    if (EXPECTED(ZSTR_LEN(key) <= shm::Table::kMostKeyBytes)) return true;
    warn("key has %zu bytes, it may have %zu at most", ZSTR_LEN(key), shm::Table::kMostKeyBytes);
    return false;
}

TableState* table_and_key(INTERNAL_FUNCTION_PARAMETERS, zend_string** key) {
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(*key)
    ZEND_PARSE_PARAMETERS_END_EX(return nullptr);
    TableState* state = usable_table(ZEND_THIS);
    return state != nullptr && is_good_key(*key) ? state : nullptr;
}

namespace {

using Changes = std::span<const shm::Change>;

// Values of columns that a program gives to a method. A fatal error in code that converts jumps over it.
class Given {
public:
    Given(HashTable* values, TableState::Use use) noexcept : values_(values), use_(use) { ZVAL_UNDEF(&converted_); }
    void end() { zval_ptr_dtor(&converted_); }

    bool collect(TableState& state) noexcept { return state.collect(values_, use_); }
    // The table; null after an exception, or when code has destroyed it.
    TableState* convert(TableState& state, const zval* object) {
        if (values_ == nullptr) return &state;
        state.convert(values_, use_, &converted_);
        values_ = Z_ARRVAL(converted_);
        return EG(exception) == nullptr ? usable_table(object) : nullptr;
    }

private:
    HashTable* values_;  // null: none
    TableState::Use use_;
    zval converted_;  // undefined: as given
};

// False after a warning.
bool is_good_condition(const TableState& state, HashTable* expected) {
    if (zend_hash_num_elements(expected) == 0) {
        warn_argument(2, "must not be empty");
        return false;
    }
    zend_ulong number;
    zend_string* name;
    ZEND_HASH_FOREACH_KEY(expected, number, name) {
        if (name != nullptr && state.column(name) >= 0) continue;
        if (name != nullptr) warn_argument(2, "must have columns of the table, \"%s\" given", ZSTR_VAL(name));
        if (name == nullptr)
            warn_argument(2, "must have columns of the table, " ZEND_LONG_FMT " given", static_cast<zend_long>(number));
        return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// A row that a call asks for, by its key and by values that it has, and what is stored in it.
class GivenRow {
public:
    GivenRow(const zval* object, zend_string* key, HashTable* expected, HashTable* values)
        : condition_(expected, TableState::kCondition), stored_(values, TableState::kStored) {
        TableState* state = usable_table(object);
        if (state == nullptr || !is_good_key(key)) return;
        if (expected == nullptr || is_good_condition(*state, expected)) state_ = collect(*state, object);
    }

    // Calls `write` with the table, the condition and what is stored. False also after a warning or an exception.
    template <class Write>
    bool end(Write write) {
        const bool done = state_ != nullptr && write(*state_->table(), state_->collected(TableState::kCondition),
                                                     state_->collected(TableState::kStored));
        condition_.end();
        stored_.end();
        return done;
    }
    void warn_full() { state_->warn_full(); }

private:
    // Code that converts may use the table, so nothing is collected before all is converted.
    TableState* collect(TableState& state, const zval* object) {
        if (condition_.collect(state) && stored_.collect(state)) return &state;
        TableState* same = condition_.convert(state, object);
        if (same != nullptr) same = stored_.convert(*same, object);
        if (same != nullptr) (void)(condition_.collect(*same) && stored_.collect(*same));
        return same;
    }

    TableState* state_ = nullptr;
    Given condition_;
    Given stored_;
};

bool store_collected(TableState& state, zend_string* key) {
    const Changes changes = state.collected(TableState::kStored);
    if (EXPECTED(state.table()->set(view(key), changes.data(), changes.size()) == Error::ok)) return true;
    state.warn_full();
    return false;
}

}  // namespace

// Most values need no conversion.
bool set_row(const zval* object, zend_string* key, HashTable* values) {
    TableState* state = usable_table(object);
    if (state == nullptr || !is_good_key(key)) return false;
    if (EXPECTED(state->collect(values, TableState::kStored))) return store_collected(*state, key);
    GivenRow row(object, key, nullptr, values);
    return row.end([&](shm::Table&, Changes, Changes) { return store_collected(*state, key); });
}

bool set_row_if(const zval* object, zend_string* key, bool present, HashTable* expected, HashTable* values) {
    GivenRow row(object, key, expected, values);
    return row.end([&](shm::Table& table, Changes condition, Changes stored) {
        const Result<bool> done = table.set_if(view(key), {present, condition}, stored.data(), stored.size());
        if (!done.ok()) row.warn_full();
        return done.ok() && done.value();
    });
}

bool delete_row_if(const zval* object, zend_string* key, HashTable* expected) {
    GivenRow row(object, key, expected, nullptr);
    return row.end([&](shm::Table& table, Changes condition, Changes) { return table.erase_if(view(key), condition); });
}

}  // namespace tern::php
