// The positions of a row's columns. First numbers of 8 bytes each, so that one store changes a number; then texts, each
// with a length and its maximal size. A row of zero bytes has zeros and empty texts.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::shm {

enum class ColumnType : uint8_t { integer, real, text };

struct Column {
    ColumnType type = ColumnType::integer;
    uint32_t size = 0;    // the maximal size of a text
    uint32_t offset = 0;  // set by finish()
};

// A new value of one column.
struct Change {
    uint32_t column = 0;
    uint64_t bits = 0;  // of an int64_t or a double
    Bytes text;         // no longer than the column
};

class RowLayout {
public:
    static constexpr uint32_t kMostColumns = 1024;
    static constexpr uint32_t kMostTextBytes = 1u << 30;
    static constexpr uint64_t kMostBytes = 1u << 31;

    // Columns keep the order of these calls.
    void add(ColumnType type, uint32_t text_bytes) { columns_.push_back({type, text_bytes, 0}); }
    // False: the row would be too long.
    bool finish() noexcept;

    const std::vector<Column>& columns() const noexcept { return columns_; }
    uint32_t bytes() const noexcept { return bytes_; }  // a multiple of 8

    // Copies a row that another process may be writing. The caller must check whether the copy is consistent.
    void copy(const char* row, char* into) const noexcept;
    void copy_column(uint32_t column, const char* row, char* into) const noexcept;
    // Changes a row that no other process reads; so does clear().
    void apply(const Change& change, char* row) const noexcept;

    void clear(char* row) const noexcept;

    // Whether a row that no other process changes has this value: numbers of the same bits, texts of the same bytes.
    // The text may be longer than the column.
    bool has(const Change& value, const char* row) const noexcept;

    Bytes text(uint32_t column, const char* row) const noexcept;
    int64_t integer(uint32_t column, const char* row) const noexcept {
        return static_cast<int64_t>(load(row + columns_[column].offset));
    }
    double real(uint32_t column, const char* row) const noexcept {
        return std::bit_cast<double>(load(row + columns_[column].offset));
    }

    // Atomic, for readers, and in case the process is killed.
    static uint64_t load(const char* number) noexcept;
    static void store(char* number, uint64_t bits) noexcept;

private:
    std::vector<Column> columns_;
    uint32_t numbers_ = 0;  // the number of numbers
    uint32_t bytes_ = 0;
};

}  // namespace tern::shm
