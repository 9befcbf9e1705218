// What a statement does, and with which tables: "INSERT orders SELECT carts". It follows the keywords that names of
// tables stand behind, so it knows the usual statements, and no grammar. As db.query.summary of OpenTelemetry's
// conventions.
#pragma once

#include <array>

#include "base/fixed_text.h"
#include "protocol/sql/lexer.h"

namespace tern::sql {

class Summary {
public:
    static constexpr size_t kMostText = 255;

    // All tokens of a statement, in their order.
    void add(const Token& token) noexcept;
    void clear() noexcept;

    // The views are valid as long as the statement.
    Bytes operation() const noexcept { return operation_; }
    // Empty: none, or several. Without quotes.
    Bytes collection() const noexcept { return collections_ == 1 ? collection_.view() : Bytes(); }
    Bytes text() const noexcept { return text_.view(); }
    // It only reads: SELECT, SHOW.
    bool reads() const noexcept { return reads_; }

private:
    static constexpr size_t kMostDepth = 32;
    static constexpr size_t kMostName = 128;
    enum class Expects : uint8_t { nothing, name, rest_of_name, more_of_name };
    struct Level {
        bool selects = false;  // a FROM at this level names tables
        bool in_list = false;  // of tables: one follows a comma
    };

    void on_word(const Token& word) noexcept;
    void begin_operation(const Token& word) noexcept;
    void on_name(Bytes name) noexcept;
    void end_name() noexcept;
    void add_part(Bytes part) noexcept;
    Level& level() noexcept { return levels_[depth_ < kMostDepth ? depth_ : kMostDepth - 1]; }

    std::array<Level, kMostDepth> levels_{};
    size_t depth_ = 0;
    FixedText<kMostText> text_;
    FixedText<kMostName> name_;        // that is being read
    FixedText<kMostName> collection_;  // the first
    size_t collections_ = 0;
    Bytes operation_;
    uint32_t before_ = 0;       // the keyword before
    bool begins_with_ = false;  // WITH
    Expects expects_ = Expects::nothing;
    bool reads_ = false;
    bool is_full_ = false;
    bool writes_ = false;
};

}  // namespace tern::sql
