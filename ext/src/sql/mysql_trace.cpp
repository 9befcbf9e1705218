#include "sql/mysql_trace.h"

#include <algorithm>

#include "sql/word_table.h"

namespace tern::sql {

namespace {

enum class TraceVerb : uint8_t { session, insert, rows, nothing, count, write };

// Each table is sorted.
constexpr VerbRow<TraceVerb> kTraceVerbs[] = {
    {"begin", TraceVerb::nothing},    {"commit", TraceVerb::nothing},    {"delete", TraceVerb::write},
    {"desc", TraceVerb::count},       {"describe", TraceVerb::count},    {"explain", TraceVerb::count},
    {"insert", TraceVerb::insert},    {"release", TraceVerb::nothing},   {"replace", TraceVerb::insert},
    {"rollback", TraceVerb::nothing}, {"savepoint", TraceVerb::nothing}, {"select", TraceVerb::rows},
    {"set", TraceVerb::nothing},      {"show", TraceVerb::count},        {"start", TraceVerb::nothing},
    {"update", TraceVerb::write},     {"use", TraceVerb::nothing},       {"with", TraceVerb::rows},
};

// They ask for what an earlier statement has left, leave something for all that follow, or name the session.
constexpr Bytes kOfSession[] = {"connection_id", "insert", "last_insert_id", "lastval", "next", "nextval", "previous"};

// With them FOUND_ROWS() is not the number of rows.
constexpr Bytes kUncounted[] = {"except", "intersect",           "into",  "minus", "offset", "procedure",
                                "skip",   "sql_calc_found_rows", "union", "values"};

// With them a statement that changes rows reads others, whose number FOUND_ROWS() may tell.
constexpr Bytes kReadingWords[] = {"join", "select", "using", "with"};

static_assert(are_sorted(kTraceVerbs));
static_assert(std::is_sorted(std::begin(kReadingWords), std::end(kReadingWords)));
static_assert(std::is_sorted(std::begin(kOfSession), std::end(kOfSession)));
static_assert(std::is_sorted(std::begin(kUncounted), std::end(kUncounted)));

// SQL_CALC_FOUND_ROWS asks for nothing.
bool asks_for_found_rows(Bytes text) noexcept {
    constexpr Bytes kName = "found_rows";
    constexpr Bytes kOption = "sql_calc_";
    const auto same = [](char a, char b) { return ascii_lower(a) == b; };
    for (auto at = text.begin();; at += kName.size()) {
        at = std::search(at, text.end(), kName.begin(), kName.end(), same);
        if (at == text.end()) return false;
        const Bytes before(text.data(), static_cast<size_t>(at - text.begin()));
        if (before.size() < kOption.size() || !equals_lower(before.substr(before.size() - kOption.size()), kOption))
            return true;
    }
}

// @@identity, @@insert_id, @@last_insert_id, @@pseudo_thread_id
bool is_of_session(Bytes variable) noexcept {
    return contains_lower(variable, "identity") || contains_lower(variable, "insert_id") ||
           contains_lower(variable, "thread_id");
}

// Reads the rest of one statement.
class TraceReader {
public:
    TraceReader(Bytes text, MySqlMode mode) noexcept : tokens_(text, mode) {}
    MySqlTraceOfText read() noexcept;

private:
    // False: it leaves something for all that follow.
    bool read_token(const MySqlToken& token) noexcept;
    bool read_word(const MySqlToken& word) noexcept;
    bool is_last() noexcept;
    MySqlFoundRows found_rows_after(TraceVerb verb) const noexcept;
    void follow_from(const MySqlToken& token) noexcept;

