#include "php/database/mysql/account.h"

#include <openssl/crypto.h>

namespace tern::php {

namespace {

MYSQLND_CSTRING c_string(const std::string& text) noexcept { return {text.c_str(), text.size()}; }

void copy_attributes(HashTable* attributes, MYSQLND_CONN_DATA& into) {
    if (attributes == nullptr) return;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(attributes, name, value) {
        if (name == nullptr || Z_TYPE_P(value) != IS_STRING) continue;
        into.m->set_client_option_2d(&into, MYSQL_OPT_CONNECT_ATTR_ADD, ZSTR_VAL(name), Z_STRVAL_P(value));
    }
    ZEND_HASH_FOREACH_END();
}

void copy_transport(const MYSQLND_VIO_OPTIONS& options, MYSQLND_CONN_DATA& into) {
    struct Row {
        enum_mysqlnd_client_option option;
        const char* value;
    };
    for (const Row& row :
         {Row{MYSQLND_OPT_SSL_KEY, options.ssl_key}, Row{MYSQLND_OPT_SSL_CERT, options.ssl_cert},
          Row{MYSQLND_OPT_SSL_CA, options.ssl_ca}, Row{MYSQLND_OPT_SSL_CAPATH, options.ssl_capath},
          Row{MYSQLND_OPT_SSL_CIPHER, options.ssl_cipher}, Row{MYSQLND_OPT_SSL_PASSPHRASE, options.ssl_passphrase}}) {
        if (row.value != nullptr) into.vio->data->m.set_client_option(into.vio, row.option, row.value);
    }
    MYSQLND_VIO_OPTIONS& copied = into.vio->data->options;
    copied.timeout_connect = options.timeout_connect;
    copied.timeout_read = options.timeout_read;
    copied.timeout_write = options.timeout_write;
    copied.net_read_buffer_size = options.net_read_buffer_size;
    copied.ssl_verify_peer = options.ssl_verify_peer;
}

// Without init commands: see MySqlSettings.
void copy_options(const MYSQLND_CONN_DATA& from, MYSQLND_CONN_DATA& into) {
    const MYSQLND_SESSION_OPTIONS& options = *from.options;
    if (options.charset_name != nullptr) into.m->set_client_option(&into, MYSQL_SET_CHARSET_NAME, options.charset_name);
    if (options.auth_protocol != nullptr)
        into.m->set_client_option(&into, MYSQLND_OPT_AUTH_PROTOCOL, options.auth_protocol);
    into.options->flags = options.flags;
    into.options->max_allowed_packet = options.max_allowed_packet;
    copy_attributes(options.connect_attr, into);
    copy_transport(from.vio->data->options, into);
    const MYSQLND_PFC_DATA& codec = *from.protocol_frame_codec->data;
    if (codec.sha256_server_public_key != nullptr) {
        into.protocol_frame_codec->data->m.set_client_option(into.protocol_frame_codec, MYSQL_SERVER_PUBLIC_KEY,
                                                             codec.sha256_server_public_key);
    }
    into.protocol_frame_codec->data->flags = codec.flags;
}

}  // namespace

MySqlAccount::MySqlAccount(const MySqlDriver& driver, const pool::Key& key, const MySqlLoginRequest& login,
                           MYSQLND& options)
    : driver_(driver),
      key_(key),
      address_(login.address),
      user_(login.user),
      password_(login.password),
      database_(login.database),
      capabilities_(login.capabilities),
      options_(&options) {}

std::shared_ptr<MySqlAccount> MySqlAccount::of(const MySqlDriver& driver, const pool::Key& key,
                                               const MySqlLoginRequest& login, const MYSQLND_CONN_DATA& session) {
    MYSQLND* options = driver.init(0, true, nullptr);
    if (options == nullptr) return nullptr;
    copy_options(session, *options->data);
    return std::shared_ptr<MySqlAccount>(new MySqlAccount(driver, key, login, *options));
}

MySqlAccount::~MySqlAccount() {
    OPENSSL_cleanse(password_.data(), password_.size());
    options_->m->close(options_, MYSQLND_CLOSE_DISCONNECTED);
}

MYSQLND* MySqlAccount::make_object() const {
    MYSQLND* made = driver_.init(0, true, nullptr);
    if (made != nullptr) copy_options(*options_->data, *made->data);
    return made;
}

bool MySqlAccount::log_in(MYSQLND_CONN_DATA& session) const {
    if (session.vio->data->m.connect(session.vio, c_string(address_), true, session.stats, session.error_info) != PASS)
        return false;
    MYSQLND_PFC& codec = *session.protocol_frame_codec;
    codec.data->m.reset(&codec, session.stats, session.error_info);
    return session.command->handshake(&session, c_string(user_), c_string(password_), c_string(database_),
                                      capabilities_) == PASS;
}

bool MySqlAccount::log_in_again(MYSQLND_CONN_DATA& session, const std::string& scramble,
                                const std::string& authentication, const std::string& version) const {
    driver_.assign(session.authentication_plugin_data, scramble.data(), scramble.size(), session.persistent);
    if (session.server_version == nullptr)
        session.server_version = driver_.copy(version.data(), version.size(), session.persistent);
    session.m->set_client_option(&session, MYSQLND_OPT_AUTH_PROTOCOL, authentication.c_str());
    if (session.options->connect_attr == nullptr) copy_attributes(options_->data->options->connect_attr, session);
    return driver_.session.change_user(&session, user_.c_str(), password_.c_str(), database_.c_str(), true,
                                       password_.size()) == PASS;
}

}  // namespace tern::php
