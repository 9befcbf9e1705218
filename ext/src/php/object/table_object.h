// The C++ part of Swoole\Table objects: the columns by their names, and rows as arrays. The rows are copied out of
// shared memory first: nothing is locked while PHP's values are made.
#pragma once

#include <memory>
#include <vector>

#include "php/bridge/compat.h"
#include "shm/table.h"

namespace tern::php {

class TableState {
public:
    explicit TableState(uint32_t rows) noexcept;
    ~TableState();

    // Of columns that are called so already: false.
    bool add_column(zend_string* name, shm::ColumnType type, uint32_t text_bytes);
    Error create();
    void destroy() noexcept;

    const shm::Table* table() const noexcept { return table_.get(); }
    shm::Table* table() noexcept { return table_.get(); }
    bool is_usable() const noexcept { return table_ != nullptr && !table_->destroyed(); }
    uint32_t rows() const noexcept { return rows_; }
    size_t column_count() const noexcept { return names_.size(); }
    Bytes column_name(size_t column) const noexcept { return view(names_[column]); }
    // -1: there is none.
    int column(zend_string* name) const noexcept {
        const zval* index = zend_hash_find(&indexes_, name);
        return index == nullptr ? -1 : static_cast<int>(Z_LVAL_P(index));
    }
    shm::ColumnType type(int column) const noexcept { return layout().columns()[static_cast<size_t>(column)].type; }

    void to_array(const char* row, zval* into) const;
    void to_value(int column, const char* row, zval* into) const;

    // What set() is to do, with views of the strings in `values`. False: some have to be converted first. Runs no
    // PHP code.
    bool collect(HashTable* values);
    const std::vector<shm::Change>& changes() const noexcept { return changes_; }
    // A copy with those of our columns only, of their types and no longer than they may be. This may run PHP code; look
    // for an exception afterwards.
    void convert(HashTable* values, zval* into) const;

    // The position of this process.
    void rewind();
    void next();
    bool valid() const noexcept { return at_ * entry_bytes_ < entries_.size(); }
    shm::Table::Entry current() const noexcept { return table_->entry(entries_, at_); }

    void warn_full();          // the first time
    bool was_created = false;  // and may be destroyed

private:
    const shm::RowLayout& layout() const noexcept { return table_ == nullptr ? layout_ : table_->layout(); }
    void read_bucket(uint32_t from);
    bool collect_one(uint32_t column, const zval* value, shm::Change& into) const noexcept;
    void convert_one(uint32_t column, zval* value, zval* into) const;

    uint32_t rows_;
    bool warned_full_ = false;
    std::unique_ptr<shm::Table> table_;
    shm::RowLayout layout_;  // until it is the table's
    std::vector<zend_string*> names_;
    HashTable indexes_;  // by name
    std::vector<shm::Change> changes_;

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

// Null after an Error: it was not created, or is destroyed.
TableState* usable_table(const zval* object);
// False after a warning.
bool is_good_key(const zend_string* key);
// Of a method with the key as its only argument. Null after a warning or an exception.
TableState* table_and_key(INTERNAL_FUNCTION_PARAMETERS, zend_string** key);
// Table::set() with its warnings. False without an exception: the table is full, or the key is not good.
bool set_row(const zval* object, zend_string* key, HashTable* values);

}  // namespace tern::php
