// Swoole\Coroutine\Socket: its protocol.
#include <cstddef>

#include "net/tls_settings.h"
#include "php/engine/fiber/program_entry.h"
#include "php/socket/coroutine_socket.h"
#include "php/socket/socket_protocol.h"
#include "php/socket/tls_contexts.h"

namespace tern::php {

namespace {

constexpr int64_t kMostHeadBytes = 65535;
constexpr int64_t kPathLength = 4095;
constexpr OptionScope kScope = OptionScope::server;

const char* check_length_type(Bytes, Bytes value) {
    const bool known = value.size() == 1 && protocol::LengthField::from_letter(value[0]).ok();
    return known ? nullptr : "be a letter of pack(): one of c C s S n v l L N V q Q J P";
}

const char* check_end_mark(Bytes, Bytes value) { return value.empty() ? "not be empty" : nullptr; }

const char* check_alpn(Bytes, Bytes value) {
    const bool fits = value.empty() || !net::alpn_of(std::string(value)).empty();
    return fits ? nullptr : "be names of 1 to 255 bytes, separated by commas";
}

// clang-format off
constexpr Option kRows[] = {
    {"open_length_check", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_length_check), 0, 1, ""},
    {"open_eof_check", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_eof_check), 0, 1, ""},
    {"open_eof_split", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_eof_split), 0, 1, ""},
    {"open_mqtt_protocol", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_mqtt_protocol), 0, 1, ""},
    {"open_fastcgi_protocol", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_fastcgi_protocol), 0, 1,
     ""},
    {"package_length_type", "", OptionKind::text, kScope, TERN_MEMBER(SocketOptions, package_length_type), 1, 64, "",
     check_length_type},
    {"package_length_offset", "", OptionKind::integer, kScope, TERN_MEMBER(SocketOptions, framing.offset), 0,
     kMostHeadBytes, ""},
    {"package_body_offset", "package_body_start", OptionKind::integer, kScope,
     TERN_MEMBER(SocketOptions, framing.body_offset), 0, kMostHeadBytes, ""},
    {"package_eof", "", OptionKind::text, kScope, TERN_MEMBER(SocketOptions, framing.end_mark), 1, 64, "", check_end_mark},
    {"package_max_length", "", OptionKind::size, kScope, TERN_MEMBER(SocketOptions, framing.most), 1, 1 << 30, ""},
    {"open_ssl", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, open_ssl), 0, 1, ""},
    {"ssl_host_name", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, ssl_host_name), 0, 255, ""},
    {"ssl_cert_file", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.identity.certificate_file), 0, kPathLength, ""},
    {"ssl_key_file", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.identity.key_file), 0, kPathLength, ""},
    {"ssl_passphrase", "", OptionKind::text, kScope, TERN_MEMBER(SocketOptions, tls.identity.passphrase), 0, 1024, ""},
    {"ssl_sni_certs", "", OptionKind::records, kScope, TERN_MEMBER(SocketOptions, ssl_sni_certs), 0, kPathLength, "",
     check_sni_name},
    {"ssl_protocols", "", OptionKind::integer, kScope, TERN_MEMBER(SocketOptions, ssl_protocols), 0, 255, ""},
    {"ssl_method", "", OptionKind::integer, kScope, TERN_MEMBER(SocketOptions, ssl_method), 0, 16, ""},
    {"ssl_ciphers", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.ciphers), 0, 4096, ""},
    {"ssl_ecdh_curve", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.curves), 0, 1024, ""},
    {"ssl_dhparam", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.dhparam_file), 0, kPathLength, ""},
    {"ssl_alpn", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.alpn), 0, 1024, "", check_alpn},
    {"ssl_verify_peer", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, tls.verify_peer), 0, 1, ""},
    {"ssl_allow_self_signed", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, tls.allow_self_signed), 0, 1,
     ""},
    {"ssl_verify_depth", "", OptionKind::integer, kScope, TERN_MEMBER(SocketOptions, tls.verify_depth), 0, 100, ""},
    {"ssl_client_cert_file", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.client_ca_file), 0,
     kPathLength, ""},
    {"ssl_cafile", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.ca_file), 0, kPathLength, ""},
    {"ssl_capath", "", OptionKind::path, kScope, TERN_MEMBER(SocketOptions, tls.ca_path), 0, kPathLength, ""},
    {"ssl_compress", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, ignored_switch), 0, 1, ""},
    {"ssl_disable_compression", "", OptionKind::boolean, kScope, TERN_MEMBER(SocketOptions, ssl_disable_compression), 0,
     1, ""},
};
// clang-format on
static_assert(fit_members(kRows));

constexpr OptionTable kTable{kRows, {}};

constexpr size_t row_of(Bytes name) noexcept {
    size_t row = 0;
    while (row < std::size(kRows) && name != kRows[row].name) ++row;
    return row;
}
constexpr size_t kVerifyPeer = row_of("ssl_verify_peer");
static_assert(kVerifyPeer < std::size(kRows));

// -1 after an exception.
int64_t measure(void* context, Bytes head) {
    zval argument;
    zval size;
    ZVAL_STRINGL(&argument, head.data(), head.size());
    ZVAL_UNDEF(&size);
    (void)call_user_function(nullptr, nullptr, &static_cast<SocketProtocol*>(context)->length_function, &size, 1,
                             &argument);
    zval_ptr_dtor(&argument);
    const int64_t result = EG(exception) != nullptr ? -1 : zval_get_long(&size);
    zval_ptr_dtor(&size);
    return result;
}

