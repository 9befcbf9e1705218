#include "sql/pgsql_access.h"

#include <algorithm>
#include <optional>

#include "protocol/sql/lexer.h"
#include "sql/pgsql_effect.h"
#include "sql/word_table.h"

namespace tern::sql {

namespace {

// Each table is sorted.
constexpr VerbRow<PgsqlAccess> kPgsqlAccessVerbs[] = {
    {"begin", PgsqlAccess::sets},    {"close", PgsqlAccess::sets},     {"deallocate", PgsqlAccess::sets},
    {"explain", PgsqlAccess::reads}, {"listen", PgsqlAccess::sets},    {"release", PgsqlAccess::sets},
    {"reset", PgsqlAccess::sets},    {"savepoint", PgsqlAccess::sets}, {"select", PgsqlAccess::repeats},
    {"set", PgsqlAccess::sets},      {"show", PgsqlAccess::reads},     {"start", PgsqlAccess::sets},
    {"table", PgsqlAccess::repeats}, {"unlisten", PgsqlAccess::sets},  {"values", PgsqlAccess::repeats},
    {"with", PgsqlAccess::repeats},
};

// In a query.
constexpr Bytes kPgsqlWritingWords[] = {"delete", "insert", "into", "merge", "nextval", "setval", "update"};

// Names that are functions without parentheses, and words with which a query does more than reading what is there.
constexpr Bytes kPgsqlVaryingWords[] = {
    "current_catalog", "current_date", "current_role", "current_schema",     "current_time", "current_timestamp",
    "current_user",    "currval",      "for",          "information_schema", "lastval",      "localtime",
    "localtimestamp",  "session_user", "share",        "system_user",        "user",
};

// Of the built-in functions, those whose values differ between sessions or from call to call. All whose names begin
// with pg_ count as such.
constexpr Bytes kPgsqlVaryingFunctions[] = {
    "age",
    "array_sample",
    "array_shuffle",
    "clock_timestamp",
    "current_database",
    "current_query",
    "current_schemas",
    "current_setting",
    "gen_random_uuid",
    "inet_client_addr",
    "inet_client_port",
    "inet_server_addr",
    "inet_server_port",
    "now",
    "random",
    "random_normal",
    "statement_timestamp",
    "timeofday",
    "transaction_timestamp",
    "txid_current",
    "txid_current_if_assigned",
    "uuidv4",
    "uuidv7",
};

static_assert(are_sorted(kPgsqlAccessVerbs));
static_assert(std::is_sorted(std::begin(kPgsqlWritingWords), std::end(kPgsqlWritingWords)));
static_assert(std::is_sorted(std::begin(kPgsqlVaryingWords), std::end(kPgsqlVaryingWords)));
static_assert(std::is_sorted(std::begin(kPgsqlVaryingFunctions), std::end(kPgsqlVaryingFunctions)));

// Reads the statements of one text, with one token ahead.
class PgsqlAccessReader {
public:
    PgsqlAccessReader(Bytes text, bool backslashes) noexcept
        : lexer_(text, {Dialect::postgresql, backslashes}), next_(lexer_.next()), backslashes_(backslashes) {}
    PgsqlAccess read() noexcept;
    size_t count() const noexcept { return count_; }

private:
    PgsqlAccess statement() noexcept;
    PgsqlAccess access_of(const Token& token) const noexcept;
    PgsqlAccess access_of_name(Bytes name, bool is_word) const noexcept;
    bool is_at_end() const noexcept { return next_.kind == Kind::end || next_.kind == Kind::semicolon; }
    Token step() noexcept {
        const Token before = next_;
        next_ = lexer_.next();
        return before;
    }

