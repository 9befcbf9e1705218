// Sorted tables of words in lower case.
#pragma once

#include <algorithm>
#include <array>

#include "base/bytes.h"

namespace tern::sql {

// A word in lower case. One that is too long is in no table.
class LowerWord {
public:
    explicit LowerWord(Bytes word) noexcept : size_(word.size() < kMost ? word.size() : 0) {
        std::transform(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(size_), text_.begin(), ascii_lower);
    }
    Bytes view() const noexcept { return {text_.data(), size_}; }

private:
    static constexpr size_t kMost = 40;
    std::array<char, kMost> text_;
    size_t size_;
};

template <size_t N>
bool is_in(const Bytes (&table)[N], Bytes word) noexcept {
    return std::binary_search(std::begin(table), std::end(table), word);
}

// The row of a table whose rows begin with `word`. Null: there is none.
template <class Row, size_t N>
const Row* row_of(const Row (&table)[N], Bytes word) noexcept {
    const Row* found = std::lower_bound(std::begin(table), std::end(table), word,
                                        [](const Row& row, Bytes text) { return row.word < text; });
    return found != std::end(table) && found->word == word ? found : nullptr;
}

}  // namespace tern::sql
