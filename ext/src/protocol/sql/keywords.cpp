#include "protocol/sql/keywords.h"

#include <array>

namespace tern::sql {

namespace {

struct Entry {
    Bytes word;  // in lower case
    uint32_t meaning = 0;
};

constexpr Entry kEntries[] = {
    {"all", kBeforeList},
    {"analyze", kNamesNext},
    {"and", kBeforeList | kBeforeValue},
    {"any", kBeforeList},
    {"as", kBeforeList},
    {"between", kBeforeList | kBeforeValue},
    {"by", kBeforeList | kBeforeValue},
    {"call", kNamesNext},
    {"default", kValueWord},
    {"delayed", kNoName},
    {"delete", kVerb | kDelete},
    {"desc", kReads | kNamesNext},
    {"describe", kReads | kNamesNext},
    {"distinct", kDistinct},
    {"do", kNoVerbNext},
    {"else", kBeforeList | kBeforeValue},
    {"execute", kNamesNext},
    {"exists", kNoName | kBeforeList},
    {"explain", kReads},
    {"false", kValueWord},
    {"for", kEndsTables | kNoVerbNext},
    {"from", kNoName | kBeforeList | kFrom},
    {"group", kEndsTables},
    {"having", kEndsTables | kBeforeList},
    {"high_priority", kNoName},
    {"if", kNoName},
    {"ignore", kNoName},
    {"in", kBeforeList | kBeforeValue | kIn},
    {"insert", kVerb | kNamesNext},
    {"into", kNoName | kBeforeList | kInto},
    {"join", kBeforeList | kJoin},
    {"key", kNoVerbNext},
    {"lateral", kNoName},
    {"like", kBeforeValue},
    {"limit", kEndsTables | kBeforeValue},
    {"low_priority", kNoName},
    {"merge", kVerb | kNamesNext},
    {"not", kNoName | kBeforeList},
    {"null", kValueWord},
    {"offset", kBeforeValue},
    {"on", kEndsTables | kBeforeList | kNoVerbNext},
    {"only", kNoName},
    {"optimize", kNamesNext},
    {"or", kBeforeList | kBeforeValue},
    {"order", kEndsTables},
    {"over", kBeforeList},
    {"quick", kNoName},
    {"replace", kVerb | kNamesNext | kReplace},
    {"returning", kEndsTables | kBeforeValue},
    {"select", kVerb | kReads | kBeforeList | kBeforeValue | kSelect},
    {"set", kEndsTables | kBeforeList | kBeforeValue},
    {"show", kReads},
    {"some", kBeforeList},
    {"table", kReads | kNoName | kTable},
    {"tables", kNoName},
    {"temporary", kNoName},
    {"then", kBeforeList | kBeforeValue | kNoVerbNext},
    {"true", kValueWord},
    {"truncate", kNamesNext},
    {"union", kEndsTables | kBeforeList},
    {"update", kVerb | kNamesNext},
    {"using", kBeforeList | kUsing},
    {"value", kBeforeList},
    {"values", kReads | kEndsTables | kBeforeList | kBeforeValue},
    {"when", kBeforeList | kBeforeValue},
    {"where", kEndsTables | kBeforeList | kBeforeValue},
    {"window", kEndsTables},
    {"with", kReads | kWith},
};

constexpr size_t kLongest = 13;
constexpr size_t kPlaces = 256;

constexpr size_t place_of(Bytes word) noexcept {
    const auto first = static_cast<unsigned char>(ascii_lower(word.front()));
    const auto last = static_cast<unsigned char>(ascii_lower(word.back()));
    const auto middle = static_cast<unsigned char>(ascii_lower(word[word.size() / 2]));
    return (first * 7U + last * 31U + middle * 3U + word.size() * 11U) % kPlaces;
}

// An entry is at its place, or at one of the next ones.
constexpr std::array<Entry, kPlaces> make_table() noexcept {
    std::array<Entry, kPlaces> table{};
    for (const Entry& entry : kEntries) {
        size_t at = place_of(entry.word);
        while (!table[at].word.empty()) at = (at + 1) % kPlaces;
        table[at] = entry;
    }
    return table;
}

constexpr std::array<Entry, kPlaces> kKeywords = make_table();

}  // namespace

uint32_t keyword_of(Bytes word) noexcept {
    if (word.size() < 2 || word.size() > kLongest) return kNoKeyword;
    for (size_t at = place_of(word); !kKeywords[at].word.empty(); at = (at + 1) % kPlaces) {
        if (equals_lower(word, kKeywords[at].word)) return kKeywords[at].meaning;
    }
    return kNoKeyword;
}

}  // namespace tern::sql
