#include "sql/pgsql_effect.h"

#include <algorithm>

#include "protocol/sql/digest.h"
#include "protocol/sql/lexer.h"
#include "sql/pgsql_words.h"
#include "sql/word_table.h"

namespace tern::sql {

namespace {

bool is_word(const Token& token, Bytes lower) noexcept {
    return token.kind == Kind::word && equals_lower(token.text, lower);
}
bool is_op(const Token& token, Bytes text) noexcept { return token.kind == Kind::op && token.text == text; }

bool is_printable(Bytes text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f; });
}

// A number, or a string that means the same in each mode and encoding.
bool is_constant(Bytes value) noexcept {
    if (ascii_digit(value[0]) || value[0] == '.') return true;
    return value[0] == '\'' && value.size() >= 2 && value.back() == '\'' && value.find('\\') == Bytes::npos &&
           is_printable(value);
}

// These say something of the role or the transaction, or cannot be set again.
bool is_special(Bytes name) noexcept {
    constexpr Bytes kSpecial[] = {"role", "seed", "session_authorization", "is_superuser", "xmloption"};
    return name.starts_with("transaction_") ||
           std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial);
}

Bytes without_quotes(Bytes value) noexcept {
    return value.size() >= 2 && value[0] == '\'' ? value.substr(1, value.size() - 2) : value;
}

// Reads the statements of one text, with one token ahead.
class PgsqlReader {
public:
    PgsqlReader(Bytes text, bool backslashes, std::optional<PgsqlSetting>& setting) noexcept
        : lexer_(text, {Dialect::postgresql, backslashes}), setting_(setting) {
        token_ = lexer_.next();
    }
    bool begin_statement() noexcept;  // false: there is none
    PgsqlEffect statement();
    bool is_at_end() const noexcept { return token_.kind == Kind::end || token_.kind == Kind::semicolon; }

private:
    PgsqlEffect query(bool is_before_list);
    PgsqlEffect word_in_query(const Token& before);
    PgsqlEffect into(const Token& before);
    PgsqlEffect definition();
    PgsqlEffect explanation();
    PgsqlEffect cursor();
    PgsqlEffect set();
    PgsqlEffect set_session();
    PgsqlEffect set_variable();
    PgsqlEffect set_value(std::string name);
    PgsqlEffect keep(std::string name, std::string statement);
    bool name(std::string& name);
    bool value(std::string& text);
    PgsqlEffect rest() noexcept {
        while (!is_at_end()) step();
        return PgsqlEffect::nothing;
    }
    Token step() noexcept {
        const Token before = token_;
        token_ = lexer_.next();
        return before;
    }
    bool skip_word(Bytes lower) noexcept {
        if (!is_word(token_, lower)) return false;
        step();
        return true;
    }

    Lexer lexer_;
    std::optional<PgsqlSetting>& setting_;
    Token token_;
    bool is_before_list_ = false;  // of columns: what follows the name of the table is no call
};

bool PgsqlReader::begin_statement() noexcept {
    while (token_.kind == Kind::semicolon) step();
    return token_.kind != Kind::end;
}

PgsqlEffect PgsqlReader::statement() {
    if (token_.kind == Kind::open) return query(false);
    if (token_.kind != Kind::word) return PgsqlEffect::unknown;
    const PgsqlVerb verb = pgsql_verb(token_.text);
    if (verb == PgsqlVerb::query) return query(false);
    step();
    switch (verb) {
        case PgsqlVerb::plain: return rest();
        case PgsqlVerb::explain: return explanation();
        case PgsqlVerb::define: return definition();
        case PgsqlVerb::copy: return query(true);
        case PgsqlVerb::declare: return cursor();
        case PgsqlVerb::listen: return PgsqlEffect::listen;
        case PgsqlVerb::prepare: return PgsqlEffect::prepared_statement;
        case PgsqlVerb::set: return set();
        case PgsqlVerb::reset: return PgsqlEffect::setting;
        case PgsqlVerb::query:
        case PgsqlVerb::unknown: break;
    }
    return PgsqlEffect::unknown;
}

