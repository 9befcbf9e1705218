#include "php/database/mysql/key.h"

#include "php/database/key_parts.h"

namespace tern::php {

namespace {

void add_attributes(KeyParts& parts, HashTable* attributes) {
    parts.add(uint64_t{attributes == nullptr ? 0 : zend_hash_num_elements(attributes)});
    if (attributes == nullptr) return;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(attributes, name, value) {
        parts.add(name == nullptr ? Bytes() : view(name));
        parts.add(Z_TYPE_P(value) == IS_STRING ? view(Z_STR_P(value)) : Bytes());
    }
    ZEND_HASH_FOREACH_END();
}

void add_transport(KeyParts& parts, const MYSQLND_VIO_OPTIONS& options) {
    for (const char* text : {options.ssl_key, options.ssl_cert, options.ssl_ca, options.ssl_capath, options.ssl_cipher,
                             options.ssl_passphrase}) {
        parts.add(text);
    }
    parts.add(uint64_t{options.ssl_verify_peer});
    parts.add(uint64_t{options.timeout_read});
    parts.add(uint64_t{options.net_read_buffer_size});
}

}  // namespace

pool::Key key_of(const MYSQLND_CONN_DATA& session, const MySqlLoginRequest& login) noexcept {
    KeyParts parts;
    parts.add("mysql");
    for (Bytes text : {login.address, login.user, login.password, login.database}) parts.add(text);
    parts.add(uint64_t{login.capabilities});
    const MYSQLND_SESSION_OPTIONS& options = *session.options;
    parts.add(options.charset_name);
    parts.add(options.auth_protocol);
    parts.add(uint64_t{options.max_allowed_packet});
    add_attributes(parts, options.connect_attr);
    add_transport(parts, session.vio->data->options);
    parts.add(session.protocol_frame_codec->data->sha256_server_public_key);
    return parts.digest();
}

}  // namespace tern::php
