// What mysqlnd exports. It may be an extension of its own, loaded before or after this one, or be missing.
#pragma once

#include "php/engine/compat/mysqlnd.h"
// PHP's headers need what comes before.
#include <ext/mysqlnd/mysqlnd_alloc.h>
#include <ext/mysqlnd/mysqlnd_connection.h>
#include <ext/mysqlnd/mysqlnd_ext_plugin.h>
#include <ext/mysqlnd/mysqlnd_protocol_frame_codec.h>

namespace tern::php {

using MySqlSessionMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data);

struct MySqlDriver {
    decltype(mysqlnd_plugin_methods_xetters)* methods;
    decltype(mysqlnd_allocator)* allocator;
    decltype(&mysqlnd_connection_init) init;
    // As they were before some were replaced.
    MySqlSessionMethods session;
    func_mysqlnd_stmt__prepare prepare;
    func_mysqlnd_protocol_payload_decoder_factory__send_command send_command;

    // Null: PHP has no mysqlnd, or another one.
    static const MySqlDriver* find() noexcept;
    // Replaces a string of a connection, as its own functions do.
    void assign(MYSQLND_STRING& string, const char* text, size_t size, bool persistent) const;
    char* copy(const char* text, size_t size, bool persistent) const {
        return allocator->m_pestrndup(text, size, persistent MYSQLND_MEM_C);
    }
};

inline Bytes view(const MYSQLND_STRING& text) noexcept { return text.s == nullptr ? Bytes() : Bytes(text.s, text.l); }
inline Bytes view(const MYSQLND_CSTRING& text) noexcept { return text.s == nullptr ? Bytes() : Bytes(text.s, text.l); }
// Null: an empty one.
inline Bytes view(const char* text) noexcept { return text == nullptr ? Bytes() : Bytes(text); }

// In strings of its statements.
inline bool backslashes_escape(const MYSQLND_CONN_DATA& session) noexcept {
    return (session.upsert_status->server_status & SERVER_STATUS_NO_BACKSLASH_ESCAPES) == 0;
}

}  // namespace tern::php
