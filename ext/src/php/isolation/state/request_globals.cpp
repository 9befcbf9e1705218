#include "php/isolation/state/request_globals.h"

#include <cstring>
#include <type_traits>
#include <utility>

#include "php/engine/globals.h"

namespace tern::php {

void RequestGlobals::exchange() noexcept {
    fields_.exchange();
    status_.exchange();
    std::swap(directory_, TERN_G(default_directory));
}

void RequestGlobals::call_shutdown_functions() {
    php_call_shutdown_functions();
    if (CG(unclean_shutdown) && EG(exception) == nullptr) zend_bailout();  // PHP has caught that of a fatal error
}

void RequestGlobals::note_end() noexcept { EG(flags) |= EG_FLAGS_IN_SHUTDOWN; }

void RequestGlobals::note_end_of_resources() noexcept { EG(flags) |= EG_FLAGS_IN_RESOURCE_SHUTDOWN; }

void RequestGlobals::drop_shutdown_functions() { php_free_shutdown_functions(); }

void RequestGlobals::drop_stream_context() {
    if (php_stream_context* context = std::exchange(FG(default_context), nullptr)) zend_list_delete(context->res);
}

void RequestGlobals::forget_stream_context() noexcept { FG(default_context) = nullptr; }

void RequestGlobals::drop_directory() {
    if (zend_resource* last = std::exchange(TERN_G(default_directory), nullptr)) zend_list_delete(last);
}

void RequestGlobals::end() {
    SapiGlobals::end();
    php_clear_stat_cache(false, nullptr, 0);
    EngineFields::drop();
}

namespace {

template <class Text>
void drop(Text*& text) {
    if (text == nullptr) return;
    Text* const last = std::exchange(text, nullptr);
    if constexpr (std::is_same_v<Text, zend_string>) {
        zend_string_release(last);
    } else {
        efree(const_cast<char*>(last));
    }
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

void SapiGlobals::abort_output() noexcept {
    auto* handlers = static_cast<php_output_handler**>(zend_stack_base(&OG(handlers)));
    for (int i = 0; i < zend_stack_count(&OG(handlers)); ++i) handlers[i]->flags |= PHP_OUTPUT_HANDLER_DISABLED;
    SG(headers_sent) = 1;
}

void SapiGlobals::put_error_head() {
    const char* line = zend_ini_string("fastcgi.error_header", std::strlen("fastcgi.error_header"), false);
    if (SG(server_context) == nullptr || SG(headers_sent) || line == nullptr || line[0] == '\0') return;
    sapi_header_line added{};
    added.line = const_cast<char*>(line);
    added.line_len = static_cast<decltype(added.line_len)>(std::strlen(line));
    (void)sapi_header_op(SAPI_HEADER_REPLACE, &added);
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
