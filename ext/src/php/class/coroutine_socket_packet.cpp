// Swoole\Coroutine\Socket: messages of a stream.
#include <algorithm>
#include <cstddef>

#include "net/framing.h"
#include "php/bridge/callback.h"
#include "php/bridge/error.h"
#include "php/bridge/memory.h"
#include "php/class/coroutine_socket.h"

namespace tern::php {

namespace {

struct ProtocolOptions {
    bool open_length_check = false;
    bool open_eof_check = false;
    bool open_eof_split = false;
    std::string package_length_type = "N";
    int64_t package_length_offset = 0;
    int64_t package_body_offset = 0;
    std::string package_eof = "\r\n";
    int64_t package_max_length = 2 << 20;
};

}  // namespace

struct SocketProtocol {
    ProtocolOptions options;
    net::Framing framing;
    net::FrameScanner scanner;
    zval length_function;  // undefined: none
};

namespace {

constexpr size_t kFillBytes = 64 * 1024;
constexpr int64_t kMostHeadBytes = 65535;
constexpr OptionScope kScope = OptionScope::server;

const char* complain_of_letter(Bytes, Bytes value) {
    const bool known = value.size() == 1 && net::LengthField::from_letter(value[0]).ok();
    return known ? nullptr : "be a letter of pack(): one of c C s S n v l L N V q Q J P";
}

const char* complain_of_mark(Bytes, Bytes value) { return value.empty() ? "not be empty" : nullptr; }

// clang-format off
constexpr Option kRows[] = {
    {"open_length_check", "", OptionKind::boolean, kScope, offsetof(ProtocolOptions, open_length_check), 0, 1, ""},
    {"open_eof_check", "", OptionKind::boolean, kScope, offsetof(ProtocolOptions, open_eof_check), 0, 1, ""},
    {"open_eof_split", "", OptionKind::boolean, kScope, offsetof(ProtocolOptions, open_eof_split), 0, 1, ""},
    {"package_length_type", "", OptionKind::text, kScope, offsetof(ProtocolOptions, package_length_type), 1, 64, "",
     complain_of_letter},
    {"package_length_offset", "", OptionKind::integer, kScope, offsetof(ProtocolOptions, package_length_offset), 0,
     kMostHeadBytes, ""},
    {"package_body_offset", "package_body_start", OptionKind::integer, kScope,
     offsetof(ProtocolOptions, package_body_offset), 0, kMostHeadBytes, ""},
    {"package_eof", "", OptionKind::text, kScope, offsetof(ProtocolOptions, package_eof), 1, 64, "", complain_of_mark},
    {"package_max_length", "", OptionKind::size, kScope, offsetof(ProtocolOptions, package_max_length), 1, 1 << 30, ""},
};
// clang-format on

constexpr const char* kPending[] = {"ssl_cert_file",         "ssl_key_file",      "ssl_host_name", "ssl_verify_peer",
                                    "ssl_allow_self_signed", "ssl_cafile",        "ssl_capath",    "open_mqtt_protocol",
                                    "open_fastcgi_protocol", "open_http_protocol"};
constexpr OptionTable kTable{kRows, kPending};

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
    const ProtocolOptions& given = protocol.options;
    net::Framing& framing = protocol.framing;
    using By = net::Framing::By;
    framing.by = given.open_eof_check || given.open_eof_split ? By::end_mark : By::nothing;
    if (given.open_length_check) framing.by = Z_ISUNDEF(protocol.length_function) ? By::length : By::function;
    framing.field = net::LengthField::from_letter(given.package_length_type[0]).value();
    framing.offset = static_cast<size_t>(given.package_length_offset);
    framing.body_offset = static_cast<size_t>(given.package_body_offset);
    framing.end_mark = given.package_eof;
    framing.measure = measure;
    framing.context = &protocol;
    framing.most = static_cast<size_t>(given.package_max_length);
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

// False after an exception.
bool read_settings(HashTable* settings, SocketProtocol& into) {
    zval* tls = zend_hash_str_find(settings, ZEND_STRL("open_ssl"));
    if (tls != nullptr && zend_is_true(tls)) {
        zend_throw_error(nullptr, "TLS is not supported yet");
        return false;
    }
    zval* function = zend_hash_str_find(settings, ZEND_STRL("package_length_func"));
    if (function != nullptr && !take_function(function, &into.length_function)) return false;
    HashTable* rest = zend_array_dup(settings);
    zend_hash_str_del(rest, ZEND_STRL("package_length_func"));
    zend_hash_str_del(rest, ZEND_STRL("open_ssl"));
    OptionMask touched{};
    const bool applied = apply_options(kTable, rest, {&into.options, nullptr, &touched});
    zend_array_release(rest);
    const bool by_mark = into.options.open_eof_check || into.options.open_eof_split;
    if (applied && by_mark && into.options.open_length_check) {
        zend_argument_value_error(1, "must have one of open_length_check and open_eof_check, not both");
        return false;
    }
    return applied;
}

SocketProtocol* copy_of(const SocketProtocol* old) {
    auto* made = new SocketProtocol{};
    ZVAL_UNDEF(&made->length_function);
    if (old == nullptr) return made;
    made->options = old->options;
    ZVAL_COPY(&made->length_function, &old->length_function);
    return made;
}

Error error_of(net::FramingStep::State state) noexcept {
    return state == net::FramingStep::State::too_large ? Error::package_length_too_large : Error::package_malformed;
}

// How much of what is buffered is the message, which stays there; 0: the end of the stream.
Error find_packet(SocketCall& call, SocketProtocol& protocol, size_t* size) {
    using State = net::FramingStep::State;
    return call.repeat([&] {
        for (;;) {
            const Bytes ready = call.socket->buffered();
            const net::FramingStep now = protocol.scanner.step(protocol.framing, ready);
            *size = now.size;
            if (now.state == State::done) return Error::ok;
            if (now.state != State::need_more) return error_of(now.state);
            const Result<size_t> got = call.socket->try_fill(kFillBytes);
            if (!got.ok()) return got.error();
            *size = 0;
            if (got.value() == 0) return ready.empty() ? Error::ok : Error::connection_reset;
        }
    });
}

// It is in use as long as somebody reads.
bool is_in_use(SocketObject& self) {
    if (!self.socket->in_use(Socket::Side::read)) return false;
    coro::Coroutine* user = self.socket->user(Socket::Side::read);
    zend_throw_error(nullptr, "Coroutine " ZEND_LONG_FMT " reads: the protocol cannot be changed now",
                     static_cast<zend_long>(user == nullptr ? -1 : user->id()));
    return true;
}

}  // namespace

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
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, setProtocol) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = socket_object(ZEND_THIS);
    if (self == nullptr || is_in_use(*self)) RETURN_THROWS();
    SocketProtocol* made = copy_of(self->protocol);
    if (!read_settings(settings, *made)) {
        free_protocol(made);
        RETURN_THROWS();
    }
    apply(*made);
    SocketProtocol* old = self->protocol;
    self->protocol = made;
    free_protocol(old);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine_Socket, recvPacket) {
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    if (call.self->protocol == nullptr) {
        call.self->protocol = copy_of(nullptr);
        apply(*call.self->protocol);
    }
    size_t size = 0;
    Error error = find_packet(call, *call.self->protocol, &size);
    if (error == Error::ok && size > memory_left()) error = Error::no_memory;
    if (EG(exception) != nullptr) {
        // The function has thrown.
    } else if (error == Error::ok) {
        call.self->protocol->scanner.restart();
        succeed(*call.self);
        RETVAL_STR(take_string(*call.socket, size));
    } else {
        call.fail(error, return_value);
    }
    call.finish();
}
