#include "sql/mysql_words.h"

#include <algorithm>

#include "sql/word_table.h"

namespace tern::sql {

namespace {

// Each table is sorted.
// clang-format off
constexpr VerbRow<MySqlVerb> kVerbs[] = {
    {"alter", MySqlVerb::define}, {"analyze", MySqlVerb::query}, {"begin", MySqlVerb::begin},
    {"check", MySqlVerb::plain}, {"checksum", MySqlVerb::plain}, {"commit", MySqlVerb::plain},
    {"create", MySqlVerb::define}, {"delete", MySqlVerb::query}, {"desc", MySqlVerb::query},
    {"describe", MySqlVerb::query}, {"do", MySqlVerb::query}, {"drop", MySqlVerb::define},
    {"explain", MySqlVerb::query}, {"grant", MySqlVerb::plain}, {"insert", MySqlVerb::insert},
    {"kill", MySqlVerb::plain}, {"lock", MySqlVerb::lock}, {"optimize", MySqlVerb::plain},
    {"release", MySqlVerb::plain}, {"rename", MySqlVerb::define}, {"repair", MySqlVerb::plain},
    {"replace", MySqlVerb::insert}, {"revoke", MySqlVerb::plain}, {"rollback", MySqlVerb::plain},
    {"savepoint", MySqlVerb::plain}, {"select", MySqlVerb::query}, {"set", MySqlVerb::set},
    {"show", MySqlVerb::query}, {"start", MySqlVerb::plain}, {"table", MySqlVerb::query},
    {"truncate", MySqlVerb::define}, {"update", MySqlVerb::query}, {"use", MySqlVerb::use},
    {"values", MySqlVerb::query}, {"with", MySqlVerb::with},
};

// They may be followed by a list, a query or an expression in parentheses.
constexpr Bytes kKeywords[] = {
    "against", "all", "and", "any", "as", "between", "binary", "by", "case", "check", "collate", "columns",
    "constraint", "cross", "default", "distinct", "distinctrow", "div", "else", "escape", "except", "exists",
    "explain", "first", "for", "force", "foreign", "from", "full", "group", "having", "ignore", "in", "index",
    "inner", "insert", "intersect", "interval", "into", "is", "join", "key", "lateral", "left", "like", "limit",
    "match", "mod", "natural", "not", "offset", "on", "or", "order", "outer", "over", "partition", "primary",
    "references", "regexp", "return", "returning", "right", "rlike", "rollup", "row", "select", "set", "some",
    "sounds", "straight_join", "table", "then", "union", "unique", "update", "use", "using", "value", "values",
    "when", "where", "window", "with", "within", "xor",
};

// Built-in functions that leave nothing in the session but what the next statement overwrites.
constexpr Bytes kFunctions[] = {
    "abs", "acos", "adddate", "addtime", "aes_decrypt", "aes_encrypt", "any_value", "ascii", "asin", "atan", "atan2",
    "avg", "benchmark", "bin", "bin_to_uuid", "bit_and", "bit_count", "bit_length", "bit_or", "bit_xor", "cast",
    "ceil", "ceiling", "char", "char_length", "character_length", "charset", "chr", "coalesce", "coercibility",
    "collation", "column_check", "column_create", "column_get", "column_json", "column_list", "compress", "concat",
    "concat_ws", "connection_id", "conv", "convert", "convert_tz", "cos", "cot", "count", "crc32", "crc32c",
    "cume_dist", "curdate", "current_date", "current_role", "current_time", "current_timestamp", "current_user",
    "curtime", "database", "date", "date_add", "date_format", "date_sub", "datediff", "datetime", "day", "dayname",
    "dayofmonth", "dayofweek", "dayofyear", "decimal", "decode", "degrees", "dense_rank", "elt", "encode", "encrypt",
    "exp", "export_set", "extract", "extractvalue", "field", "find_in_set", "first_value", "floor", "format",
    "format_bytes", "format_pico_time", "found_rows", "from_base64", "from_days", "from_unixtime", "geomcollection",
    "geometrycollection", "get_format", "greatest", "group_concat", "grouping", "hex", "hour", "if", "ifnull",
    "inet6_aton", "inet6_ntoa", "inet_aton", "inet_ntoa", "instr", "is_free_lock", "is_ipv4", "is_ipv6",
    "is_used_lock", "is_uuid", "isnull", "json_array", "json_array_append", "json_array_insert", "json_arrayagg",
    "json_arrays", "json_compact", "json_contains", "json_contains_path", "json_depth", "json_detailed",
    "json_equals", "json_exists", "json_extract", "json_insert", "json_keys", "json_length", "json_loose",
    "json_merge", "json_merge_patch", "json_merge_preserve", "json_normalize", "json_object", "json_objectagg",
    "json_overlaps", "json_pretty", "json_query", "json_quote", "json_remove", "json_replace", "json_schema_valid",
    "json_search", "json_set", "json_storage_free", "json_storage_size", "json_table", "json_type", "json_unquote",
    "json_valid", "json_value", "kdf", "lag", "last_day", "last_insert_id", "last_value", "lastval", "lcase", "lead",
    "least", "length", "length_b", "linestring", "ln", "load_file", "localtime", "localtimestamp", "locate", "log",
    "log10", "log2", "lower", "lpad", "ltrim", "make_set", "makedate", "maketime", "max", "mbrcontains",
    "mbrintersects", "mbrwithin", "md5", "median", "member", "microsecond", "mid", "min", "minute", "month",
    "monthname", "multilinestring", "multipoint", "multipolygon", "name_const", "natural_sort_key", "nextval", "now",
    "nth_value", "ntile", "nullif", "nvl", "nvl2", "oct", "octet_length", "old_password", "ord", "password",
    "percent_rank", "percentile_cont", "percentile_disc", "period_add", "period_diff", "pi", "point", "polygon",
    "position", "pow", "power", "quarter", "quote", "radians", "rand", "random_bytes", "rank", "regexp_instr",
    "regexp_like", "regexp_replace", "regexp_substr", "repeat", "replace", "reverse", "round", "row_count",
    "row_number", "rpad", "rtrim", "schema", "sec_to_time", "second", "session_user", "sformat", "sha", "sha1",
    "sha2", "sign", "signed", "sin", "sleep", "soundex", "space", "sqrt", "st_area", "st_asbinary", "st_asgeojson",
    "st_astext", "st_aswkb", "st_aswkt", "st_buffer", "st_centroid", "st_contains", "st_crosses", "st_difference",
    "st_dimension", "st_disjoint", "st_distance", "st_distance_sphere", "st_envelope", "st_equals", "st_geometrytype",
    "st_geomfromgeojson", "st_geomfromtext", "st_geomfromwkb", "st_intersection", "st_intersects", "st_isvalid",
    "st_latitude", "st_length", "st_longitude", "st_makeenvelope", "st_overlaps", "st_pointfromtext",
    "st_polygonfromtext", "st_simplify", "st_srid", "st_swapxy", "st_touches", "st_transform", "st_union",
    "st_within", "st_x", "st_y", "statement_digest", "std", "stddev", "stddev_pop", "stddev_samp", "str_to_date",
    "strcmp", "subdate", "substr", "substring", "substring_index", "subtime", "sum", "sysdate", "system_user", "tan",
    "time", "time_format", "time_to_sec", "timediff", "timestamp", "timestampadd", "timestampdiff", "to_base64",
    "to_char", "to_days", "to_seconds", "trim", "truncate", "ucase", "uncompress", "uncompressed_length", "unhex",
    "unix_timestamp", "unsigned", "updatexml", "upper", "user", "utc_date", "utc_time", "utc_timestamp", "uuid",
    "uuid_short", "uuid_to_bin", "validate_password_strength", "var_pop", "var_samp", "varchar", "variance",
    "version", "week", "weekday", "weekofyear", "weight_string", "year", "yearweek",
};

constexpr Bytes kLocks[] = {"get_lock", "master_pos_wait", "release_all_locks", "release_lock"};

// Of kFunctions, those whose values differ between sessions or from call to call, or that take time for its own sake.
constexpr Bytes kVaryingFunctions[] = {
    "benchmark", "connection_id", "curdate", "current_date", "current_role", "current_time", "current_timestamp",
    "current_user", "curtime", "database", "encrypt", "found_rows", "is_free_lock", "is_used_lock", "last_insert_id",
    "lastval", "load_file", "localtime", "localtimestamp", "now", "rand", "random_bytes", "row_count", "schema",
    "session_user", "sleep", "sysdate", "system_user", "unix_timestamp", "user", "utc_date", "utc_time",
    "utc_timestamp", "uuid", "uuid_short",
};

// Names that are functions without parentheses, and words with which a SELECT does more than reading what is there.
constexpr Bytes kVaryingWords[] = {
    "current_date", "current_role", "current_time", "current_timestamp", "current_user", "currval", "for", "into",
    "lastval", "localtime", "localtimestamp", "lock", "procedure", "rownum", "sql_calc_found_rows", "sysdate",
    "utc_date", "utc_time", "utc_timestamp",
};

// Their tables tell about sessions and the server.
constexpr Bytes kVaryingDatabases[] = {"information_schema", "mysql", "performance_schema", "sys"};

// After WITH. As functions, two of them only read.
constexpr Bytes kWritingWords[] = {"delete", "insert", "next", "nextval", "replace", "update"};

constexpr Bytes kSettings[] = {
    "autocommit", "character_set_client", "character_set_connection", "character_set_results", "collation_connection",
    "cte_max_recursion_depth", "default_storage_engine", "div_precision_increment", "eq_range_index_dive_limit",
    "foreign_key_checks", "group_concat_max_len", "innodb_lock_wait_timeout", "interactive_timeout",
    "join_buffer_size", "lc_time_names", "lock_wait_timeout", "long_query_time", "max_execution_time",
    "max_heap_table_size", "max_join_size", "max_length_for_sort_data", "max_sort_length", "max_statement_time",
    "net_read_timeout", "net_write_timeout", "read_buffer_size", "read_rnd_buffer_size", "sort_buffer_size",
    "sql_auto_is_null", "sql_big_selects", "sql_mode", "sql_quote_show_create", "sql_safe_updates",
    "sql_select_limit", "sql_warnings", "time_zone", "tmp_table_size", "unique_checks", "wait_timeout",
};

constexpr Bytes kUnplainCharsets[] = {"big5", "cp932", "gb18030", "gbk", "sjis"};

// clang-format on

static_assert(are_sorted(kVerbs));
static_assert(std::is_sorted(std::begin(kKeywords), std::end(kKeywords)));
static_assert(std::is_sorted(std::begin(kFunctions), std::end(kFunctions)));
static_assert(std::is_sorted(std::begin(kVaryingFunctions), std::end(kVaryingFunctions)));
static_assert(std::includes(std::begin(kFunctions), std::end(kFunctions), std::begin(kVaryingFunctions),
                            std::end(kVaryingFunctions)));
static_assert(std::is_sorted(std::begin(kVaryingWords), std::end(kVaryingWords)));
static_assert(std::is_sorted(std::begin(kVaryingDatabases), std::end(kVaryingDatabases)));
static_assert(std::is_sorted(std::begin(kWritingWords), std::end(kWritingWords)));
static_assert(std::is_sorted(std::begin(kSettings), std::end(kSettings)));

}  // namespace

MySqlVerb mysql_verb(Bytes word) noexcept { return verb_of(kVerbs, word); }

MySqlWord mysql_word_before_list(Bytes word) noexcept {
    return word_before_list<MySqlWord>(kKeywords, kFunctions, kLocks, word);
}

MySqlMeaning mysql_meaning_in_query(Bytes name, bool is_quoted, bool is_before_list) noexcept {
    const LowerWord lower(name);
    const Bytes word = lower.view();
    if (is_in(kVaryingDatabases, word)) return MySqlMeaning::varies;
    if (is_quoted) return MySqlMeaning::none;
    const bool is_reading_function = is_before_list && (word == "insert" || word == "replace");
    if (is_in(kWritingWords, word) && !is_reading_function) return MySqlMeaning::writes;
    const bool varies = is_in(kVaryingWords, word) || (is_before_list && is_in(kVaryingFunctions, word));
    return varies ? MySqlMeaning::varies : MySqlMeaning::none;
}

bool mysql_setting_is_known(Bytes name) noexcept { return is_in(kSettings, name); }

bool mysql_charset_is_plain(Bytes name) noexcept {
    if (name.size() >= 2 && name.front() == '\'') name = name.substr(1, name.size() - 2);
    return !is_in(kUnplainCharsets, LowerWord(name).view());
}

// ANSI, DB2, MAXDB, MSSQL, ORACLE and POSTGRESQL imply it.
bool mysql_mode_has_ansi_quotes(Bytes mode) noexcept {
    constexpr Bytes kImplying[] = {"ansi", "db2", "maxdb", "mssql", "oracle", "postgresql"};
    const auto at = [&](Bytes word) {
        return std::search(mode.begin(), mode.end(), word.begin(), word.end(),
                           [](char a, char b) { return ascii_lower(a) == b; }) != mode.end();
    };
    return std::any_of(std::begin(kImplying), std::end(kImplying), at);
}

}  // namespace tern::sql