    Lexer lexer_;
    Token next_;
    bool backslashes_;
    size_t count_ = 0;  // of statements
};

PgsqlAccess PgsqlAccessReader::access_of_name(Bytes name, bool is_word) const noexcept {
    const LowerWord lower(name);
    const Bytes word = lower.view();
    // Their tables and functions tell about sessions and the server.
    if (word.starts_with("pg_") || word == "information_schema") return PgsqlAccess::reads;
    if (!is_word) return PgsqlAccess::repeats;
    if (is_in(kPgsqlWritingWords, word)) return PgsqlAccess::writes;
    const bool is_call = next_.kind == Kind::open && next_.text == "(";
    const bool varies = is_in(kPgsqlVaryingWords, word) || (is_call && is_in(kPgsqlVaryingFunctions, word));
    return varies ? PgsqlAccess::reads : PgsqlAccess::repeats;
}

PgsqlAccess PgsqlAccessReader::access_of(const Token& token) const noexcept {
    const Bytes text = token.text;
    switch (token.kind) {
        case Kind::word: return access_of_name(text, true);
        case Kind::quoted: return access_of_name(text.substr(1, text.size() - std::min<size_t>(text.size(), 2)), false);
        case Kind::value: break;
        default: return PgsqlAccess::repeats;
    }
    // With escapes it may be any text.
    const bool has_escapes = (backslashes_ || text[0] != '\'') && text.find('\\') != Bytes::npos;
    return has_escapes || pgsql_value_varies(text) ? PgsqlAccess::reads : PgsqlAccess::repeats;
}

PgsqlAccess PgsqlAccessReader::statement() noexcept {
    while (next_.kind == Kind::open) step();
    const Token first = step();
    PgsqlAccess access = first.kind == Kind::word ? verb_of(kPgsqlAccessVerbs, first.text) : PgsqlAccess::writes;
    const bool is_query = access == PgsqlAccess::repeats;
    while (!is_at_end() && access != PgsqlAccess::writes) {
        const Token token = step();
        if (is_query) access = std::min(access, access_of(token));
    }
    return access;
}

// Several statements in one text are not repeated.
PgsqlAccess PgsqlAccessReader::read() noexcept {
    PgsqlAccess all = PgsqlAccess::repeats;
    for (;;) {
        while (next_.kind == Kind::semicolon) step();
        if (next_.kind == Kind::end) break;
        all = std::min(all, statement());
        if (++count_ > 1) all = std::min(all, PgsqlAccess::reads);
        if (all == PgsqlAccess::writes) break;
    }
    return count_ == 0 ? PgsqlAccess::writes : all;
}

// What PgsqlEffect finds first may be in the first of several statements.
bool effect_may_read(PgsqlEffect effect, size_t count) noexcept {
    if (effect == PgsqlEffect::nothing) return true;
    const bool is_of_session =
        effect == PgsqlEffect::settings || effect == PgsqlEffect::setting || effect == PgsqlEffect::listen;
    return is_of_session && count == 1;
}

}  // namespace

PgsqlAccess access_of_pgsql(Bytes statements, bool backslashes) {
    PgsqlAccessReader reader(statements, backslashes);
    const PgsqlAccess access = reader.read();
    if (access == PgsqlAccess::writes) return access;
    std::optional<PgsqlSetting> ignored;
    const PgsqlEffect effect = effect_of_pgsql(statements, backslashes, ignored);
    return effect_may_read(effect, reader.count()) ? access : PgsqlAccess::writes;
}

// The server reads letters that follow each other as one word.
bool pgsql_value_varies(Bytes value) noexcept {
    constexpr Bytes kVaryingDates[] = {"now", "today", "tomorrow", "yesterday"};
    const auto is_letter = [&](size_t at) {
        return at < value.size() && ascii_lower(value[at]) >= 'a' && ascii_lower(value[at]) <= 'z';
    };
    for (size_t begin = 0; begin < value.size(); ++begin) {
        size_t end = begin;
        while (is_letter(end)) ++end;
        if (end > begin && is_in(kVaryingDates, LowerWord(value.substr(begin, end - begin)).view())) return true;
        begin = end;
    }
    return false;
}

}  // namespace tern::sql
