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

// How a statement that begins with this word begins. The first value of the type: it is not known.
template <class Row, size_t N>
auto verb_of(const Row (&table)[N], Bytes word) noexcept {
    const LowerWord lower(word);
    const Row* found = row_of(table, lower.view());
    return found == nullptr ? decltype(found->verb){} : found->verb;
}

// What a word before "(" is.
template <class Word, size_t A, size_t B, size_t C>
Word word_before_list(const Bytes (&keywords)[A], const Bytes (&functions)[B], const Bytes (&locks)[C],
                      Bytes word) noexcept {
    const LowerWord lower(word);
    if (is_in(keywords, lower.view())) return Word::keyword;
    if (is_in(functions, lower.view())) return Word::function;
    return is_in(locks, lower.view()) ? Word::lock : Word::unknown;
}

// What several statements in one text leave: a setting may change what the next one means, so one text has settings
// only if it has nothing else.
template <class Effect, class Reader>
Effect effect_of_all(Reader& reader) {
    Effect all = Effect::nothing;
    for (size_t count = 1;; ++count) {
        if (!reader.begin_statement()) return all;
        const Effect effect = reader.statement();
        if (effect > Effect::settings) return effect;
        if (!reader.is_at_end()) return Effect::unknown;
        if (count > 1 && (effect == Effect::settings || all == Effect::settings)) return Effect::setting;
        if (effect == Effect::settings) all = effect;
    }
}

}  // namespace tern::sql
