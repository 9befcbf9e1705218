#include "protocol/sql/summary.h"

#include "protocol/sql/keywords.h"

namespace tern::sql {

namespace {

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
    operation_ = {};
    before_ = 0;
    expects_ = Expects::nothing;
    reads_ = is_full_ = writes_ = begins_with_ = false;
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

void Summary::begin_operation(const Token& word) noexcept {
    const bool is_first = operation_.empty();
    if (is_first) {
        reads_ = word.is(kReads);
        begins_with_ = word.is(kWith);
    }
    if (word.is(kVerb) && !word.is(kSelect)) reads_ = !(writes_ = true);
    if (is_first || (begins_with_ && depth_ == 0)) operation_ = word.text;
    if (word.is(kWith)) return;
    if (depth_ == 0) begins_with_ = false;
    add_part(word.text);
    level().selects = word.is(kSelect | kDelete);
    level().in_list = false;
    if (word.is(kNamesNext)) expects_ = Expects::name;
}

// The word before tells a verb from what looks like one: FOR UPDATE, ON UPDATE. REPLACE is a function, too.
void Summary::on_word(const Token& word) noexcept {
    if (operation_.empty()) return begin_operation(word);
    if (word.keyword == kNoKeyword) return;
    const bool is_verb = word.is(kVerb) && (before_ & kNoVerbNext) == 0 && !(word.is(kReplace) && depth_ > 0) &&
                         (word.is(kSelect) || !level().selects);
    if (is_verb) return begin_operation(word);
    if (word.is(kFrom)) {
        if (!level().selects || (before_ & kDistinct) != 0) return;
        expects_ = Expects::name;
        level().in_list = true;
    } else if (word.is(kJoin) || (word.is(kInto) && writes_) ||
               (depth_ == 0 && ((word.is(kTable) && !level().selects) || (word.is(kUsing) && writes_)))) {
        expects_ = Expects::name;
    } else if (word.is(kEndsTables)) {
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
    const bool is_name = token.kind == Kind::quoted || (token.kind == Kind::word && !token.is(kNoName | kVerb));
    const bool is_wanted = expects_ == Expects::more_of_name || expects_ == Expects::name;
    if (is_wanted && is_name) {
        on_name(token.text);
    } else if (token.kind == Kind::word) {
        on_word(token);
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
    before_ = token.keyword;
}

}  // namespace tern::sql
