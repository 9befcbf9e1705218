// The digest of an SQL statement: its text without values, comments and superfluous space, so that statements that
// differ in their values only are the same. Lists of values are one value. It does not understand statements: it only
// knows where each value begins and ends.
#pragma once

#include <array>
#include <cstdint>

#include "base/fixed_text.h"
#include "protocol/sql/summary.h"

namespace tern::sql {

class Digest {
public:
    static constexpr size_t kMostText = 2048;
    // The rest of a longer statement does not count.
    static constexpr size_t kMostRead = 16384;

    void read(Bytes statement, const Syntax& syntax) noexcept;

    // "SELECT * FROM `orders` WHERE id IN (?)". Valid until the next read().
    Bytes text() const noexcept { return {text_, size_}; }
    uint64_t hash() const noexcept { return hash_; }
    // Its operation() is valid as long as the statement.
    const Summary& summary() const noexcept { return summary_; }
    // It has a list of values, or several rows.
    bool is_batch() const noexcept { return is_batch_; }
    // The statement, or its digest, is too long.
    bool is_cut() const noexcept { return is_cut_; }

private:
    static constexpr size_t kMostDepth = 32;
    struct Group {
        size_t begin = 0;
        bool is_in_list = false;  // IN (
    };
    struct Span {
        size_t begin = 0;
        size_t end = 0;
    };

    // What is in the text already.
    struct Past {
        Token token;
        size_t begin = 0;  // with the space before it
    };

    void put(const Token& token) noexcept;
    void write(const Token& token) noexcept;
    void take_back() noexcept;
    void put_value() noexcept;
    void open(const Token& token) noexcept;
    void close(const Token& token) noexcept;
    void end_cut() noexcept;
    void append(Bytes text) noexcept;
    bool wants_space(const Token& token) const noexcept;
    bool is_signed() const noexcept;
    bool is_literal(const Token& token) const noexcept;
    const Token& before() const noexcept { return past_[0].token; }

    char text_[kMostText];
    size_t size_ = 0;
    uint64_t hash_ = 0;
    Summary summary_;
    std::array<Group, kMostDepth> open_{};
    std::array<Span, kMostDepth> last_{};  // the group that ended last at each depth
    size_t depth_ = 0;
    std::array<Past, 3> past_{};  // the last first
    bool is_batch_ = false;
    bool is_cut_ = false;
};

// Of a whole statement: tells whether two are the same with their values.
uint64_t hash_of(Bytes text, uint64_t seed = 0) noexcept;

}  // namespace tern::sql
