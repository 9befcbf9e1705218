#include "shm/row_layout.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/check.h"

namespace tern::shm {

namespace {

constexpr uint32_t kNumber = sizeof(uint64_t);

std::atomic<uint64_t>& number_at(char* at) noexcept { return *reinterpret_cast<std::atomic<uint64_t>*>(at); }

}  // namespace

uint64_t RowLayout::load(const char* number) noexcept {
    return reinterpret_cast<const std::atomic<uint64_t>*>(number)->load(std::memory_order_relaxed);
}

void RowLayout::store(char* number, uint64_t bits) noexcept {
    number_at(number).store(bits, std::memory_order_relaxed);
}

bool RowLayout::finish() noexcept {
    uint64_t at = 0;
    for (Column& column : columns_) {
        if (column.type == ColumnType::text) continue;
        column.offset = static_cast<uint32_t>(at);
        at += kNumber;
    }
    numbers_ = static_cast<uint32_t>(at / kNumber);
    for (Column& column : columns_) {
        if (column.type != ColumnType::text) continue;
        column.offset = static_cast<uint32_t>(at);
        at += sizeof(uint32_t) + column.size;
        if (at > kMostBytes) return false;
    }
    bytes_ = static_cast<uint32_t>((at + kNumber - 1) / kNumber * kNumber);
    return true;
}

void RowLayout::copy_column(uint32_t column, const char* row, char* into) const noexcept {
    const Column& one = columns_[column];
    if (one.type != ColumnType::text) {
        store(into + one.offset, load(row + one.offset));
        return;
    }
    // The length may be inconsistent, but the bytes after it belong to the column in any case.
    uint32_t length;
    std::memcpy(&length, row + one.offset, sizeof length);
    length = std::min(length, one.size);
    std::memcpy(into + one.offset, &length, sizeof length);
    std::memcpy(into + one.offset + sizeof length, row + one.offset + sizeof length, length);
}

void RowLayout::copy(const char* row, char* into) const noexcept {
    for (uint32_t i = 0; i < numbers_; ++i) store(into + i * kNumber, load(row + i * kNumber));
    if (numbers_ == columns_.size()) return;
    for (uint32_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].type == ColumnType::text) copy_column(i, row, into);
    }
}

void RowLayout::apply(const Change& change, char* row) const noexcept {
    const Column& one = columns_[change.column];
    if (one.type != ColumnType::text) {
        store(row + one.offset, change.bits);
        return;
    }
    TERN_CHECK(change.text.size() <= one.size);
    const auto length = static_cast<uint32_t>(change.text.size());
    std::memcpy(row + one.offset, &length, sizeof length);
    if (length != 0) std::memcpy(row + one.offset + sizeof length, change.text.data(), length);
}

void RowLayout::clear(char* row) const noexcept {
    std::memset(row, 0, numbers_ * kNumber);
    for (const Column& column : columns_) {
        if (column.type == ColumnType::text) std::memset(row + column.offset, 0, sizeof(uint32_t));
    }
}

bool RowLayout::has(const Change& value, const char* row) const noexcept {
    const Column& one = columns_[value.column];
    return one.type == ColumnType::text ? text(value.column, row) == value.text : load(row + one.offset) == value.bits;
}

Bytes RowLayout::text(uint32_t column, const char* row) const noexcept {
    const Column& one = columns_[column];
    uint32_t length;
    std::memcpy(&length, row + one.offset, sizeof length);
    return {row + one.offset + sizeof length, std::min(length, one.size)};
}

}  // namespace tern::shm
