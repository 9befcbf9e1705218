// Sorted tables of words in lower case.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "base/bytes.h"

namespace tern::sql {

inline std::string lower_case(Bytes text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), ascii_lower);
    return lower;
}

// In any case.
inline bool contains_lower(Bytes text, Bytes lower) noexcept {
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                       [](char a, char b) { return ascii_lower(a) == b; }) != text.end();
}

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

template <class Verb>
struct VerbRow {
    Bytes word;
    Verb verb;
};

template <class Verb, size_t N>
constexpr bool are_sorted(const VerbRow<Verb> (&table)[N]) noexcept {
    return std::is_sorted(std::begin(table), std::end(table), [](auto& a, auto& b) { return a.word < b.word; });
}

// How a statement that begins with this word begins. The first value of the type: it is not known.
template <class Verb, size_t N>
Verb verb_of(const VerbRow<Verb> (&table)[N], Bytes word) noexcept {
    const LowerWord lower(word);
    const auto* found = std::lower_bound(std::begin(table), std::end(table), lower.view(),
                                         [](const VerbRow<Verb>& row, Bytes text) { return row.word < text; });
    return found != std::end(table) && found->word == lower.view() ? found->verb : Verb{};
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
