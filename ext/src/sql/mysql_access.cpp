#include "sql/mysql_access.h"

#include <algorithm>

#include "sql/mysql_effect.h"
#include "sql/mysql_words.h"
#include "sql/word_table.h"

namespace tern::sql {

namespace {

using AccessKind = MySqlTokenKind;

bool has_setting(const std::vector<MySqlSetting>& settings, Bytes name) noexcept {
    return std::ranges::any_of(settings, [&](const MySqlSetting& one) { return one.name == name; });
}

// A statement that leaves nothing in its session, from its second token on.
MySqlAccess access_of_query(MySqlTokens& tokens) noexcept {
    MySqlAccess access = MySqlAccess::repeats;
    for (MySqlToken token = tokens.next(), next; token.kind != AccessKind::end; token = next) {
        next = tokens.next();
        const bool is_variable = token.kind == AccessKind::variable || token.kind == AccessKind::system_variable;
        const bool is_name = token.kind == AccessKind::word || token.kind == AccessKind::quoted;
        if (is_variable) access = MySqlAccess::reads;
        if (token.is_symbol(';') && next.kind != AccessKind::end) return MySqlAccess::writes;
        if (!is_name) continue;
        const Bytes name = token.kind == AccessKind::quoted ? token.text.substr(1, token.text.size() - 2) : token.text;
        switch (mysql_meaning_in_query(name, token.kind == AccessKind::quoted, next.is_symbol('('))) {
            case MySqlMeaning::writes: return MySqlAccess::writes;
            case MySqlMeaning::varies: access = MySqlAccess::reads; break;
            case MySqlMeaning::none: break;
        }
    }
    return access;
}

}  // namespace

MySqlAccess access_of_mysql(Bytes statements, MySqlMode mode) {
    MySqlTokens tokens(statements, mode);
    MySqlToken first = tokens.next();
    while (first.is_symbol('(')) first = tokens.next();
    const bool may_repeat = first.is_word("select") || first.is_word("with");
    if (!may_repeat && !first.is_word("set") && !first.is_word("show")) return MySqlAccess::writes;
    std::vector<MySqlSetting> settings;
    switch (effect_of_mysql(statements, mode, settings)) {
        case MySqlEffect::settings:  // the end of a transaction, where autocommit is set
            return has_setting(settings, "autocommit") ? MySqlAccess::writes : MySqlAccess::sets;
        case MySqlEffect::nothing: break;
        default: return MySqlAccess::writes;
    }
    return std::min(access_of_query(tokens), may_repeat ? MySqlAccess::repeats : MySqlAccess::reads);
}

}  // namespace tern::sql
