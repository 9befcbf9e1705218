#include "sql/pgsql_trace.h"

#include <algorithm>
#include <utility>

#include "protocol/sql/lexer.h"
#include "sql/word_table.h"

namespace tern::sql {

namespace {

enum class PgsqlTraceVerb : uint8_t { session, nothing, write };

// Each table is sorted.
constexpr VerbRow<PgsqlTraceVerb> kPgsqlTraceVerbs[] = {
    {"abort", PgsqlTraceVerb::nothing},      {"begin", PgsqlTraceVerb::nothing},
    {"close", PgsqlTraceVerb::nothing},      {"commit", PgsqlTraceVerb::nothing},
    {"deallocate", PgsqlTraceVerb::nothing}, {"declare", PgsqlTraceVerb::nothing},
    {"delete", PgsqlTraceVerb::write},       {"end", PgsqlTraceVerb::nothing},
    {"explain", PgsqlTraceVerb::nothing},    {"fetch", PgsqlTraceVerb::nothing},
    {"lock", PgsqlTraceVerb::nothing},       {"move", PgsqlTraceVerb::nothing},
    {"release", PgsqlTraceVerb::nothing},    {"rollback", PgsqlTraceVerb::nothing},
    {"savepoint", PgsqlTraceVerb::nothing},  {"select", PgsqlTraceVerb::nothing},
    {"set", PgsqlTraceVerb::nothing},        {"show", PgsqlTraceVerb::nothing},
    {"start", PgsqlTraceVerb::nothing},      {"table", PgsqlTraceVerb::nothing},
    {"update", PgsqlTraceVerb::write},       {"values", PgsqlTraceVerb::nothing},
    {"with", PgsqlTraceVerb::write},
};

// They use a sequence, may do so by a default value, or name the session. DEFAULT is a value of UPDATE, too.
constexpr Bytes kPgsqlOfSession[] = {"currval", "default", "insert",         "lastval",
                                     "merge",   "nextval", "pg_backend_pid", "pg_sequence_last_value",
                                     "setval"};

static_assert(are_sorted(kPgsqlTraceVerbs));
static_assert(std::is_sorted(std::begin(kPgsqlOfSession), std::end(kPgsqlOfSession)));

PgsqlTrace trace_of(PgsqlTraceVerb verb) noexcept {
    switch (verb) {
        case PgsqlTraceVerb::nothing: return PgsqlTrace::nothing;
        case PgsqlTraceVerb::write: return PgsqlTrace::write;
        case PgsqlTraceVerb::session: break;
    }
    return PgsqlTrace::session;
}

}  // namespace

PgsqlTrace trace_of_pgsql(Bytes statements, bool backslashes) noexcept {
    Lexer lexer(statements, {Dialect::postgresql, backslashes});
    PgsqlTrace all = PgsqlTrace::nothing;
    bool is_first = true;  // of a statement
    for (Token token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
        if (token.kind == Kind::semicolon || token.kind == Kind::open) {
            is_first = is_first || token.kind == Kind::semicolon;
            continue;
        }
        if (std::exchange(is_first, false)) {
            const bool is_word = token.kind == Kind::word;
            all = std::max(all, is_word ? trace_of(verb_of(kPgsqlTraceVerbs, token.text)) : PgsqlTrace::session);
        }
        if (token.kind == Kind::word && is_in(kPgsqlOfSession, LowerWord(token.text).view())) all = PgsqlTrace::session;
        if (all == PgsqlTrace::session) return all;
    }
    return all;
}

bool asks_for_sequences(Bytes statements) noexcept {
    return contains_lower(statements, "lastval") || contains_lower(statements, "currval");
}

}  // namespace tern::sql
