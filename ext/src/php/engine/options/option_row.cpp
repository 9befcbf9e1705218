#include "php/engine/options/option_row.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "php/engine/globals.h"

namespace tern::php {

const char* type_name(OptionKind kind) noexcept {
    switch (kind) {
        case OptionKind::boolean: return "bool";
        case OptionKind::count:
        case OptionKind::integer: return "int";
        case OptionKind::size: return "int (bytes) or a string as \"8M\"";
        case OptionKind::ratio: return "int or float (0 to 1)";
        case OptionKind::seconds: return "int or float (seconds)";
        case OptionKind::text: return "string";
        case OptionKind::path: return "string (path)";
        case OptionKind::callable: return "callable";
        case OptionKind::integers: return "array of int";
        case OptionKind::texts: return "array of string";
        case OptionKind::map: return "array of string by string";
        case OptionKind::records: return "array of arrays by string";
    }
    return "";
}

namespace {

enum class Read : uint8_t { ok, wrong_type };

Read from_double(double number, double scale, int64_t* into) noexcept {
    const double scaled = number * scale;
    if (!(std::fabs(scaled) < 9.2e18)) return Read::wrong_type;
    if (scale == 1 && scaled != std::floor(scaled)) return Read::wrong_type;
    *into = std::llround(scaled);
    return Read::ok;
}

Read from_integer(zend_long number, int64_t scale, int64_t* into) noexcept {
    return __builtin_mul_overflow(number, scale, into) ? Read::wrong_type : Read::ok;
}

Read from_text(const zend_string* text, int64_t scale, int64_t* into) {
    zend_long integer = 0;
    double fraction = 0;
    switch (is_numeric_string(ZSTR_VAL(text), ZSTR_LEN(text), &integer, &fraction, false)) {
        case IS_LONG: return from_integer(integer, scale, into);
        case IS_DOUBLE: return from_double(fraction, static_cast<double>(scale), into);
        default: return Read::wrong_type;
    }
}

// scale: the number of the member's units in one unit of the program.
Read number_of(zval* given, int64_t scale, int64_t* into) {
    switch (Z_TYPE_P(given)) {
        case IS_FALSE:
        case IS_TRUE: *into = Z_TYPE_P(given) == IS_TRUE ? scale : 0; return Read::ok;
        case IS_LONG: return from_integer(Z_LVAL_P(given), scale, into);
        case IS_DOUBLE: return from_double(Z_DVAL_P(given), static_cast<double>(scale), into);
        case IS_STRING: return from_text(Z_STR_P(given), scale, into);
        default: return Read::wrong_type;
    }
}

Read size_of(zval* given, int64_t* into) {
    if (Z_TYPE_P(given) != IS_STRING) return number_of(given, 1, into);
    zend_string* problem = nullptr;
    *into = zend_ini_parse_quantity(Z_STR_P(given), &problem);
    const bool well_formed = problem == nullptr && Z_STRLEN_P(given) != 0;
    if (problem != nullptr) zend_string_release(problem);
    return well_formed ? Read::ok : Read::wrong_type;
}

Read truth_of(zval* given, int64_t* into) {
    if (Z_TYPE_P(given) > IS_STRING) return Read::wrong_type;
    *into = zend_is_true(given);
    return Read::ok;
}

Read read_integral(const Option& row, zval* given, int64_t* into) {
    switch (row.kind) {
        case OptionKind::boolean: return truth_of(given, into);
        case OptionKind::size: return size_of(given, into);
        default: return number_of(given, scale_of(row.kind), into);
    }
}

struct Text {
    char bytes[32];
};

// A limit in the unit that programs use.
Text written(const Option& row, int64_t number) noexcept {
    Text text;
    const int64_t scale = scale_of(row.kind);
    if (scale == 1) {
        snprintf(text.bytes, sizeof text.bytes, "%" PRId64, number);
    } else {
        snprintf(text.bytes, sizeof text.bytes, "%g", static_cast<double>(number) / static_cast<double>(scale));
    }
    return text;
}

bool refuse_range(const Option& row, int64_t given) {
    const Text least = written(row, row.least);
    const Text most = written(row, row.most);
    const Text number = written(row, given);
    if (row.most == INT64_MAX) {
        zend_argument_value_error(1, "option \"%s\" must be %s or more, %s given", row.name, least.bytes, number.bytes);
    } else {
        zend_argument_value_error(1, "option \"%s\" must be between %s and %s, %s given", row.name, least.bytes,
                                  most.bytes, number.bytes);
    }
    return false;
}

void clamp(const Option& row, int64_t* number) {
    const int64_t given = std::exchange(*number, std::clamp(*number, row.least, row.most));
    TERN_G(log)->print(LogLevel::debug, "option \"%s\" is %" PRId64 ", as %" PRId64 " is out of range", row.name,
                       *number, given);
}

bool is_text_like(const zval* given) noexcept {
    const int type = Z_TYPE_P(given);
    return type == IS_STRING || type == IS_LONG || type == IS_DOUBLE ||
           (type == IS_OBJECT && Z_OBJCE_P(given)->__tostring != nullptr);
}

bool check_text(const Option& row, Bytes text) {
    if (row.kind != OptionKind::text && text.find('\0') != Bytes::npos) {
        zend_argument_value_error(1, "option \"%s\" must not contain NUL bytes", row.name);
        return false;
    }
    if (static_cast<int64_t>(text.size()) <= row.most) return true;
    zend_argument_value_error(1, "option \"%s\" must be at most %" PRId64 " bytes long, %zu given", row.name, row.most,
                              text.size());
    return false;
}

bool check_content(const Option& row, Bytes key, Bytes value) {
    const char* must = row.check == nullptr ? nullptr : row.check(key, value);
    if (must == nullptr) return true;
    const bool by_key = row.kind == OptionKind::map || row.kind == OptionKind::records;
    const Bytes wrong = by_key ? key : value;
    const char* part = by_key ? "each key of " : row.kind == OptionKind::texts ? "each element of " : "";
    zend_argument_value_error(1, "%soption \"%s\" must %s, \"%.*s\" given", part, row.name, must,
                              static_cast<int>(std::min<size_t>(wrong.size(), 64)), wrong.data());
    return false;
}

bool read_text(const Option& row, zend_string* key, zval* given, OptionValue* into) {
    if (!is_text_like(given)) return refuse_type(row, given);
    into->owner = zval_try_get_string(given);
    if (into->owner == nullptr) return false;
    into->text = view(into->owner);
    into->key = key == nullptr ? Bytes() : view(key);
    if (check_text(row, into->text) && check_content(row, into->key, into->text)) return true;
    zend_string_release(into->owner);
    return false;
}

}  // namespace

bool refuse_type(const Option& row, zval* given) {
    if (Z_TYPE_P(given) == IS_STRING) {
        zend_argument_type_error(1, "option \"%s\" must be %s, \"%.64s\" given", row.name, type_name(row.kind),
                                 Z_STRVAL_P(given));
    } else if (Z_TYPE_P(given) == IS_DOUBLE) {
        zend_argument_type_error(1, "option \"%s\" must be %s, %G given", row.name, type_name(row.kind),
                                 Z_DVAL_P(given));
    } else {
        zend_argument_type_error(1, "option \"%s\" must be %s, %s given", row.name, type_name(row.kind),
                                 zend_zval_type_name(given));
    }
    return false;
}

bool read_number(const Option& row, zval* given, OptionValue* into) {
    ZVAL_DEREF(given);
    if (read_integral(row, given, &into->number) != Read::ok) return refuse_type(row, given);
    if (row.kind == OptionKind::boolean) return true;
    if (into->number >= row.least && into->number <= row.most) return true;
    if (row.kind != OptionKind::size && row.kind != OptionKind::count) return refuse_range(row, into->number);
    clamp(row, &into->number);
    return true;
}

bool read_value(const Option& row, zval* given, OptionValue* into) {
    *into = {};
    if (row.kind == OptionKind::text || row.kind == OptionKind::path) return read_text(row, nullptr, given, into);
    return read_number(row, given, into);
}

bool read_element(const Option& row, zend_string* key, zval* given, OptionValue* into) {
    *into = {};
    ZVAL_DEREF(given);
    if (row.kind == OptionKind::map && key == nullptr) {
        zend_argument_type_error(1, "option \"%s\" must be %s, a key without a name given", row.name,
                                 type_name(row.kind));
        return false;
    }
    return read_text(row, key, given, into);
}

}  // namespace tern::php
