// The C++ part of Swoole\Table objects: columns by name, and rows as arrays. Rows are copied out of shared memory
// first: no lock is held while PHP values are made.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "php/engine/compat/engine.h"
#include "shm/table.h"

namespace tern::php {

class TableState {
public:
    explicit TableState(uint32_t rows) noexcept;
    ~TableState();

    // False: there is a column with that name already.
    bool add_column(zend_string* name, shm::ColumnType type, uint32_t text_bytes);
    Error create();
    void destroy() noexcept;

    const shm::Table* table() const noexcept { return table_.get(); }
    shm::Table* table() noexcept { return table_.get(); }
    bool is_usable() const noexcept { return table_ != nullptr && !table_->destroyed(); }
    uint32_t rows() const noexcept { return rows_; }
    size_t column_count() const noexcept { return names_.size(); }
    Bytes column_name(size_t column) const noexcept { return view(names_[column]); }
    // -1: there is no such column.
    int column(zend_string* name) const noexcept {
        const zval* index = zend_hash_find(&indexes_, name);
        return index == nullptr ? -1 : static_cast<int>(Z_LVAL_P(index));
    }
    shm::ColumnType type(int column) const noexcept { return layout().columns()[static_cast<size_t>(column)].type; }

    void to_array(const char* row, zval* into) const;
    void to_value(int column, const char* row, zval* into) const;

    // What values of columns are for. A text that is longer than its column is cut when it is stored; no row has it, so
    // a condition keeps it.
    enum Use : uint8_t { kStored, kCondition };
    // Collects the values of existing columns, with views of the strings in `values`. False: some must be converted
    // first. Null: there are none. Runs no PHP code.
    bool collect(HashTable* values, Use use);
    std::span<const shm::Change> collected(Use use) const noexcept { return {collected_[use].data(), counts_[use]}; }
    // Copies the values of existing columns, with the columns' types. This may run PHP code; check for an exception
    // afterwards.
    void convert(HashTable* values, Use use, zval* into) const;

    // The position of this process's iteration.
    void rewind();
    void next();
    bool valid() const noexcept { return at_ * entry_bytes_ < entries_.size(); }
    shm::Table::Entry current() const noexcept { return table_->entry(entries_, at_); }

    void warn_full();          // only the first time
    bool was_created = false;  // it may be destroyed since

private:
    const shm::RowLayout& layout() const noexcept { return table_ == nullptr ? layout_ : table_->layout(); }
    void read_bucket(uint32_t from);
    // The same as column(), fast if the name is that of column `expected`: most programs set columns in their order.
    int column_at(size_t expected, zend_string* name) const noexcept {
        const bool is_expected = expected < names_.size() && names_[expected] == name;
        return is_expected ? static_cast<int>(expected) : column(name);
    }
    bool collect_one(uint32_t column, const zval* value, Use use, shm::Change& into) const noexcept;
    void convert_one(uint32_t column, zval* value, Use use, zval* into) const;

    uint32_t rows_;
    bool warned_full_ = false;
    std::unique_ptr<shm::Table> table_;
    shm::RowLayout layout_;  // until create() gives it to the table
    std::vector<zend_string*> names_;
    HashTable indexes_;                      // column indexes by name
    std::vector<shm::Change> collected_[2];  // by Use, one for each column; the first counts_ of them are in use
    size_t counts_[2] = {0, 0};

    std::vector<char> entries_;  // of one bucket
    size_t entry_bytes_ = 1;
    size_t at_ = 0;
    uint32_t bucket_ = 0;
};

struct TableObject {
    TableState* state;  // owned; null before the constructor
    zend_object std;

    static void release(TableObject& self) { delete self.state; }
};

// Null after an Error: the table was not created, or was destroyed.
TableState* usable_table(const zval* object);
// False after a warning.
bool is_good_key(const zend_string* key);
// For a method whose only argument is the key. Null after a warning or an exception.
TableState* table_and_key(INTERNAL_FUNCTION_PARAMETERS, zend_string** key);
// Table::set() with its warnings. False without an exception: the table is full, or the key is invalid.
bool set_row(const zval* object, zend_string* key, HashTable* values);
// The same where the row is, or is not, there. `expected`: and has these values; null: whatever it has. False: it is
// not like that, too.
bool set_row_if(const zval* object, zend_string* key, bool present, HashTable* expected, HashTable* values);
bool delete_row_if(const zval* object, zend_string* key, HashTable* expected);

}  // namespace tern::php
