#include "sql/mysql_effect.h"

#include <algorithm>

#include "sql/mysql_words.h"
#include "sql/word_table.h"

namespace tern::sql {

namespace {

using MySqlKind = MySqlTokenKind;
using Effect = MySqlEffect;

// Reads the statements of one text, with one token ahead.
class Reader {
public:
    Reader(Bytes text, MySqlMode mode, std::vector<MySqlSetting>& settings) noexcept
        : tokens_(text, mode), settings_(settings) {
        token_ = tokens_.next();
    }
    bool begin_statement() noexcept;  // false: there is none
    Effect statement();
    bool is_at_end() const noexcept { return token_.kind == MySqlKind::end || token_.is_symbol(';'); }

private:
    Effect query(MySqlVerb verb);
    Effect word_in_query(MySqlVerb verb, bool& is_before_list, const MySqlToken& before);
    Effect begin();
    Effect definition();
    Effect rest_without(Bytes word);
    Effect use();
    Effect set();
    Effect assignment();
    Effect names();
    Effect transaction();
    Effect value_of(const std::string& name);
    bool constant(std::string& value);
    MySqlToken step() noexcept {
        const MySqlToken before = token_;
        token_ = tokens_.next();
        return before;
    }
    bool skip_word(Bytes lower) noexcept {
        if (!token_.is_word(lower)) return false;
        step();
        return true;
    }

