// The variables of CGI that every request is asked for. They are looked for once, so asking for one costs nothing.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace tern::fastcgi {

enum class Variable : uint8_t {
    https,
    http_host,
    path_info,
    php_value,
    request_uri,
    script_name,
    server_name,
    remote_port,
    remote_addr,
    server_port,
    query_string,
    redirect_url,
    document_root,
    request_method,
    content_length,
    request_scheme,
    server_protocol,
    script_filename,
    path_translated,
    php_admin_value,
    http_authorization,
};
inline constexpr size_t kVariables = 21;

// In the order of Variable: by length.
inline constexpr std::array<Bytes, kVariables> kVariableNames{
    "HTTPS",           "HTTP_HOST",       "PATH_INFO",          "PHP_VALUE",      "REQUEST_URI",     "SCRIPT_NAME",
    "SERVER_NAME",     "REMOTE_PORT",     "REMOTE_ADDR",        "SERVER_PORT",    "QUERY_STRING",    "REDIRECT_URL",
    "DOCUMENT_ROOT",   "REQUEST_METHOD",  "CONTENT_LENGTH",     "REQUEST_SCHEME", "SERVER_PROTOCOL", "SCRIPT_FILENAME",
    "PATH_TRANSLATED", "PHP_ADMIN_VALUE", "HTTP_AUTHORIZATION",
};

// Where the names of each length begin.
inline constexpr auto kVariablesByLength = [] {
    constexpr size_t kLengths = kVariableNames.back().size() + 2;
    std::array<uint8_t, kLengths> begin{};
    size_t at = 0;
    for (size_t length = 0; length < kLengths; ++length) {
        while (at < kVariables && kVariableNames[at].size() < length) ++at;
        begin[length] = static_cast<uint8_t>(at);
    }
    return begin;
}();

// kVariables: it is none of these.
inline size_t index_of_variable(Bytes name) noexcept {
    if (name.size() + 1 >= kVariablesByLength.size()) return kVariables;
    const size_t end = kVariablesByLength[name.size() + 1];
    for (size_t i = kVariablesByLength[name.size()]; i < end; ++i) {
        // Most last letters differ.
        if (kVariableNames[i].back() == name.back() && kVariableNames[i] == name) return i;
    }
    return kVariables;
}

}  // namespace tern::fastcgi