PgsqlEffect PgsqlReader::definition() {
    for (; !is_at_end(); step()) {
        if (is_word(token_, "temporary") || is_word(token_, "temp")) return PgsqlEffect::temporary_table;
        if (is_word(token_, "select") || is_word(token_, "execute")) return PgsqlEffect::unknown;
    }
    return PgsqlEffect::nothing;
}

// With ANALYZE the server executes the statement, whatever it is.
PgsqlEffect PgsqlReader::explanation() {
    return is_word(token_, "analyze") || token_.kind == Kind::open ? PgsqlEffect::unknown : rest();
}

// DECLARE name CURSOR WITH HOLD FOR query
PgsqlEffect PgsqlReader::cursor() {
    while (!is_at_end() && !is_word(token_, "for")) {
        const Token word = step();
        if (is_word(token_, "hold") && is_word(word, "with")) return PgsqlEffect::cursor;
    }
    return query(false);
}

// INSERT INTO, MERGE INTO, or SELECT ... INTO TEMPORARY TABLE
PgsqlEffect PgsqlReader::into(const Token& before) {
    if (is_word(before, "insert") || is_word(before, "merge")) {
        is_before_list_ = true;
        return PgsqlEffect::nothing;
    }
    const bool is_temporary = is_word(token_, "temporary") || is_word(token_, "temp") || is_word(token_, "local") ||
                              is_word(token_, "global");
    return is_temporary ? PgsqlEffect::temporary_table : PgsqlEffect::nothing;
}

PgsqlEffect PgsqlReader::word_in_query(const Token& before) {
    const Token word = step();
    if (is_word(word, "into")) return into(before);
    const bool ends_table = is_word(word, "select") || is_word(word, "values") || is_word(word, "default") ||
                            is_word(word, "using") || is_word(word, "from") || is_word(word, "to");
    if (ends_table) is_before_list_ = false;
    if (token_.kind != Kind::open || token_.text != "(") return PgsqlEffect::nothing;
    if (is_before_list_) {
        is_before_list_ = false;
        return PgsqlEffect::nothing;
    }
    // The names of columns follow, or the size of a type.
    if (is_word(before, "as") || is_word(before, "with") || is_word(before, "recursive") || is_op(before, "::")) {
        return PgsqlEffect::nothing;
    }
    if (word.kind != Kind::word || before.kind == Kind::dot) return PgsqlEffect::unknown;
    switch (pgsql_word_before_list(word.text)) {
        case PgsqlWord::keyword:
        case PgsqlWord::function: return PgsqlEffect::nothing;
        case PgsqlWord::lock: return PgsqlEffect::lock;
        case PgsqlWord::unknown: break;
    }
    return PgsqlEffect::unknown;
}

PgsqlEffect PgsqlReader::query(bool is_before_list) {
    is_before_list_ = is_before_list;
    Token before;
    while (!is_at_end()) {
        const Token token = token_;
        if (token.kind == Kind::word || token.kind == Kind::quoted) {
            const PgsqlEffect effect = word_in_query(before);
            if (effect != PgsqlEffect::nothing) return effect;
        } else {
            step();
        }
        before = token;
    }
    return PgsqlEffect::nothing;
}

// --- settings

PgsqlEffect PgsqlReader::keep(std::string name, std::string statement) {
    if (!is_at_end()) return PgsqlEffect::setting;
    setting_.emplace(PgsqlSetting{std::move(name), std::move(statement)});
    return PgsqlEffect::settings;
}

// "app.tenant". Names in quotes are not read.
bool PgsqlReader::name(std::string& name) {
    if (token_.kind != Kind::word || !is_printable(token_.text)) return false;
    name = lower_case(step().text);
    while (token_.kind == Kind::dot) {
        step();
        if (token_.kind != Kind::word || !is_printable(token_.text)) return false;
        name += '.' + lower_case(step().text);
    }
    return true;
}