    MySqlTokens tokens_;
    int depth_ = 0;
    bool is_after_limit_ = false;
    bool is_after_from_ = false;
    bool is_counted_ = true;
    bool uses_table_ = false;
    bool is_before_set_ = false;  // of UPDATE
    bool reads_rows_ = false;     // of other tables
};

MySqlTraceOfText TraceReader::read() noexcept {
    const MySqlToken first = tokens_.next();
    const TraceVerb verb = first.kind == MySqlTokenKind::word ? verb_of(kTraceVerbs, first.text) : TraceVerb::session;
    if (verb == TraceVerb::session) return {};
    MySqlToken second = tokens_.next();
    is_before_set_ = first.is_word("update");
    reads_rows_ = first.is_word("delete") && !second.is_word("from");
    for (MySqlToken token = second; token.kind != MySqlTokenKind::end; token = tokens_.next()) {
        if (token.is_symbol(';')) {
            if (!is_last()) return {};
            break;
        }
        if (!read_token(token)) return {};
    }
    const MySqlFoundRows found_rows = found_rows_after(verb);
    switch (verb) {
        case TraceVerb::rows: return {is_counted_ ? MySqlTrace::rows : MySqlTrace::count, uses_table_, found_rows};
        case TraceVerb::nothing: return {MySqlTrace::nothing, false, found_rows};
        case TraceVerb::write: return {MySqlTrace::write, true, found_rows};
        case TraceVerb::insert: return {MySqlTrace::session, false, found_rows};
        case TraceVerb::count:
        case TraceVerb::session: break;
    }
    return {MySqlTrace::count, false, found_rows};
}

MySqlFoundRows TraceReader::found_rows_after(TraceVerb verb) const noexcept {
    switch (verb) {
        case TraceVerb::rows:
        case TraceVerb::count: return MySqlFoundRows::replaced;
        case TraceVerb::nothing:
        case TraceVerb::insert:
        case TraceVerb::write: return reads_rows_ ? MySqlFoundRows::unknown : MySqlFoundRows::kept;
        case TraceVerb::session: break;
    }
    return MySqlFoundRows::unknown;
}

bool TraceReader::is_last() noexcept { return tokens_.next().kind == MySqlTokenKind::end; }

bool TraceReader::read_token(const MySqlToken& token) noexcept {
    follow_from(token);
    switch (token.kind) {
        case MySqlTokenKind::bad: return false;
        case MySqlTokenKind::system_variable: return !is_of_session(token.text);
        case MySqlTokenKind::word: return read_word(token);
        default: break;
    }
    if (token.is_symbol('(')) ++depth_;
    if (token.is_symbol(')')) --depth_;
    if (token.is_symbol(',') && is_after_limit_) is_counted_ = false;               // LIMIT 20, 10
    if (token.is_symbol(',') && is_before_set_ && depth_ == 0) reads_rows_ = true;  // UPDATE a, b SET
    return true;
}

bool TraceReader::read_word(const MySqlToken& word) noexcept {
    const LowerWord lower(word.text);
    if (is_in(kOfSession, lower.view())) return false;
    if (is_in(kUncounted, lower.view())) is_counted_ = false;
    if (is_in(kReadingWords, lower.view())) reads_rows_ = true;
    if (lower.view() == "set") is_before_set_ = false;
    is_after_limit_ = lower.view() == "limit";
    is_after_from_ = lower.view() == "from" && depth_ == 0;
    return true;
}

// FROM is in the lists of some functions, too.
void TraceReader::follow_from(const MySqlToken& token) noexcept {
    const bool is_name =
        (token.kind == MySqlTokenKind::word && !token.is_word("dual")) || token.kind == MySqlTokenKind::quoted;
    if (is_after_from_ && is_name) uses_table_ = true;
    is_after_from_ = false;
}

}  // namespace

MySqlTraceOfText trace_of_mysql(Bytes statements, MySqlMode mode) noexcept {
    return TraceReader(statements, mode).read();
}

MySqlQuestions questions_of_mysql(Bytes statements) noexcept {
    MySqlQuestions questions;
    questions.found_rows = asks_for_found_rows(statements);
    questions.gtid = contains_lower(statements, "gtid");
    for (const Bytes word : {Bytes("row_count"), Bytes("warning"), Bytes("error"), Bytes("diagnostics")}) {
        questions.last = questions.last || contains_lower(statements, word);
    }
    return questions;
}

}  // namespace tern::sql
