// Response::cookie() and rawcookie(), and what Cookie::toString() stands on.
#include <algorithm>
#include <initializer_list>

#include "base/clock.h"
#include "php/engine/error.h"
#include "php/http/response/response.h"
#include "php/library/library.h"
#include "protocol/http/cookie.h"
#include "protocol/http/date.h"

using namespace tern::php;

namespace {

struct Cookie {
    zend_string* name;
    zend_string* value;
    zend_long expires;
    zend_string* path;
    zend_string* domain;
    bool secure;
    bool http_only;
    zend_string* same_site;
    zend_string* priority;
    bool partitioned;
    bool encode;  // the value
};

// The parts of a Cookie, numbered by their argument.
enum CookiePart : uint32_t { kName = 1, kValue = 2, kPath = 4, kDomain = 5, kSameSite = 8, kPriority = 9 };

bool is_among(tern::Bytes text, std::initializer_list<tern::Bytes> names) {
    return std::any_of(names.begin(), names.end(), [text](tern::Bytes name) { return tern::equals_lower(text, name); });
}

void throw_for(CookiePart part, const char* allowed, const zend_string* given) {
    smart_str shown{};
    smart_str_append_escaped(&shown, ZSTR_VAL(given), ZSTR_LEN(given));
    smart_str_0(&shown);
    zend_argument_value_error(part, "must %s, \"%s\" given", allowed, shown.s == nullptr ? "" : ZSTR_VAL(shown.s));
    smart_str_free(&shown);
}

// False after throwing.
bool check_part(CookiePart part, const zend_string* text, bool (*valid)(tern::Bytes), const char* allowed) {
    if (text == nullptr || valid(view(text))) return true;
    throw_for(part, allowed, text);
    return false;
}

bool check(const Cookie& cookie) {
    using namespace tern::http;
    return check_part(kName, cookie.name, valid_cookie_name, "have letters, digits and !#$%&'*+-.^_`|~[] only") &&
           (cookie.encode || check_part(kValue, cookie.value, valid_cookie_value,
                                        "have printable ASCII only, without space, \", comma, ; and \\")) &&
           check_part(kPath, cookie.path, valid_cookie_path, "have printable ASCII only, without ;") &&
           check_part(kDomain, cookie.domain, valid_cookie_domain, "have letters, digits, . and - only") &&
           check_part(
               kSameSite, cookie.same_site,
               [](tern::Bytes text) {
                   return text.empty() || is_among(text, {"strict", "lax", "none"});
               },
               "be Strict, Lax or None") &&
           check_part(
               kPriority, cookie.priority,
               [](tern::Bytes text) {
                   return text.empty() || is_among(text, {"low", "medium", "high"});
               },
               "be Low, Medium or High");
}

// With dashes, "Thu, 01-Jan-1970 00:00:01 GMT", as published: the older form, which all browsers read.
void append_date(smart_str& line, int64_t when) {
    char date[tern::http::kDateBytes];
    tern::http::write_date(date, when);
    date[7] = date[11] = '-';
    smart_str_appends(&line, "; expires=");
    smart_str_appendl(&line, date, sizeof date);
}

void append_attribute(smart_str& line, const char* name, const zend_string* value) {
    if (value == nullptr || ZSTR_LEN(value) == 0) return;
    smart_str_appends(&line, name);
    smart_str_append(&line, const_cast<zend_string*>(value));
}

void append_value(smart_str& line, const Cookie& cookie) {
    if (ZSTR_LEN(cookie.value) == 0) {  // removes the cookie
        smart_str_appends(&line, "deleted");
        append_date(line, 1);
        smart_str_appends(&line, "; Max-Age=0");
        return;
    }
    if (!cookie.encode) {
        smart_str_append(&line, cookie.value);
    } else {
        zend_string* encoded = php_raw_url_encode(ZSTR_VAL(cookie.value), ZSTR_LEN(cookie.value));
        smart_str_append(&line, encoded);
        zend_string_release(encoded);
    }
    if (cookie.expires <= 0) return;
    append_date(line, cookie.expires);
    int64_t left = cookie.expires - tern::wall_clock_us() / 1'000'000;
    smart_str_appends(&line, "; Max-Age=");
    smart_str_append_long(&line, left < 0 ? 0 : left);
}

zend_string* compose(const Cookie& cookie) {
    smart_str line{};
    smart_str_append(&line, cookie.name);
    smart_str_appendc(&line, '=');
    append_value(line, cookie);
    append_attribute(line, "; path=", cookie.path);
    append_attribute(line, "; domain=", cookie.domain);
    if (cookie.secure) smart_str_appends(&line, "; secure");
    if (cookie.http_only) smart_str_appends(&line, "; HttpOnly");
    append_attribute(line, "; SameSite=", cookie.same_site);
    append_attribute(line, "; Priority=", cookie.priority);
    if (cookie.partitioned) smart_str_appends(&line, "; Partitioned");
    smart_str_0(&line);
    return line.s;
}

void add_line(ResponseObject& response, zend_string* text) {
    zval line;
    ZVAL_STR(&line, text);
    zend_hash_next_index_insert(writable_array(property(response, ResponseProperty::cookie)), &line);
}

bool is_cookie(const zend_object* object) {
    const zend_class_entry* entry = library::loaded("swoole\\http\\cookie");
    return entry != nullptr && instanceof_function(object->ce, entry);
}

void set_cookie_object(zval* given, ResponseObject& response, zval* return_value) {
    if (!is_cookie(Z_OBJ_P(given))) {
        return zend_argument_type_error(1, "must be of type Swoole\\Http\\Cookie|string, %s given",
                                        ZSTR_VAL(Z_OBJCE_P(given)->name));
    }
    zval line;
    ZVAL_UNDEF(&line);
    zend_call_method_with_0_params(Z_OBJ_P(given), Z_OBJCE_P(given), nullptr, "tostring", &line);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (Z_TYPE(line) != IS_STRING || !can_still_change(response)) {
        zval_ptr_dtor(&line);
        RETURN_FALSE;
    }
    add_line(response, Z_STR(line));
    RETURN_TRUE;
}

void set_cookie(INTERNAL_FUNCTION_PARAMETERS, bool raw) {
    if (ZEND_NUM_ARGS() > 0 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_OBJECT) {
        return set_cookie_object(ZEND_CALL_ARG(execute_data, 1), *of<ResponseObject>(ZEND_THIS), return_value);
    }
    Cookie cookie{};
    cookie.encode = !raw;
    ZEND_PARSE_PARAMETERS_START(1, 10)
    Z_PARAM_STR(cookie.name)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(cookie.value)
    Z_PARAM_LONG(cookie.expires)
    Z_PARAM_STR(cookie.path)
    Z_PARAM_STR(cookie.domain)
    Z_PARAM_BOOL(cookie.secure)
    Z_PARAM_BOOL(cookie.http_only)
    Z_PARAM_STR(cookie.same_site)
    Z_PARAM_STR(cookie.priority)
    Z_PARAM_BOOL(cookie.partitioned)
    ZEND_PARSE_PARAMETERS_END();
    if (cookie.value == nullptr) cookie.value = ZSTR_EMPTY_ALLOC();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (!can_still_change(*response)) RETURN_FALSE;
    if (!check(cookie)) RETURN_THROWS();
    add_line(*response, compose(cookie));
    RETURN_TRUE;
}

}  // namespace

ZEND_METHOD(Swoole_Http_Response, cookie) { set_cookie(INTERNAL_FUNCTION_PARAM_PASSTHRU, false); }

ZEND_METHOD(Swoole_Http_Response, rawcookie) { set_cookie(INTERNAL_FUNCTION_PARAM_PASSTHRU, true); }

// Its parameters are numbered as those of Response::cookie().
ZEND_FUNCTION(Tern_Internal_cookie_line) {
    Cookie cookie{};
    ZEND_PARSE_PARAMETERS_START(11, 11)
    Z_PARAM_STR(cookie.name)
    Z_PARAM_STR(cookie.value)
    Z_PARAM_LONG(cookie.expires)
    Z_PARAM_STR(cookie.path)
    Z_PARAM_STR(cookie.domain)
    Z_PARAM_BOOL(cookie.secure)
    Z_PARAM_BOOL(cookie.http_only)
    Z_PARAM_STR(cookie.same_site)
    Z_PARAM_STR(cookie.priority)
    Z_PARAM_BOOL(cookie.partitioned)
    Z_PARAM_BOOL(cookie.encode)
    ZEND_PARSE_PARAMETERS_END();
    if (!check(cookie)) RETURN_THROWS();
    RETURN_STR(compose(cookie));
}
