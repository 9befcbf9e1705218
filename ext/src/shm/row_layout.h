// Where the columns of a row lie: numbers first, of 8 bytes each, so that one store changes one of them; then texts,
// each a length and as many bytes as its column may have. A row of zero bytes has zeros and empty texts.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::shm {

enum class ColumnType : uint8_t { integer, real, text };

struct Column {
    ColumnType type = ColumnType::integer;
    uint32_t size = 0;    // the most bytes of a text
    uint32_t offset = 0;  // known when the layout is finished
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

    // In the order that columns() keeps.
    void add(ColumnType type, uint32_t text_bytes) { columns_.push_back({type, text_bytes, 0}); }
    // False: a row would be too long.
    bool finish() noexcept;

    const std::vector<Column>& columns() const noexcept { return columns_; }
    uint32_t bytes() const noexcept { return bytes_; }  // a multiple of 8

    // From a row that another process may be writing: whether what was read is whole, the caller has to find out.
    void copy(const char* row, char* into) const noexcept;
    void copy_column(uint32_t column, const char* row, char* into) const noexcept;
    // Into a row that nobody reads, as clear().
    void apply(const Change& change, char* row) const noexcept;

    void clear(char* row) const noexcept;

    Bytes text(uint32_t column, const char* row) const noexcept;
    int64_t integer(uint32_t column, const char* row) const noexcept {
        return static_cast<int64_t>(load(row + columns_[column].offset));
    }
    double real(uint32_t column, const char* row) const noexcept {
        return std::bit_cast<double>(load(row + columns_[column].offset));
    }

    // At once, for readers and should the process be killed.
    static uint64_t load(const char* number) noexcept;
    static void store(char* number, uint64_t bits) noexcept;

private:
    std::vector<Column> columns_;
    uint32_t numbers_ = 0;  // how many
    uint32_t bytes_ = 0;
};

}  // namespace tern::shm
