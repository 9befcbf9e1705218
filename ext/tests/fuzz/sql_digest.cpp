// Digests of SQL statements. The first byte chooses the dialect. Any bytes must make a digest of bounded length, and
// the same one twice. Then each byte chooses a piece of a statement whose values are correctly quoted: no value may
// show.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "protocol/sql/digest.h"

using namespace tern;
using namespace tern::sql;

namespace {

constexpr Bytes kPieces[] = {
    "SELECT ", "FROM t ", "WHERE ",  "a",  ".",     "`b`",         "IN ",   "(",      ")",   ",",       ", ",    "=",
    "-",       "+",       "*",       "/",  "<>",    " /* it's */", "NULL ", "AND ",   ";",   "VALUES ", "%",     " ",
    "INSERT ", "INTO ",   "UPDATE ", "@x", "JOIN ", "\n",          "TRUE",  "LIMIT ", "|| ", "! ",      "WITH ", "AS ",
};
constexpr Bytes kOfMySql[] = {"'SECRET'",       "\"SECRET\"",       "'\\'SECRET'",     "'''SECRET'",
                              "N'SECRET'",      "_utf8mb4'SECRET'", "# it's SECRET\n", "-- it's SECRET\n",
                              "/* ' SECRET */", "\"\"\"SECRET\"",   "'\"SECRET'"};
constexpr Bytes kOfPostgreSql[] = {"'SECRET'",        "LIKE 'SECRET\\'",      "E'\\'SECRET'", "'''SECRET'",
                                   "$$ ' SECRET$$",   "$f$ $$ SECRET$f$",     "U&'SECRET'",   "B'SECRET'",
                                   "--it's SECRET\n", "/* /* ' */ SECRET */", "'\"SECRET'",   "E'a'\n'\\'SECRET'"};

void fail_because(const char* why, Bytes statement, const Digest& digest) {
    std::fprintf(stderr, "%s\n%.*s\n%.*s\n", why, static_cast<int>(statement.size()), statement.data(),
                 static_cast<int>(digest.text().size()), digest.text().data());
    std::abort();
}

std::string statement_of(Bytes choices, bool is_mysql) {
    std::string statement;
    for (const char choice : choices) {
        const auto number = static_cast<unsigned char>(choice);
        if (number % 2 == 0) {
            statement += kPieces[number / 2 % std::size(kPieces)];
            continue;
        }
        // A word before a quote would be a part of the value. A string after one of E'' may be a part of that, with its
        // escapes, so what ends in a backslash has a word before it.
        statement += ' ';
        statement += is_mysql ? kOfMySql[number / 2 % std::size(kOfMySql)]
                              : kOfPostgreSql[number / 2 % std::size(kOfPostgreSql)];
        statement += ' ';
    }
    return statement;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0 || size > 20000) return 0;
    static const auto digest = std::make_unique<Digest>();
    static const auto again = std::make_unique<Digest>();
    const Syntax syntax{(data[0] & 1) == 0 ? Dialect::mysql : Dialect::postgresql, (data[0] & 2) == 0};
    const Bytes input(reinterpret_cast<const char*>(data) + 1, size - 1);
    digest->read(input, syntax);
    again->read(input, syntax);
    if (digest->text() != again->text() || digest->hash() != again->hash()) fail_because("another", input, *digest);
    if (digest->summary().text().size() > Summary::kMostText) fail_because("too long", input, *digest);

    const bool is_mysql = syntax.dialect == Dialect::mysql;
    const std::string statement = statement_of(input.substr(0, 500), is_mysql);
    digest->read(statement, {syntax.dialect, is_mysql});
    if (digest->text().find("SECRET") != Bytes::npos) fail_because("a value shows", statement, *digest);
    if (digest->summary().text().find("SECRET") != Bytes::npos) fail_because("a value shows", statement, *digest);
    return 0;
}
