#include "php/http/page/server_interface.h"

#include <cstring>

#include "php/engine/memory.h"
#include "php/engine/registry.h"
#include "php/engine/state/standard_output.h"
#include "php/http/page/page.h"
#include "php/http/page/web_request.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

sapi_module_struct engines;
bool is_ours = false;

size_t write(const char* text, size_t length) {
    WebRequest* request = WebRequest::running();
    if (request == nullptr) return engines.ub_write(text, length);
    if (!SapiGlobals::drops_output()) request->write(Bytes(text, length));
    return length;
}

void flush(void* context) {
    if (WebRequest* request = WebRequest::running()) return request->flush();
    if (engines.flush != nullptr) engines.flush(context);
}

int handle_header(sapi_header_struct* header, sapi_header_op_enum operation, sapi_headers_struct* headers) {
    if (WebRequest* request = WebRequest::running()) {
        // `header` is without a value otherwise.
        const bool is_set = operation == SAPI_HEADER_ADD || operation == SAPI_HEADER_REPLACE;
        if (is_set) request->note_field(Bytes(header->header, header->header_len));
        return SAPI_HEADER_ADD;
    }
    return engines.header_handler == nullptr ? SAPI_HEADER_ADD : engines.header_handler(header, operation, headers);
}

int send_headers(sapi_headers_struct* headers) {
    if (WebRequest* request = WebRequest::running()) {
        if (SapiGlobals::drops_output()) return SAPI_HEADER_SEND_FAILED;
        request->take_head(*headers);
        return SAPI_HEADER_SENT_SUCCESSFULLY;
    }
    return engines.send_headers == nullptr ? SAPI_HEADER_DO_SEND : engines.send_headers(headers);
}

size_t read_post(char* into, size_t most) {
    if (WebRequest* request = WebRequest::running()) return request->read_body(into, most);
    return engines.read_post == nullptr ? 0 : engines.read_post(into, most);
}

void register_server_variables(zval* variables) {
    if (WebRequest::running() != nullptr) return add_server_variables(variables);
    if (engines.register_server_variables != nullptr) engines.register_server_variables(variables);
}

void log_message(const char* message, int severity) {
    WebRequest* request = WebRequest::running();
    if (request != nullptr && request->log(message)) return;
    if (engines.log_message != nullptr) engines.log_message(message, severity);
}

char* get_variable(const char* name, size_t length) {
    WebRequest* request = WebRequest::running();
    char* value = request == nullptr ? nullptr : request->variable(Bytes(name, length));
    if (value != nullptr) return value;
    return engines.getenv == nullptr ? nullptr : engines.getenv(name, length);
}

}  // namespace

void set_sapi_name(char* name) noexcept {
    // With opcache the engine's function for interned strings makes one that is not, while a request runs. opcache
    // would free it when it stores code that has the constant in it.
    static zend_string* const kept = make_permanent(name);
    sapi_module.name = name;
    if (std::strcmp(name, "fpm-fcgi") == 0) sapi_module.pretty_name = const_cast<char*>("FPM/FastCGI");
    zval* value = zend_get_constant_str(ZEND_STRL("PHP_SAPI"));
    if (value != nullptr) ZVAL_INTERNED_STR(value, kept);
}

void take_over_server_interface() noexcept {
    if (is_ours) return;
    is_ours = true;
    keep_printing_programs_alive();
    engines = sapi_module;
    sapi_module.ub_write = write;
    sapi_module.flush = flush;
    sapi_module.header_handler = handle_header;
    sapi_module.send_headers = send_headers;
    sapi_module.read_post = read_post;
    sapi_module.register_server_variables = register_server_variables;
    sapi_module.log_message = log_message;
    sapi_module.getenv = get_variable;
    take_over_environment();
}

}  // namespace tern::php
