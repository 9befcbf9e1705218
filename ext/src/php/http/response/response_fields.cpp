#include "php/http/response/response_fields.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/string_slice.h"
#include "php/http/request/request_tracker.h"
#include "protocol/http/field.h"

namespace tern::php {

namespace {

constexpr size_t kMostFields = 1000;

// Programs may write to the properties, so text that could split the head is left out.
void add_field(std::vector<http::Field>& list, Bytes name, const zval* value) {
    if (list.size() >= kMostFields || Z_TYPE_P(value) != IS_STRING) return;
    Bytes text = view(Z_STR_P(value));
    if (http::valid_field_name(name) && http::valid_field_value(text)) list.push_back({name, text});
}

void add_fields(std::vector<http::Field>& list, zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(slot), name, value) {
        ZVAL_DEREF(value);
        if (name == nullptr) continue;
        if (Z_TYPE_P(value) != IS_ARRAY) {
            add_field(list, view(name), value);
            continue;
        }
        zval* one;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), one) { add_field(list, view(name), one); }
        ZEND_HASH_FOREACH_END();
    }
    ZEND_HASH_FOREACH_END();
}

void add_cookies(std::vector<http::Field>& list, zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zval* value;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(slot), value) { add_field(list, "Set-Cookie", value); }
    ZEND_HASH_FOREACH_END();
}

// Looks for `close` in the options of a Connection field.
bool asks_to_close(Bytes options) {
    while (!options.empty()) {
        if (equals_lower(http::take_element(options), "close")) return true;
    }
    return false;
}

// The program has set none, and none is added.
bool has_no_fields(const ResponseObject& response) noexcept {
    const zval* header = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::header));
    const zval* cookie = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::cookie));
    return Z_TYPE_P(header) == IS_NULL && Z_TYPE_P(cookie) == IS_NULL && response.exchange->account == nullptr;
}

// No small letter begins a word, and no other letter is a capital.
bool is_formatted(Bytes name) noexcept {
    char wrong = 'a';  // the first of 26 letters
    for (char c : name) {
        if (static_cast<unsigned char>(c - wrong) < 26) return false;
        wrong = c == '-' ? 'a' : 'A';
    }
    return true;
}

}  // namespace

zend_string* format_field_name(zend_string* name) {
    return is_formatted(view(name)) ? zend_string_copy(name) : format_field_name(view(name));
}

zend_string* format_field_name(Bytes name) {
    zend_string* formatted = zend_string_alloc(name.size(), false);
    bool word_begins = true;
    for (size_t i = 0; i < name.size(); ++i) {
        char lower = ascii_lower(name[i]);
        ZSTR_VAL(formatted)[i] = word_begins && lower >= 'a' && lower <= 'z' ? static_cast<char>(lower - 32) : lower;
        word_begins = name[i] == '-';
    }
    ZSTR_VAL(formatted)[name.size()] = '\0';
    return formatted;
}

FieldList collect_fields(ResponseObject& response) {
    std::vector<http::Field>& list = runtime()->fields;
    list.clear();
    add_fields(list, property(response, ResponseProperty::header));
    add_cookies(list, property(response, ResponseProperty::cookie));
    if (response.exchange->account != nullptr) add_server_timing(*response.exchange, list);
    bool closes = false;
    for (const http::Field& field : list) {
        closes = closes || (equals_lower(field.name, "connection") && asks_to_close(field.value));
    }
    return {list.data(), list.size(), closes};
}

FieldList collect_trailers(ResponseObject& response) {
    std::vector<http::Field>& list = runtime()->fields;
    list.clear();
    add_fields(list, property(response, ResponseProperty::trailer));
    std::erase_if(list, [](const http::Field& field) { return !http::may_be_trailer(field.name); });
    return {list.data(), list.size(), false};
}

void announce_trailers(ResponseObject& response, http::ResponseHead& head) {
    std::vector<http::Field>& list = runtime()->fields;
    for (const http::Field& field : list) {
        if (equals_lower(field.name, "trailer")) return;
    }
    zend_string* name;
    ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL_P(property(response, ResponseProperty::trailer)), name) {
        const bool fits = name != nullptr && http::valid_field_name(view(name)) && http::may_be_trailer(view(name));
        if (fits && list.size() < kMostFields) list.push_back({"Trailer", view(name)});
    }
    ZEND_HASH_FOREACH_END();
    head.fields = list.data();
    head.field_count = list.size();
}

void drop_empty_coding(http::ResponseHead& head) {
    std::vector<http::Field>& list = runtime()->fields;
    std::erase_if(list, [](const http::Field& field) {
        return field.value.empty() && equals_lower(field.name, "content-encoding");
    });
    head.fields = list.data();
    head.field_count = list.size();
}

http::ResponseHead compose_head(ResponseObject& response) {
    http::ResponseHead head;
    // Only end() can send 101: see upgrade_by_end().
    head.status = response.status < 200 ? 200 : response.status;
    if (response.reason != nullptr) head.reason = view(response.reason);
    if (has_no_fields(response)) {
        runtime()->fields.clear();  // the caller may add some
        return head;
    }
    FieldList list = collect_fields(response);
    head.fields = list.fields;
    head.field_count = list.count;
    head.keep_alive = !list.closes;
    // Compression needs to know of it.
    if (response.exchange->compression == nullptr) drop_empty_coding(head);
    return head;
}

}  // namespace tern::php
