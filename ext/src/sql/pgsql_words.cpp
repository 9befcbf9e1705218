#include "sql/pgsql_words.h"

#include <algorithm>

#include "sql/word_table.h"

namespace tern::sql {

namespace {

// Each table is sorted.
// clang-format off
constexpr VerbRow<PgsqlVerb> kPgsqlVerbs[] = {
    {"abort", PgsqlVerb::plain}, {"alter", PgsqlVerb::define}, {"analyze", PgsqlVerb::plain},
    {"begin", PgsqlVerb::plain}, {"checkpoint", PgsqlVerb::plain}, {"close", PgsqlVerb::plain},
    {"cluster", PgsqlVerb::plain}, {"comment", PgsqlVerb::plain}, {"commit", PgsqlVerb::plain},
    {"copy", PgsqlVerb::copy}, {"create", PgsqlVerb::define}, {"deallocate", PgsqlVerb::plain},
    {"declare", PgsqlVerb::declare}, {"delete", PgsqlVerb::query}, {"drop", PgsqlVerb::define},
    {"end", PgsqlVerb::plain}, {"explain", PgsqlVerb::explain}, {"fetch", PgsqlVerb::plain},
    {"grant", PgsqlVerb::plain}, {"insert", PgsqlVerb::query}, {"listen", PgsqlVerb::listen},
    {"lock", PgsqlVerb::plain}, {"merge", PgsqlVerb::query}, {"move", PgsqlVerb::plain},
    {"notify", PgsqlVerb::plain}, {"prepare", PgsqlVerb::prepare}, {"refresh", PgsqlVerb::plain},
    {"reindex", PgsqlVerb::plain}, {"release", PgsqlVerb::plain}, {"reset", PgsqlVerb::reset},
    {"revoke", PgsqlVerb::plain}, {"rollback", PgsqlVerb::plain}, {"savepoint", PgsqlVerb::plain},
    {"select", PgsqlVerb::query}, {"set", PgsqlVerb::set}, {"show", PgsqlVerb::plain},
    {"start", PgsqlVerb::plain}, {"table", PgsqlVerb::query}, {"truncate", PgsqlVerb::plain},
    {"unlisten", PgsqlVerb::plain}, {"update", PgsqlVerb::query}, {"vacuum", PgsqlVerb::plain},
    {"values", PgsqlVerb::query}, {"with", PgsqlVerb::query},
};

// They may be followed by a list, a query, an expression or the size of a type in parentheses.
constexpr Bytes kPgsqlKeywords[] = {
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "between", "bigint", "bit", "boolean", "both",
    "bpchar", "buffers", "by", "case", "cast", "char", "character", "check", "coalesce", "collate", "conflict",
    "constraint", "costs", "cross", "cube", "current", "dec", "decimal", "default", "delete", "desc", "distinct",
    "do", "else", "end", "escape", "except", "exists", "explain", "extract", "fetch", "filter", "first", "float",
    "following", "for", "foreign", "format", "from", "full", "greatest", "group", "grouping", "having", "ilike",
    "in", "inner", "insert", "int", "integer", "intersect", "interval", "into", "is", "isnull", "join", "key",
    "lateral", "leading", "least", "left", "like", "limit", "match", "materialized", "national", "natural", "nchar",
    "next", "not", "notnull", "nullif", "numeric", "offset", "on", "only", "or", "order", "ordinality", "outer",
    "over", "overlaps", "overlay", "partition", "position", "preceding", "precision", "primary", "range", "real",
    "references", "returning", "right", "rollup", "row", "rows", "select", "set", "sets", "similar", "smallint",
    "some", "substring", "symmetric", "table", "then", "time", "timestamp", "timestamptz", "timetz", "to",
    "trailing", "trim", "union", "unique", "update", "using", "value", "values", "varbit", "varchar", "variadic",
    "varying", "verbose", "when", "where", "window", "with", "within", "zone",
};

// Built-in functions that leave nothing in the session but what lastval() and currval() tell.
constexpr Bytes kPgsqlFunctions[] = {
    "abs", "acos", "acosd", "acosh", "age", "any_value", "area", "array_agg", "array_append", "array_cat",
    "array_dims", "array_fill", "array_length", "array_lower", "array_ndims", "array_position", "array_positions",
    "array_prepend", "array_remove", "array_replace", "array_reverse", "array_sample", "array_shuffle",
    "array_sort", "array_to_json", "array_to_string", "array_to_tsvector", "array_upper", "ascii", "asin", "asind",
    "asinh", "atan", "atan2", "atan2d", "atand", "atanh", "avg", "bit_and", "bit_count", "bit_length", "bit_or",
    "bit_xor", "bool", "bool_and", "bool_or", "bound_box", "box", "broadcast", "btrim", "bytea", "cardinality",
    "casefold", "cbrt", "ceil", "ceiling", "center", "char_length", "character_length", "chr", "cidr", "circle",
    "clock_timestamp", "col_description", "concat", "concat_ws", "convert", "convert_from", "convert_to", "corr",
    "cos", "cosd", "cosh", "cot", "cotd", "count", "covar_pop", "covar_samp", "crc32", "crc32c", "cume_dist",
    "current_catalog", "current_database", "current_date", "current_query", "current_role", "current_schema",
    "current_schemas", "current_setting", "current_time", "current_timestamp", "current_user", "date", "date_add",
    "date_bin", "date_part", "date_subtract", "date_trunc", "datemultirange", "daterange", "decode", "degrees",
    "dense_rank", "diagonal", "diameter", "div", "encode", "enum_first", "enum_last", "enum_range", "erf", "erfc",
    "every", "exp", "factorial", "family", "first_value", "float4", "float8", "floor", "format", "format_type",
    "gcd", "gen_random_uuid", "generate_series", "generate_subscripts", "get_bit", "get_byte",
    "get_current_ts_config", "getdatabaseencoding", "has_any_column_privilege", "has_column_privilege",
    "has_database_privilege", "has_schema_privilege", "has_sequence_privilege", "has_table_privilege", "height",
    "host", "hostmask", "inet", "inet_client_addr", "inet_client_port", "inet_merge", "inet_same_family",
    "inet_server_addr", "inet_server_port", "initcap", "int2", "int4", "int4multirange", "int4range", "int8",
    "int8multirange", "int8range", "isclosed", "isempty", "isfinite", "isopen", "json", "json_agg", "json_array",
    "json_array_elements", "json_array_elements_text", "json_array_length", "json_arrayagg", "json_build_array",
    "json_build_object", "json_each", "json_each_text", "json_exists", "json_extract_path",
    "json_extract_path_text", "json_object", "json_object_agg", "json_object_keys", "json_objectagg",
    "json_populate_record", "json_populate_recordset", "json_query", "json_scalar", "json_serialize",
    "json_strip_nulls", "json_table", "json_to_record", "json_to_recordset", "json_to_tsvector", "json_typeof",
    "json_value", "jsonb", "jsonb_agg", "jsonb_array_elements", "jsonb_array_elements_text", "jsonb_array_length",
    "jsonb_build_array", "jsonb_build_object", "jsonb_each", "jsonb_each_text", "jsonb_extract_path",
    "jsonb_extract_path_text", "jsonb_insert", "jsonb_object", "jsonb_object_agg", "jsonb_object_keys",
    "jsonb_path_exists", "jsonb_path_exists_tz", "jsonb_path_match", "jsonb_path_match_tz", "jsonb_path_query",
    "jsonb_path_query_array", "jsonb_path_query_array_tz", "jsonb_path_query_first", "jsonb_path_query_first_tz",
    "jsonb_path_query_tz", "jsonb_populate_record", "jsonb_populate_recordset", "jsonb_pretty", "jsonb_set",
    "jsonb_set_lax", "jsonb_strip_nulls", "jsonb_to_record", "jsonb_to_recordset", "jsonb_to_tsvector",
    "jsonb_typeof", "justify_days", "justify_hours", "justify_interval", "lag", "last_value", "lastval", "lcm",
    "lead", "length", "line", "ln", "localtime", "localtimestamp", "log", "log10", "lower", "lower_inc",
    "lower_inf", "lpad", "lseg", "ltrim", "macaddr", "macaddr8", "make_date", "make_interval", "make_time",
    "make_timestamp", "make_timestamptz", "masklen", "max", "md5", "merge_action", "min", "min_scale", "mod",
    "mode", "money", "multirange", "netmask", "network", "nextval", "normalize", "now", "npoints", "nth_value",
    "ntile", "num_nonnulls", "num_nulls", "nummultirange", "numnode", "numrange", "obj_description", "octet_length",
    "oid", "parse_ident", "path", "pclose", "percent_rank", "percentile_cont", "percentile_disc",
    "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared", "pg_backend_pid", "pg_client_encoding",
    "pg_column_size", "pg_database_size", "pg_encoding_to_char", "pg_function_is_visible", "pg_get_constraintdef",
    "pg_get_expr", "pg_get_function_identity_arguments", "pg_get_functiondef", "pg_get_indexdef", "pg_get_keywords",
    "pg_get_serial_sequence", "pg_get_triggerdef", "pg_get_userbyid", "pg_get_viewdef", "pg_has_role",
    "pg_indexes_size", "pg_input_is_valid", "pg_is_in_recovery", "pg_is_other_temp_schema", "pg_my_temp_schema",
    "pg_postmaster_start_time", "pg_relation_size", "pg_sequence_last_value", "pg_size_bytes", "pg_size_pretty",
    "pg_sleep", "pg_sleep_for", "pg_sleep_until", "pg_snapshot_xmin", "pg_table_is_visible", "pg_table_size",
    "pg_tablespace_size", "pg_total_relation_size", "pg_try_advisory_xact_lock", "pg_try_advisory_xact_lock_shared",
    "pg_type_is_visible", "pg_typeof", "pg_xact_commit_timestamp", "phraseto_tsquery", "pi", "plainto_tsquery",
    "point", "polygon", "popen", "power", "querytree", "quote_ident", "quote_literal", "quote_nullable", "radians",
    "radius", "random", "random_normal", "range_agg", "range_intersect_agg", "range_merge", "rank", "regclass",
    "regexp_count", "regexp_instr", "regexp_like", "regexp_match", "regexp_matches", "regexp_replace",
    "regexp_split_to_array", "regexp_split_to_table", "regexp_substr", "regr_avgx", "regr_avgy", "regr_count",
    "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "regtype", "repeat", "replace",
    "reverse", "round", "row_number", "row_to_json", "rpad", "rtrim", "scale", "session_user", "set_bit",
    "set_byte", "set_masklen", "setval", "setweight", "sha224", "sha256", "sha384", "sha512", "shobj_description",
    "sign", "sin", "sind", "sinh", "slope", "split_part", "sqrt", "starts_with", "statement_timestamp", "stddev",
    "stddev_pop", "stddev_samp", "string_agg", "string_to_array", "string_to_table", "strip", "strpos", "substr",
    "sum", "system_user", "tan", "tand", "tanh", "text", "time", "timeofday", "to_ascii", "to_bin", "to_char",
    "to_date", "to_hex", "to_json", "to_jsonb", "to_number", "to_oct", "to_regclass", "to_regtype", "to_timestamp",
    "to_tsquery", "to_tsvector", "transaction_timestamp", "translate", "trim_array", "trim_scale", "trunc",
    "ts_debug", "ts_delete", "ts_filter", "ts_headline", "ts_rank", "ts_rank_cd", "tsmultirange",
    "tsquery_phrase", "tsrange", "tstzmultirange", "tstzrange", "tsvector_to_array", "txid_current",
    "txid_current_if_assigned", "unistr", "unnest", "upper", "upper_inc", "upper_inf", "user", "uuid",
    "uuid_extract_timestamp", "uuid_extract_version", "uuidv4", "uuidv7", "var_pop", "var_samp", "variance",
    "version", "websearch_to_tsquery", "width", "width_bucket", "xml", "xmlagg", "xmlcomment", "xmlconcat",
    "xmlelement", "xmlexists", "xmlforest", "xmlparse", "xmlpi", "xmlroot", "xmlserialize", "xmltable", "xpath",
    "xpath_exists",
};

constexpr Bytes kPgsqlLocks[] = {
    "pg_advisory_lock", "pg_advisory_lock_shared", "pg_advisory_unlock", "pg_advisory_unlock_all",
    "pg_advisory_unlock_shared", "pg_try_advisory_lock", "pg_try_advisory_lock_shared",
};

// None of their characters has a byte that looks like a quote or a backslash.
constexpr Bytes kPlainEncodings[] = {
    "euc_cn", "euc_jp", "euc_kr", "euc_tw", "iso_8859_5", "iso_8859_6", "iso_8859_7", "iso_8859_8", "koi8r",
    "koi8u", "latin1", "latin10", "latin2", "latin3", "latin4", "latin5", "latin6", "latin7", "latin8", "latin9",
    "sql_ascii", "unicode", "utf-8", "utf8", "win1250", "win1251", "win1252", "win1253", "win1254", "win1255",
    "win1256", "win1257", "win1258", "win866", "win874",
};
// clang-format on

static_assert(are_sorted(kPgsqlVerbs));
static_assert(std::is_sorted(std::begin(kPgsqlKeywords), std::end(kPgsqlKeywords)));
static_assert(std::is_sorted(std::begin(kPgsqlFunctions), std::end(kPgsqlFunctions)));
static_assert(std::is_sorted(std::begin(kPgsqlLocks), std::end(kPgsqlLocks)));
static_assert(std::is_sorted(std::begin(kPlainEncodings), std::end(kPlainEncodings)));

}  // namespace

PgsqlVerb pgsql_verb(Bytes word) noexcept { return verb_of(kPgsqlVerbs, word); }

PgsqlWord pgsql_word_before_list(Bytes word) noexcept {
    return word_before_list<PgsqlWord>(kPgsqlKeywords, kPgsqlFunctions, kPgsqlLocks, word);
}

bool pgsql_encoding_is_plain(Bytes name) noexcept { return is_in(kPlainEncodings, LowerWord(name).view()); }

}  // namespace tern::sql
