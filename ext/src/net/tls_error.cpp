#include "net/tls_error.h"

#include <openssl/err.h>

namespace tern::net {

void clear_tls_errors() noexcept {
    if (ERR_peek_error() != 0) ERR_clear_error();
}

const char* take_tls_error() noexcept {
    const char* reason = nullptr;
    while (const unsigned long code = ERR_get_error()) {
        if (reason == nullptr) reason = ERR_reason_error_string(code);
    }
    return reason == nullptr ? "unknown error" : reason;
}

std::string tls_complaint(const char* option, const std::string& value) {
    return std::string(option) + ' ' + value + ": " + take_tls_error();
}

}  // namespace tern::net
