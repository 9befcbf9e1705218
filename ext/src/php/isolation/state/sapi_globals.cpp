#include "php/isolation/state/sapi_globals.h"

#include <utility>

namespace tern::php {

namespace {

template <class Text>
void drop(Text*& text) {
    if (text != nullptr) efree(const_cast<char*>(std::exchange(text, nullptr)));
}

// After a fatal error in a callback, no other one runs.
void discard_output() {
    auto** handlers = static_cast<php_output_handler**>(zend_stack_base(&OG(handlers)));
    for (int i = 0; i < zend_stack_count(&OG(handlers)); ++i) handlers[i]->flags |= PHP_OUTPUT_HANDLER_DISABLED;
    php_output_discard_all();
}

}  // namespace

void SapiGlobals::clear_head() {
    zend_llist_clean(&SG(sapi_headers).headers);
    drop(SG(sapi_headers).mimetype);
    drop(SG(sapi_headers).http_status_line);
    SG(sapi_headers).http_response_code = 0;
    SG(sapi_headers).send_default_content_type = 1;
    SG(headers_sent) = 0;
    HeaderCallback last = std::exchange(header_callback(), no_header_callback());
    drop_header_callback(last);
}

void SapiGlobals::end_output() {
    if (SG(server_context) == nullptr) return;
    OG(flags) |= kEnds;
    php_output_end_all();
    if (EG(exception) == nullptr) return (void)sapi_send_headers();
    OG(flags) |= PHP_OUTPUT_DISABLED;  // PHP loses the message of it, too
}

void SapiGlobals::send_head() {
    if (SG(server_context) == nullptr) return;
    if (OG(active) != nullptr) discard_output();
    (void)sapi_send_headers();
}

void SapiGlobals::end() {
    clear_head();
    sapi_request_info& info = SG(request_info);
    info.request_body = nullptr;  // it has ended with the other resources
    drop(info.request_method);
    drop(info.query_string);
    drop(info.cookie_data);
    drop(info.path_translated);
    drop(info.request_uri);
    drop(info.content_type);
    drop(info.content_type_dup);
    drop(info.current_user);
}

}  // namespace tern::php
