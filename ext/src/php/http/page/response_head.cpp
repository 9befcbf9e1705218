#include <algorithm>
#include <charconv>
#include <cstring>
#include <main/http_status_codes.h>
#include <utility>

#include "php/http/page/page.h"
#include "php/http/response/response.h"
#include "protocol/http/field.h"

namespace tern::php {

namespace {

constexpr int kLeastStatus = 200;
constexpr int kMostStatus = 999;
constexpr int kFound = 302;
constexpr int kNotModified = 304;
// php-fpm sends no more of the status and its reason.
constexpr size_t kMostOfStatus = 1023 - std::char_traits<char>::length("Status: ");

// "404 No such page"
void put_reason(Bytes status_and_reason, ResponseObject& response) {
    if (response.reason != nullptr) zend_string_release(std::exchange(response.reason, nullptr));
    const size_t end = status_and_reason.find(' ');
    if (end == Bytes::npos) return;
    const Bytes text = trim_ows(status_and_reason.substr(end + 1));
    if (text.empty() || !http::valid_field_value(text)) return;
    response.reason = zend_string_init(text.data(), text.size(), false);
}

bool is_final(int status) noexcept { return status >= kLeastStatus && status <= kMostStatus; }

// What is behind "Status: ". False: no response can have it.
bool put_status(Bytes value, ResponseObject& response) {
    int status = 0;
    std::from_chars(value.data(), value.data() + value.size(), status);
    if (!is_final(status)) return false;
    response.status = status;
    put_reason(value, response);
    return true;
}

// A field may come more than once: then the value is a list.
void add_value(HashTable* fields, zend_string* name, zval* value) {
    zval* there = zend_hash_find(fields, name);
    if (there == nullptr) {
        zend_hash_add_new(fields, name, value);
        return;
    }
    if (Z_TYPE_P(there) != IS_ARRAY) {
        zval list;
        array_init_size(&list, 2);
        zend_hash_next_index_insert_new(Z_ARRVAL(list), there);
        ZVAL_COPY_VALUE(there, &list);
    }
    zend_hash_next_index_insert(Z_ARRVAL_P(there), value);
}

// The last one counts; an empty one removes it.
void set_type(HashTable* fields, zend_string* name, zval* value) {
    if (Z_STRLEN_P(value) > 0) {
        zend_hash_update(fields, name, value);
        return;
    }
    zval_ptr_dtor_str(value);
    zend_hash_del(fields, name);
}

struct Line {
    Bytes name;
    Bytes value;
};

Line split(const sapi_header_struct& header) {
    const Bytes line(header.header, header.header_len);
    const size_t colon = line.find(':');
    if (colon == Bytes::npos) return {};
    return {trim_ows(line.substr(0, colon)), trim_ows(line.substr(colon + 1))};
}

// The server itself decides how the body is transferred.
bool is_of_server(Bytes name) noexcept { return equals_lower(name, "transfer-encoding"); }

struct Target {
    ResponseObject* response;
    HashTable* fields;     // names are in this order
    bool has_status_line;  // other than 200: "Status:" does not count then, as in PHP-FPM
};

void put_line(void* element, void* argument) {
    auto* target = static_cast<Target*>(argument);
    const Line line = split(*static_cast<sapi_header_struct*>(element));
    if (line.name.empty() || is_of_server(line.name)) return;
    if (equals_lower(line.name, "status")) {
        if (!target->has_status_line) (void)put_status(line.value, *target->response);
        return;
    }
    zval value;
    ZVAL_STRINGL(&value, line.value.data(), line.value.size());
    if (equals_lower(line.name, "set-cookie")) {
        zend_hash_next_index_insert(writable_array(property(*target->response, ResponseProperty::cookie)), &value);
        return;
    }
    zend_string* name = format_field_name(line.name);
    equals_lower(line.name, "content-type") ? set_type(target->fields, name, &value)
                                            : add_value(target->fields, name, &value);
    zend_string_release(name);
}

// PHP's own phrase, which the web server sends to its client. Null: it has none.
const char* usual_reason(int status) noexcept {
    for (const http_response_status_code_pair* one = http_status_map; one->code != 0; ++one) {
        if (one->code == status) return one->str;
    }
    return nullptr;
}

void put_usual_reason(ResponseObject& response) {
    const char* const reason = response.reason == nullptr ? usual_reason(response.status) : nullptr;
    if (reason != nullptr) response.reason = zend_string_init(reason, std::strlen(reason), false);
}

struct Lines {
    HashTable* list;
    ResponseObject* response;
    bool has_status_line;
};

// A line without a name stays as it is: see add_fields().
void add_line(void* element, void* argument) {
    auto* lines = static_cast<Lines*>(argument);
    const auto& header = *static_cast<sapi_header_struct*>(element);
    const Line line = split(header);
    if (line.name.empty()) return;
    if (equals_lower(line.name, "status")) {
        if (lines->has_status_line || put_status(line.value, *lines->response)) return;
    }
    if (lines->response->status == kNotModified && equals_lower(line.name, "content-type")) return;
    zval text;
    ZVAL_STRINGL(&text, header.header, header.header_len);
    zend_hash_next_index_insert(lines->list, &text);
}

// "103 Early Hints" of "HTTP/1.1 103 Early Hints"
Bytes behind_version(Bytes status_line) noexcept {
    return status_line.substr(std::min(status_line.find(' '), status_line.size() - 1) + 1);
}

void note_status_field(void* element, void* found) {
    const Line line = split(*static_cast<sapi_header_struct*>(element));
    if (equals_lower(line.name, "status")) *static_cast<bool*>(found) = true;
}

// A status that no response of a server has, as 103 and 1000: php-fpm sends it, and the web server decides what it
// does.
void add_status_line(const sapi_headers_struct& head, HashTable* lines) {
    bool has_field = false;
    zend_llist_apply_with_argument(const_cast<zend_llist*>(&head.headers), note_status_field, &has_field);
    if (has_field && head.http_status_line == nullptr) return;
    smart_str text{};
    smart_str_appends(&text, "Status: ");
    if (head.http_status_line != nullptr) {
        const Bytes status = behind_version(head.http_status_line).substr(0, kMostOfStatus);
        smart_str_appendl(&text, status.data(), status.size());
    } else {
        const char* const reason = usual_reason(head.http_response_code);
        smart_str_append_long(&text, head.http_response_code);
        if (reason != nullptr) smart_str_appendc(&text, ' ');
        if (reason != nullptr) smart_str_appends(&text, reason);
    }
    zval line;
    ZVAL_STR(&line, smart_str_extract(&text));
    zend_hash_next_index_insert(lines, &line);
}

// For a web server that gets the lines as the script has made them.
void put_lines(const sapi_headers_struct& head, ResponseObject& response) {
    Lines lines{writable_array(property(response, ResponseProperty::header)), &response,
                head.http_status_line != nullptr};
    if (!is_final(head.http_response_code) && head.http_response_code != 0) add_status_line(head, lines.list);
    zend_llist_apply_with_argument(const_cast<zend_llist*>(&head.headers), add_line, &lines);
    if (!lines.has_status_line) put_usual_reason(response);
}

bool is_as_is(const ResponseObject& response) noexcept {
    const serve::Exchange* exchange = response.exchange;
    if (exchange == nullptr || exchange->fastcgi == nullptr) return false;
    return exchange->fastcgi->style == fastcgi::HeadStyle::as_is;
}

// As nginx sends it.
void adapt_to_status(HashTable* fields, ResponseObject& response) {
    if (response.status == kNotModified) zend_hash_str_del(fields, ZEND_STRL("Content-Type"));
    if (response.status == kOk && zend_hash_str_exists(fields, ZEND_STRL("Location"))) response.status = kFound;
}

}  // namespace

void put_head(const sapi_headers_struct& head, ResponseObject& response, bool replaces) {
    if (is_final(head.http_response_code) && response.status == 0) response.status = head.http_response_code;
    if (head.http_status_line != nullptr && is_final(head.http_response_code)) {
        const Bytes status = behind_version(head.http_status_line);
        put_reason(is_as_is(response) ? status.substr(0, kMostOfStatus) : status, response);
    }
    if (is_as_is(response)) return put_lines(head, response);
    if (zend_llist_count(const_cast<zend_llist*>(&head.headers)) == 0) return;
    HashTable made;
    zend_hash_init(&made, 16, nullptr, ZVAL_PTR_DTOR, false);
    const bool has_status_line = head.http_status_line != nullptr && head.http_response_code != kOk;
    Target target{&response, &made, has_status_line};
    zend_llist_apply_with_argument(const_cast<zend_llist*>(&head.headers), put_line, &target);
    adapt_to_status(&made, response);
    zend_hash_merge(writable_array(property(response, ResponseProperty::header)), &made, zval_add_ref, replaces);
    zend_hash_destroy(&made);
}

}  // namespace tern::php
