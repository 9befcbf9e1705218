
#include "php/http/response/response.h"
#include "php/http/server_link.h"

namespace tern::php {

namespace {

bool begins_with(Bytes text, Bytes lower) noexcept {
    return text.size() >= lower.size() && equals_lower(text.substr(0, lower.size()), lower);
}

// Fragments that scripts fetch are not changed.
bool is_document(Bytes content) noexcept {
    const size_t begin = content.find_first_not_of(" \t\r\n");
    if (begin == Bytes::npos) return false;
    const Bytes text = content.substr(begin);
    return begins_with(text, "<!doctype html") || begins_with(text, "<html") || text.find("</html>") != Bytes::npos;
}

// True: the content is HTML, uncompressed, and has no Content-Length of the program.
bool may_grow(ResponseObject& response) {
    if (response.status == 204 || response.status == 304) return false;
    FieldList list = collect_fields(response);
    for (size_t i = 0; i < list.count; ++i) {
        const http::Field& field = list.fields[i];
        if (equals_lower(field.name, "content-type") && !begins_with(field.value, "text/html")) return false;
        if (equals_lower(field.name, "content-encoding") || equals_lower(field.name, "content-length")) return false;
    }
    return true;
}

}  // namespace

bool has_html_snippet() noexcept {
    return server_link() != nullptr && !server_link()->config().http_html_snippet.empty();
}

bool end_with_snippet(ResponseObject& response, zend_string* content) {
    const bool grows = content != nullptr && is_document(view(content)) && may_grow(response);
    if (!grows) return end_response(response, content);
    const std::string& snippet = server_link()->config().http_html_snippet;
    zend_string* whole = zend_string_concat2(ZSTR_VAL(content), ZSTR_LEN(content), snippet.data(), snippet.size());
    const bool sent = end_response(response, whole);
    zend_string_release(whole);
    return sent;
}

}  // namespace tern::php
