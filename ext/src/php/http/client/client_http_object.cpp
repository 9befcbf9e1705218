#include "php/http/client/client_http_object.h"

#include <algorithm>

#include "php/engine/header_names.h"

namespace tern::php {

namespace {

void set(HttpObject& self, HttpProperty which, zval* value) {
    set_property(&self.std, static_cast<uint32_t>(which), value);
}

void set_flag(HttpObject& self, HttpProperty which, bool flag) {
    zval value;
    ZVAL_BOOL(&value, flag);
    set(self, which, &value);
}

// Events whose body has no length and no chunks (WHATWG HTML, server-sent events): it ends with the connection only.
bool is_endless_event_stream(const http::ReceivedHead& head) noexcept {
    static constexpr Bytes kType = "text/event-stream";
    if (head.framing != http::Framing::close) return false;
    return std::ranges::any_of(head.all_fields(), [](const http::Field& field) {
        return equals_lower(field.name, "content-type") && equals_lower(field.value.substr(0, kType.size()), kType);
    });
}

}  // namespace

HttpObject* http_object(const zval* object) {
    auto* self = of<HttpObject>(object);
    if (EXPECTED(self->connection != nullptr)) return self;
    throw_not_constructed(self->std.ce);
    return nullptr;
}

bool HttpCall::begin(const zval* object, SocketWait wait, double timeout, zval* return_value) {
    self = http_object(object);
    if (self == nullptr) return false;
    connection = self->connection;
    return begin_call(socket, &self->std, self->socket, wait, timeout, return_value);
}

void HttpCall::finish(Error error, const char* why, zval* return_value) {
    set_flag(*self, HttpProperty::begun, connection->begun());
    set_flag(*self, HttpProperty::reusable, connection->reusable());
    if (error != Error::ok) fail_call(socket, &self->std, error, why, return_value);
    finish_call(socket, &self->std);
}

void take_head(HttpObject& self) {
    const http::ReceivedHead& head = self.connection->head();
    zval value;
    ZVAL_LONG(&value, head.status);
    set(self, HttpProperty::status, &value);
    ZVAL_STRINGL_FAST(&value, head.reason.data(), head.reason.size());
    set(self, HttpProperty::reason, &value);
    build_fields(head.all_fields(), self.lower_names, &value);
    set(self, HttpProperty::headers, &value);
    build_set_cookies(head.all_fields(), &value);
    set(self, HttpProperty::set_cookies, &value);
    ZVAL_EMPTY_ARRAY(&value);
    set(self, HttpProperty::trailers, &value);
    set_flag(self, HttpProperty::bodyless, head.framing == http::Framing::none);
    self.left = self.leaves_events && is_endless_event_stream(head);
    set_flag(self, HttpProperty::left, self.left);
    self.connection->release_used();
}

void take_trailers(HttpObject& self) {
    if (self.connection->trailers().empty()) return;
    zval fields;
    build_fields(self.connection->trailers(), self.lower_names, &fields);
    set(self, HttpProperty::trailers, &fields);
}

namespace {

zend_string* name_of(Bytes name, bool lower) {
    zend_string* known = lower ? known_header_name(name) : nullptr;
    if (known != nullptr) return known;
    zend_string* text = zend_string_init(name.data(), name.size(), false);
    for (size_t i = 0; lower && i < name.size(); ++i) ZSTR_VAL(text)[i] = ascii_lower(name[i]);
    return text;
}

void add_to_list(zval* existing, zval* value) {
    if (Z_TYPE_P(existing) != IS_ARRAY) {
        zval list;
        array_init_size(&list, 2);
        zend_hash_next_index_insert_new(Z_ARRVAL(list), existing);
        ZVAL_COPY_VALUE(existing, &list);
    }
    zend_hash_next_index_insert_new(Z_ARRVAL_P(existing), value);
}

}  // namespace

void build_fields(std::span<const http::Field> fields, bool lower_names, zval* into) {
    if (fields.empty()) {
        ZVAL_EMPTY_ARRAY(into);
        return;
    }
    array_init_size(into, static_cast<uint32_t>(fields.size()));
    for (const http::Field& field : fields) {
        zend_string* name = name_of(field.name, lower_names);
        zval value;
        ZVAL_STRINGL_FAST(&value, field.value.data(), field.value.size());
        if (zval* existing = zend_symtable_find(Z_ARRVAL_P(into), name)) {
            add_to_list(existing, &value);
        } else {
            zend_symtable_update(Z_ARRVAL_P(into), name, &value);  // PHP treats a name like 123 as a number
        }
        zend_string_release(name);
    }
}

void build_set_cookies(std::span<const http::Field> fields, zval* into) {
    ZVAL_EMPTY_ARRAY(into);
    for (const http::Field& field : fields) {
        if (field.name.size() != 10 || !equals_lower(field.name, "set-cookie")) continue;
        if (zend_hash_num_elements(Z_ARRVAL_P(into)) == 0) array_init(into);
        add_next_index_stringl(into, field.value.data(), field.value.size());
    }
}

}  // namespace tern::php