    MySqlTokens tokens_;
    std::vector<MySqlSetting>& settings_;
    MySqlToken token_;
};

bool Reader::begin_statement() noexcept {
    while (token_.is_symbol(';')) step();
    return token_.kind != MySqlKind::end;
}

Effect Reader::statement() {
    if (token_.is_symbol('(')) return query(MySqlVerb::query);
    if (token_.kind != MySqlKind::word) return Effect::unknown;
    const MySqlVerb verb = mysql_verb(token_.text);
    step();
    switch (verb) {
        case MySqlVerb::query:
        case MySqlVerb::insert:
        case MySqlVerb::with: return query(verb);
        case MySqlVerb::begin: return begin();
        case MySqlVerb::plain: return rest_without("release");
        case MySqlVerb::define: return definition();
        case MySqlVerb::lock: return Effect::lock;
        case MySqlVerb::use: return use();
        case MySqlVerb::set: return set();
        case MySqlVerb::unknown: break;
    }
    return Effect::unknown;
}

// Not BEGIN NOT ATOMIC, and not a block of Oracle's mode.
Effect Reader::begin() {
    skip_word("work");
    return is_at_end() ? Effect::nothing : Effect::unknown;
}

Effect Reader::rest_without(Bytes word) {
    for (; !is_at_end(); step()) {
        if (token_.kind == MySqlKind::bad) return Effect::unknown;
        if (token_.is_word(word)) return Effect::unknown;
    }
    return Effect::nothing;
}

Effect Reader::definition() {
    if (token_.is_word("database") || token_.is_word("schema") || token_.is_word("prepare")) return Effect::unknown;
    for (; !is_at_end(); step()) {
        if (token_.kind == MySqlKind::bad || token_.is_word("select")) return Effect::unknown;
        if (token_.is_word("temporary")) return Effect::temporary_table;
    }
    return Effect::nothing;
}

// `is_before_list`: of an INSERT, before the list of columns: what follows its table's name is no call.
Effect Reader::word_in_query(MySqlVerb verb, bool& is_before_list, const MySqlToken& before) {
    const MySqlToken word = step();
    if (is_before_list && (word.is_word("select") || word.is_word("set"))) is_before_list = false;
    if (word.is_word("into") && token_.kind == MySqlKind::variable) return Effect::user_variable;
    if (!token_.is_symbol('(')) return Effect::nothing;
    if (is_before_list) {
        is_before_list = false;
        return Effect::nothing;
    }
    if (verb == MySqlVerb::with && (before.is_word("with") || before.is_word("recursive"))) return Effect::nothing;
    if (word.kind != MySqlKind::word || before.is_symbol('.')) return Effect::unknown;
    switch (mysql_word_before_list(word.text)) {
        case MySqlWord::keyword: return Effect::nothing;
        case MySqlWord::function: return token_.is_spaced ? Effect::unknown : Effect::nothing;
        case MySqlWord::lock: return Effect::lock;
        case MySqlWord::unknown: break;
    }
    return Effect::unknown;
}

Effect Reader::query(MySqlVerb verb) {
    bool is_before_list = verb == MySqlVerb::insert;
    MySqlToken before{MySqlKind::word, verb == MySqlVerb::with ? Bytes("with") : Bytes(), false};
    while (!is_at_end()) {
        const MySqlToken token = token_;
        switch (token.kind) {
            case MySqlKind::bad: return Effect::unknown;
            case MySqlKind::symbol:
                if (token.text == ":=") return Effect::user_variable;
                step();
                break;
            case MySqlKind::word:
            case MySqlKind::quoted:
            case MySqlKind::number: {
                const Effect effect = word_in_query(verb, is_before_list, before);
                if (effect != Effect::nothing) return effect;
                break;
            }
            default: step(); break;
        }
        before = token;
    }
    return Effect::nothing;
}

// --- settings

// A value that means the same in each mode and character set.
bool Reader::constant(std::string& value) {
    bool is_negative = token_.is_symbol('-');
    if (is_negative) step();
    const MySqlToken token = step();
    switch (token.kind) {
        case MySqlKind::number: value = (is_negative ? "-" : "") + std::string(token.text); return true;
        case MySqlKind::word:
            if (is_negative || equals_lower(token.text, "default") || token_.is_symbol('(')) return false;
            value = token.text;
            break;
        case MySqlKind::string:
            if (is_negative) return false;
            value = token.text.substr(1, token.text.size() - 2);
            break;
        default: return false;
    }
    const bool is_plain = std::all_of(value.begin(), value.end(), [](char c) {
        return c >= ' ' && c < 0x7f && c != '\'' && c != '"' && c != '\\' && c != '`';
    });
    if (!is_plain) return false;
    if (token.kind == MySqlKind::string) value = "'" + value + "'";
    return true;
}

Effect Reader::use() {
    const MySqlToken name = step();
    if (name.kind == MySqlKind::word || name.kind == MySqlKind::number) {
        settings_.push_back({"database", std::string(name.text)});
    } else if (name.kind == MySqlKind::quoted && name.text[0] == '`') {
        const Bytes inner = name.text.substr(1, name.text.size() - 2);
        if (inner.find('`') != Bytes::npos) return Effect::setting;
        settings_.push_back({"database", std::string(inner)});
    } else {
        return Effect::setting;
    }
    return is_at_end() ? Effect::settings : Effect::unknown;
}

// After SET NAMES
Effect Reader::names() {
    std::string value;
    std::string collation;
    if (!constant(value)) return Effect::setting;
    if (!mysql_charset_is_plain(value)) return Effect::setting;
    if (skip_word("collate")) {
        if (!constant(collation)) return Effect::setting;
        value += " COLLATE " + collation;
    }
    settings_.push_back({"names", value});
    return Effect::settings;
}

// After SET SESSION TRANSACTION
Effect Reader::transaction() {
    for (;;) {
        if (skip_word("isolation")) {
            if (!skip_word("level")) return Effect::setting;
            std::string level;
            while (token_.kind == MySqlKind::word) {
                if (!level.empty()) level += ' ';
                level += step().text;
            }
            settings_.push_back({"isolation", level});
        } else if (skip_word("read")) {
            settings_.push_back({"access", "READ " + std::string(step().text)});
        } else {
            return Effect::setting;
        }
        if (is_at_end()) return Effect::settings;
        if (!token_.is_symbol(',')) return Effect::setting;
        step();
    }
}

Effect Reader::value_of(const std::string& name) {
    if (token_.is_symbol('=')) {
        step();
    } else if (token_.kind == MySqlKind::symbol && token_.text == ":=") {
        step();
    } else {
        return Effect::setting;
    }
    std::string value;
    if (!mysql_setting_is_known(name) || !constant(value)) return Effect::setting;
    // A number stands for a list of modes.
    if (name == "sql_mode" && !value.starts_with('\'') && ascii_digit(value[0])) return Effect::setting;
    if (name.starts_with("character_set_") && !mysql_charset_is_plain(value)) return Effect::setting;
    settings_.push_back({name, value});
    return Effect::settings;
}

Effect Reader::assignment() {
    if (token_.kind == MySqlKind::variable) return Effect::user_variable;
    if (token_.kind == MySqlKind::system_variable) {
        Bytes name = step().text.substr(2);
        for (const Bytes scope : {Bytes("session."), Bytes("local.")}) {
            if (name.size() > scope.size() && equals_lower(name.substr(0, scope.size()), scope))
                name.remove_prefix(scope.size());
        }
        return value_of(lower_case(name));
    }
    if (token_.kind != MySqlKind::word) return Effect::setting;
    if (skip_word("names")) return names();
    const bool has_scope = skip_word("session") || skip_word("local");
    if (has_scope && skip_word("transaction")) return transaction();
    if (token_.kind != MySqlKind::word) return Effect::setting;
    return value_of(lower_case(step().text));
}

Effect Reader::set() {
    for (;;) {
        const Effect effect = assignment();
        if (effect != Effect::settings) return effect;
        if (is_at_end()) return Effect::settings;
        if (!token_.is_symbol(',')) return Effect::setting;
        step();
    }
}

}  // namespace

MySqlEffect effect_of_mysql(Bytes statements, MySqlMode mode, std::vector<MySqlSetting>& into) {
    Reader reader(statements, mode, into);
    return effect_of_all<Effect>(reader);
}

}  // namespace tern::sql