// One of a list. A name in quotes may be one: SET search_path TO "$user", public.
bool PgsqlReader::value(std::string& text) {
    const bool is_signed = is_op(token_, "-") || is_op(token_, "+");
    if (is_signed) text += step().text;
    const Token token = step();
    const bool is_number = token.kind == Kind::value && token.text[0] != '\'';
    if (is_signed && !is_number) return false;
    const bool is_name = token.kind == Kind::word || token.kind == Kind::quoted;
    if (is_name
            ? !is_printable(token.text) || equals_lower(token.text, "default") || equals_lower(token.text, "interval")
            : token.kind != Kind::value || !is_constant(token.text)) {
        return false;
    }
    text += token.text;
    return true;
}

PgsqlEffect PgsqlReader::set_value(std::string name) {
    std::string text;
    do {
        if (!text.empty()) step();
        text += text.empty() ? "" : ", ";
        if (!value(text)) return PgsqlEffect::setting;
    } while (token_.kind == Kind::comma);
    if (name == "client_encoding") {
        std::optional<PgsqlSetting> encoding = pgsql_encoding_setting(without_quotes(text));
        return encoding ? keep(name, encoding->statement) : PgsqlEffect::setting;
    }
    std::string statement = "SET " + name + " TO " + text;
    return keep(std::move(name), std::move(statement));
}

PgsqlEffect PgsqlReader::set_variable() {
    if (skip_word("time")) return skip_word("zone") ? set_value("timezone") : PgsqlEffect::setting;
    if (skip_word("names")) return set_value("client_encoding");
    if (skip_word("schema")) return set_value("search_path");
    std::string its_name;
    if (!name(its_name) || is_special(its_name)) return PgsqlEffect::setting;
    if (!is_op(token_, "=") && !is_word(token_, "to")) return PgsqlEffect::setting;
    step();
    return set_value(its_name);
}

// SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, ...
PgsqlEffect PgsqlReader::set_session() {
    if (!skip_word("characteristics")) return set_variable();
    std::string statement = "SET SESSION CHARACTERISTICS";
    while (token_.kind == Kind::word || token_.kind == Kind::comma) {
        statement += token_.kind == Kind::comma ? "" : " ";
        statement += lower_case(step().text);
    }
    return keep(statement, statement);
}

// What is local ends with its transaction.
PgsqlEffect PgsqlReader::set() {
    if (is_word(token_, "local") || is_word(token_, "transaction") || is_word(token_, "constraints")) return rest();
    return skip_word("session") ? set_session() : set_variable();
}

}  // namespace

PgsqlEffect effect_of_pgsql(Bytes statements, bool backslashes, std::optional<PgsqlSetting>& into) {
    into.reset();
    PgsqlReader reader(statements, backslashes, into);
    return effect_of_all<PgsqlEffect>(reader);
}

std::optional<PgsqlSetting> pgsql_encoding_setting(Bytes encoding) {
    if (!pgsql_encoding_is_plain(encoding)) return std::nullopt;
    return PgsqlSetting{"client_encoding", "SET client_encoding TO '" + std::string(encoding) + "'"};
}

void PgsqlSettings::set(const PgsqlSetting& setting) {
    // A value of this one changes a part of what it was: the style, or the order.
    const bool is_in_parts = setting.name == "datestyle";
    std::erase_if(settings_, [&](const PgsqlSetting& one) {
        return one.name == setting.name && (!is_in_parts || one == setting);
    });
    settings_.push_back(setting);
}

std::string PgsqlSettings::statement() const {
    std::string all;
    for (const PgsqlSetting& one : settings_) {
        if (!all.empty()) all += "; ";
        all += one.statement;
    }
    return all;
}

uint64_t PgsqlSettings::digest() const noexcept {
    if (empty()) return 0;
    uint64_t digest = 0;
    for (const PgsqlSetting& one : settings_) digest = hash_of(one.statement, digest);
    return digest == 0 ? 1 : digest;
}

}  // namespace tern::sql
