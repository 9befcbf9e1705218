#include "protocol/sql/summary.h"

#include <algorithm>

namespace tern::sql {

namespace {

template <size_t N>
bool is_one_of(Bytes word, const Bytes (&lower_words)[N]) noexcept {
    return std::any_of(std::begin(lower_words), std::end(lower_words),
                       [word](Bytes one) { return equals_lower(word, one); });
}

constexpr Bytes kVerbs[] = {"select", "insert", "update", "delete", "replace", "merge"};
constexpr Bytes kReading[] = {"select", "show", "explain", "describe", "desc", "values", "table", "with"};
// A name follows the first word of the statement.
constexpr Bytes kNamesNext[] = {"update", "insert", "replace", "merge",   "truncate", "describe",
                                "desc",   "call",   "execute", "analyze", "optimize"};
constexpr Bytes kNotNames[] = {"only",   "if",      "not",           "exists", "low_priority",
                               "ignore", "delayed", "high_priority", "into",   "table",
                               "tables", "lateral", "temporary",     "quick",  "from"};
constexpr Bytes kEndsTables[] = {"where", "group", "order",  "limit",     "having", "set",
                                 "union", "on",    "values", "returning", "for",    "window"};

Bytes without_quotes(Bytes name) noexcept {
    const bool is_quoted = name.size() >= 2 && (name[0] == '`' || name[0] == '"') && name.back() == name[0];
    return is_quoted ? name.substr(1, name.size() - 2) : name;
}

}  // namespace

void Summary::clear() noexcept {
    levels_[0] = {};
    depth_ = collections_ = 0;
    text_.clear();
    name_.clear();
    collection_.clear();
    operation_ = before_ = {};
    expects_ = Expects::nothing;
    reads_ = is_full_ = writes_ = false;
}

// Never a part of a name.
void Summary::add_part(Bytes part) noexcept {
    const bool is_first = text_.view().empty();
    if (is_full_ || text_.left() < part.size() + (is_first ? 0 : 1)) {
        is_full_ = true;
        return;
    }
    if (!is_first) text_.add(" ");
    text_.add(part);
}

void Summary::begin_operation(Bytes word) noexcept {
    if (operation_.empty()) reads_ = is_one_of(word, kReading);
    if (!equals_lower(word, "select") && !equals_lower(word, "with")) writes_ = writes_ || is_one_of(word, kVerbs);
    if (writes_) reads_ = false;
    if (operation_.empty() || (equals_lower(operation_, "with") && depth_ == 0)) operation_ = word;
    if (equals_lower(word, "with")) return;
    add_part(word);
    Level& here = level();
    here.selects = equals_lower(word, "select") || equals_lower(word, "delete");
    here.in_list = false;
    if (is_one_of(word, kNamesNext)) expects_ = Expects::name;
}

// `before_` tells a verb from a word that looks like one: FOR UPDATE, ON UPDATE, REPLACE(...).
void Summary::on_word(Bytes word) noexcept {
    const bool is_first = operation_.empty();
    const bool is_clause = equals_lower(before_, "for") || equals_lower(before_, "on") ||
                           equals_lower(before_, "key") || equals_lower(before_, "do") || equals_lower(before_, "then");
    const bool is_function = equals_lower(word, "replace") && depth_ > 0;
    const bool is_verb =
        is_one_of(word, kVerbs) && !is_clause && !is_function && (equals_lower(word, "select") || !level().selects);
    if (is_first || is_verb) return begin_operation(word);
    if (equals_lower(word, "join")) {
        expects_ = Expects::name;
    } else if (equals_lower(word, "from")) {
        if (!level().selects || equals_lower(before_, "distinct")) return;
        expects_ = Expects::name;
        level().in_list = true;
    } else if (equals_lower(word, "into") && writes_) {
        expects_ = Expects::name;
    } else if (equals_lower(word, "table") && depth_ == 0 && !level().selects) {
        expects_ = Expects::name;
    } else if (equals_lower(word, "using") && writes_ && depth_ == 0) {
        expects_ = Expects::name;
    } else if (is_one_of(word, kEndsTables)) {
        level().in_list = false;
    }
}

void Summary::on_name(Bytes name) noexcept {
    name_.add(name);
    expects_ = Expects::rest_of_name;
}

// `name_` has the whole name: "shop.orders".
void Summary::end_name() noexcept {
    const Bytes name = name_.view();
    add_part(name);
    const Bytes plain = name.find('.') == Bytes::npos ? without_quotes(name) : name;
    if (collections_ == 0) {
        collection_.add(plain);
        collections_ = 1;
    } else if (plain != collection_.view()) {
        ++collections_;
    }
    name_.clear();
    expects_ = Expects::nothing;
}

void Summary::add(const Token& token) noexcept {
    if (expects_ == Expects::rest_of_name) {
        if (token.kind == Kind::dot) {
            name_.add(".");
            expects_ = Expects::more_of_name;
            return;
        }
        end_name();
    }
    const bool is_name = token.kind == Kind::quoted || (token.kind == Kind::word && !is_one_of(token.text, kNotNames));
    const bool is_wanted = expects_ == Expects::more_of_name || expects_ == Expects::name;
    if (is_wanted && is_name && !(token.kind == Kind::word && is_one_of(token.text, kVerbs))) {
        on_name(token.text);
    } else if (token.kind == Kind::word) {
        on_word(token.text);
    } else if (token.kind == Kind::open) {
        expects_ = Expects::nothing;
        ++depth_;
        level() = {};
    } else if (token.kind == Kind::close) {
        if (depth_ > 0) --depth_;
    } else if (token.kind == Kind::comma) {
        if (level().in_list) expects_ = Expects::name;
    } else if (token.kind == Kind::semicolon) {
        level() = {};
    }
    before_ = token.kind == Kind::word ? token.text : Bytes();
}

}  // namespace tern::sql