void apply(SocketProtocol& protocol) {
    const SocketOptions& given = protocol.options;
    protocol::Framing& framing = protocol.framing;
    using By = protocol::Framing::By;
    framing = given.framing;
    framing.by = given.open_eof_check || given.open_eof_split ? By::end_mark : By::nothing;
    if (given.open_mqtt_protocol) framing.by = By::mqtt;
    if (given.open_fastcgi_protocol) framing.by = By::fastcgi;
    if (given.open_length_check) framing.by = Z_ISUNDEF(protocol.length_function) ? By::length : By::function;
    framing.field = protocol::LengthField::from_letter(given.package_length_type[0]).value();
    framing.measure = measure;
    framing.context = &protocol;
}

// False after an exception.
bool take_function(zval* given, zval* into) {
    ZVAL_DEREF(given);
    if (Z_TYPE_P(given) == IS_NULL) return true;
    zend_fcall_info info;
    zend_fcall_info_cache cache;
    if (zend_fcall_info_init(given, 0, &info, &cache, nullptr, nullptr) != SUCCESS) {
        if (EG(exception) == nullptr) {
            zend_argument_type_error(1, "option \"package_length_func\" must be a callable, %s given",
                                     zend_zval_type_name(given));
        }
        return false;
    }
    zval_ptr_dtor(into);
    keep_callable(info, cache, into);
    return true;
}

// Checks combinations of options; null: they are valid. The versions of TLS and of DTLS may be set together.
const char* contradiction(const SocketOptions& given, bool is_stream) noexcept {
    if (given.open_length_check && (given.open_eof_check || given.open_eof_split)) {
        return "must have one of open_length_check and open_eof_check, not both";
    }
    if (tls_versions(given.ssl_protocols, given.ssl_method) != 0) return nullptr;
    if (!is_stream && dtls_versions(given.ssl_protocols, given.ssl_method) != 0) return nullptr;
    return given.ssl_protocols != 0 ? "must have one of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3 in ssl_protocols"
                                    : "must have SWOOLE_TLS_METHOD or one of TLSv1, TLSv1_1, TLSv1_2 as ssl_method";
}

// False after an exception.
bool read_settings(HashTable* settings, bool is_stream, SocketProtocol& into) {
    zval* function = zend_hash_str_find(settings, ZEND_STRL("package_length_func"));
    if (function != nullptr && !take_function(function, &into.length_function)) return false;
    HashTable* rest = zend_array_dup(settings);
    zend_hash_str_del(rest, ZEND_STRL("package_length_func"));
    const bool applied = apply_options(kTable, rest, {&into.options, nullptr, &into.touched});
    zend_array_release(rest);
    if (!applied) return false;
    apply(into);
    const char* wrong = contradiction(into.options, is_stream);
    if (wrong != nullptr) zend_argument_value_error(1, "%s", wrong);
    return wrong == nullptr;
}

// True, with an Error, while a coroutine reads.
bool is_in_use(SocketObject& self) {
    if (!self.socket->in_use(Socket::Side::read)) return false;
    coro::Coroutine* user = self.socket->user(Socket::Side::read);
    zend_throw_error(nullptr, "Coroutine " ZEND_LONG_FMT " reads: the protocol cannot be changed now",
                     static_cast<zend_long>(user == nullptr ? -1 : user->id()));
    return true;
}

}  // namespace

SocketProtocol* copy_of(const SocketProtocol* old) {
    auto* made = new SocketProtocol{};
    ZVAL_UNDEF(&made->length_function);
    if (old != nullptr) {
        made->options = old->options;
        made->touched = old->touched;
        ZVAL_COPY(&made->length_function, &old->length_function);
    }
    apply(*made);
    return made;
}

net::TlsOptions tls_options_of(const SocketProtocol& protocol, bool is_server) {
    const SocketOptions& given = protocol.options;
    net::TlsOptions options = given.tls;
    options.protocols = tls_versions(given.ssl_protocols, given.ssl_method);
    options.names = sni_identities(given.ssl_sni_certs);
    const bool trusts = !options.ca_file.empty() || !options.ca_path.empty();
    if (!is_server && !protocol.touched.has(kVerifyPeer)) options.verify_peer = trusts;
    return options;
}

zval* length_function_of(SocketProtocol& protocol) noexcept {
    return Z_ISUNDEF(protocol.length_function) ? nullptr : &protocol.length_function;
}

void free_protocol(SocketProtocol* protocol) {
    if (protocol == nullptr) return;
    zval_ptr_dtor(&protocol->length_function);
    delete protocol;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_Socket, setProtocol) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = socket_object(ZEND_THIS);
    if (self == nullptr || is_in_use(*self)) RETURN_THROWS();
    SocketProtocol* made = copy_of(self->protocol);
    if (!read_settings(settings, self->socket->is_stream(), *made)) {
        free_protocol(made);
        RETURN_THROWS();
    }
    SocketProtocol* old = self->protocol;
    self->protocol = made;
    free_protocol(old);
    RETURN_TRUE;
}
