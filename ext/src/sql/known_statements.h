// Texts of statements that were read before and leave nothing in a session. Programs send the same few over and over.
#pragma once

#include <array>
#include <string>

#include "base/bytes.h"

namespace tern::sql {

// `Mode`: what the meaning of a text depends on.
template <class Mode>
class KnownStatements {
public:
    bool has(Bytes text, Mode mode) const noexcept {
        const Row& row = rows_[place_of(text)];
        return row.text == text && row.mode == mode;
    }
    void add(Bytes text, Mode mode) {
        if (text.size() <= kMostBytes) rows_[place_of(text)] = {std::string(text), mode};
    }

private:
    static constexpr size_t kRows = 256;
    static constexpr size_t kMostBytes = 2048;
    struct Row {
        std::string text;
        Mode mode;
    };

    static size_t place_of(Bytes text) noexcept {
        constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
        uint64_t sum = text.size();
        const char* at = text.data();
        for (size_t left = text.size(); left >= 8; left -= 8, at += 8) sum = (sum ^ load<uint64_t>(at)) * kFactor;
        if (text.size() >= 8) sum ^= load<uint64_t>(text.data() + text.size() - 8);
        return sum * kFactor >> 56;
    }

    std::array<Row, kRows> rows_;
};

}  // namespace tern::sql
