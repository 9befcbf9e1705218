#include "net/tls_session.h"

#include <algorithm>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <utility>

#include "net/socket_calls.h"
#include "net/tls_bio.h"
#include "net/tls_client_context.h"
#include "net/tls_context.h"
#include "net/tls_settings.h"

namespace tern::net {

namespace {

// Verifies a server's certificate again, as more authorities may be known now than at the handshake.
long verdict_of_chain(SSL* session, bool allow_self_signed) noexcept {
    clear_tls_errors();
    const TlsClientContext& context = TlsClientContext::of(session);
    X509_STORE_CTX* chain = X509_STORE_CTX_new();
    long verdict = X509_V_ERR_UNSPECIFIED;
    if (context.trust_system() && chain != nullptr &&
        X509_STORE_CTX_init(chain, SSL_CTX_get_cert_store(context.raw()), SSL_get0_peer_certificate(session),
                            SSL_get_peer_cert_chain(session)) > 0) {
        (void)X509_STORE_CTX_set_default(chain, "ssl_server");
        (void)X509_VERIFY_PARAM_set1(X509_STORE_CTX_get0_param(chain), SSL_get0_param(session));
        if (allow_self_signed) X509_STORE_CTX_set_verify_cb(chain, tolerate_self_signed);
        verdict = X509_verify_cert(chain) > 0 ? X509_V_OK : X509_STORE_CTX_get_error(chain);
    }
    X509_STORE_CTX_free(chain);
    clear_tls_errors();
    return verdict;
}

}  // namespace

// Our own BIO makes no unnecessary system calls, and knows when the socket has no more input.
struct TlsSession::Calls {
    static TlsSession& session_of(BIO* bio) noexcept { return *static_cast<TlsSession*>(BIO_get_data(bio)); }

    static int read(BIO* bio, char* into, size_t room, size_t* got) noexcept {
        TlsSession& self = session_of(bio);
        BIO_clear_retry_flags(bio);
        if (self.chatter_ > kMostChatter) {
            self.io_error_ = Error::tls_bad_protocol;
            return 0;
        }
        if (self.drained_) {
            BIO_set_retry_read(bio);
            return 0;
        }
        const ssize_t count = receive(self.fd_, into, room);
        if (count > 0) {
            self.drained_ = static_cast<size_t>(count) < room;
            *got = static_cast<size_t>(count);
            return 1;
        }
        if (count == 0) {
            self.fin_ = true;
        } else if (errno == EAGAIN) {
            self.drained_ = true;
            BIO_set_retry_read(bio);
        } else {
            self.io_error_ = last_error();
        }
        return 0;
    }

    static constexpr int kFailed = -1;

    static int write(BIO* bio, const char* from, size_t size, size_t* taken) noexcept {
        TlsSession& self = session_of(bio);
        BIO_clear_retry_flags(bio);
        if (!self.established_ || self.buffered_) {
            if (self.held_.size() > kMostHeld) {
                self.io_error_ = Error::tls_bad_protocol;
                return kFailed;
            }
            self.held_.append(Bytes(from, size));
            *taken = size;
            return 1;
        }
        const ssize_t count = send(self.fd_, from, size);
        if (count >= 0) {
            *taken = static_cast<size_t>(count);
            return 1;
        }
        if (errno == EAGAIN) {
            BIO_set_retry_write(bio);
        } else {
            self.io_error_ = last_error();
        }
        return kFailed;
    }

    static long control(BIO* bio, int what, long, void*) noexcept {
        if (what == BIO_CTRL_EOF) return session_of(bio).fin_ ? 1 : 0;
        return what == BIO_CTRL_FLUSH ? 1 : 0;
    }

    static const BIO_METHOD* methods() noexcept {
        static const BIO_METHOD* const all = make_bio_methods({"tern socket", read, write, control});
        return all;
    }

    // Renegotiation attempts of TLS 1.2 and key updates of TLS 1.3 cost the server more than the client: a peer that
    // sends nothing else is disconnected. The type of a record is in its head or, if encrypted, in its last byte.
    static void on_message(int is_ours, int, int content, const void* bytes, size_t size, SSL*, void* data) noexcept {
        auto& self = *static_cast<TlsSession*>(data);
        if (is_ours != 0 || !self.established_ || size == 0) return;
        if (content != SSL3_RT_HEADER && content != SSL3_RT_INNER_CONTENT_TYPE) return;
        if (*static_cast<const unsigned char*>(bytes) == SSL3_RT_HANDSHAKE) ++self.chatter_;
    }
};

TlsSession::TlsSession(std::shared_ptr<const void> context, SSL* ssl, int fd) noexcept
    : context_(std::move(context)), ssl_(ssl), fd_(fd) {}

TlsSession::~TlsSession() {
    if (ring_ != nullptr) ring_->leave(*this);
    SSL_free(ssl_);
}

std::unique_ptr<TlsSession> TlsSession::accept(std::shared_ptr<const TlsContext> context, int fd) noexcept {
    clear_tls_errors();
    const TlsOptions& options = context->options();
    SSL* ssl = SSL_new(context->raw());
    BufferRing* ring = options.datagrams ? nullptr : &context->buffers();
    std::unique_ptr<TlsSession> session(new TlsSession(std::move(context), ssl, fd));
    session->ring_ = ring;
    const bool made =
        ssl != nullptr && (options.datagrams ? session->attach_datagrams() : session->attach(options.kernel));
    clear_tls_errors();
    if (!made) return nullptr;
    SSL_set_accept_state(ssl);
    return session;
}

std::unique_ptr<TlsSession> TlsSession::accept_buffered(std::shared_ptr<const TlsContext> context, int fd) noexcept {
    auto session = accept(std::move(context), fd);
    if (session != nullptr) session->buffered_ = true;
    return session;
}

std::unique_ptr<TlsSession> TlsSession::connect(std::shared_ptr<const TlsClientContext> context, int fd,
                                                const std::string& host) noexcept {
    clear_tls_errors();
    const bool datagrams = context->datagrams();
    SSL* ssl = SSL_new(context->raw());
    std::unique_ptr<TlsSession> session(new TlsSession(std::move(context), ssl, fd));
    const bool attached = ssl != nullptr && (datagrams ? session->attach_datagrams() : session->attach(false));
    const bool made = attached && session->name_peer(host);
    clear_tls_errors();
    if (!made) return nullptr;
    session->buffered_ = true;
    SSL_set_connect_state(ssl);
    return session;
}

// Addresses are not sent (RFC 6066 3), and certificates have them in another field.
bool TlsSession::name_peer(const std::string& host) noexcept {
    std::string name = host;
    if (name.ends_with('.')) name.pop_back();
    if (name.empty()) return true;
    X509_VERIFY_PARAM* wanted = SSL_get0_param(ssl_);
    if (X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) > 0) return true;
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set_tlsext_host_name(ssl_, name.c_str()) > 0 && SSL_set1_host(ssl_, name.c_str()) > 0;
}

// kTLS works only with OpenSSL's own BIO.
bool TlsSession::attach(bool kernel) noexcept {
    if (kernel) {
        if (SSL_set_fd(ssl_, fd_) <= 0) return false;
    } else {
        BIO* bio = make_bio(Calls::methods(), this);
        if (bio == nullptr) return false;
        SSL_set_bio(ssl_, bio, bio);
    }
    SSL_set_msg_callback(ssl_, Calls::on_message);
    SSL_set_msg_callback_arg(ssl_, this);
    return true;
}

void TlsSession::give_back_buffers() noexcept {
    (void)SSL_set_mode(ssl_, SSL_MODE_RELEASE_BUFFERS);
    (void)SSL_free_buffers(ssl_);
}

void TlsSession::begin_call() noexcept {
    clear_tls_errors();
    io_error_ = Error::ok;
    drained_ = false;
}

// Ok: the peer sends no more.
Error TlsSession::failure_of(int code) noexcept {
    switch (SSL_get_error(ssl_, code)) {
        case SSL_ERROR_WANT_READ:
        case SSL_ERROR_WANT_WRITE: return Error::would_block;
        case SSL_ERROR_ZERO_RETURN: truncated_ = fin_; return Error::ok;
        case SSL_ERROR_SSL:
            broken_ = true;
            why_ = take_tls_error();
            return io_error_ != Error::ok ? io_error_ : Error::tls_bad_protocol;
        default:
            broken_ = true;
            clear_tls_errors();
            return io_error_ != Error::ok ? io_error_ : Error::connection_reset;
    }
}

Error TlsSession::handshake() noexcept {
    if (established_) return Error::ok;
    if (broken_) return Error::tls_handshake_failed;
    begin_call();
    if (Error error = datagrams_ ? repeat_flight() : Error::ok; error != Error::ok) return error;
    if (!shaken_ && held_.empty()) {
        const int code = SSL_do_handshake(ssl_);
        shaken_ = code > 0;
        const Error error = shaken_ ? Error::ok : handshake_failure_of(code);
        const Error sent = send_held();  // also an alert
        if (error != Error::ok && error != Error::would_block) return error;
        if (error == Error::would_block || sent != Error::ok) return sent != Error::ok ? sent : error;
    } else if (Error error = send_held(); error != Error::ok || !shaken_) {
        return error != Error::ok ? error : handshake();
    }
    conclude();
    return Error::ok;
}

// Several records of a flight, and two tickets, are sent with one call.
Error TlsSession::send_held() noexcept {
    while (!held_.empty()) {
        const ssize_t count = send(fd_, held_.data(), held_.size());
        if (count < 0) return last_error();
        held_.drop_front(static_cast<size_t>(count));
    }
    return Error::ok;
}

Error TlsSession::handshake_failure_of(int code) noexcept {
    const Error error = failure_of(code);
    if (error == Error::would_block) return error;
    broken_ = true;
    if (error == Error::ok) return Error::connection_reset;
    if (error != Error::tls_bad_protocol) return error;
    const long verdict = SSL_get_verify_result(ssl_);
    if (verdict != X509_V_OK && SSL_get_verify_mode(ssl_) != SSL_VERIFY_NONE) {
        why_ = X509_verify_cert_error_string(verdict);
        return Error::tls_verify_failed;
    }
    return Error::tls_handshake_failed;
}

void TlsSession::conclude() noexcept {
    established_ = true;
    held_.release();
    if (datagrams_) forbid_fragments();
    if (buffered_) return;
    sends_files_ = BIO_get_ktls_send(SSL_get_wbio(ssl_)) != 0;
    facts_ = std::make_shared<const TlsFacts>(read_facts(ssl_));
}

Result<size_t> TlsSession::read(char* into, size_t room) noexcept {
    if (datagrams_) return read_datagram(into, room);
    size_t total = 0;
    if (!ended_) begin_call();
    if (ring_ != nullptr && ring_->visit(*this)) (void)SSL_clear_mode(ssl_, SSL_MODE_RELEASE_BUFFERS);
    while (!ended_ && total < room) {
        size_t got = 0;
        const int code = SSL_read_ex(ssl_, into + total, room - total, &got);
        if (code > 0) {
            total += got;
            chatter_ = 0;
            if (drained_ && SSL_has_pending(ssl_) == 0) return total;
            continue;
        }
        end_ = failure_of(code);
        if (end_ == Error::would_block) break;
        ended_ = true;  // reported by the next call, if bytes came before it
    }
    if (buffered_) (void)send_held();  // OpenSSL's own answers; the next write reports an error
    if (total > 0) return total;
    if (!ended_) return Error::would_block;
    return end_ == Error::ok ? Result<size_t>(size_t{0}) : Result<size_t>(end_);
}

bool TlsSession::holds_input() const noexcept { return SSL_has_pending(ssl_) != 0 || ended_; }

Result<size_t> TlsSession::write(Bytes bytes) noexcept {
    if (bytes.empty() && taken_ == 0) return size_t{0};
    if (broken_) return Error::broken_pipe;
    if (datagrams_) return write_datagram(bytes);
    if (buffered_) return write_buffered(bytes);
    io_error_ = Error::ok;
    size_t taken = 0;
    if (SSL_write_ex(ssl_, bytes.data(), std::min(bytes.size(), kMostRecord), &taken) > 0) return taken;
    if (SSL_want_write(ssl_) && BIO_should_write(SSL_get_wbio(ssl_))) return Error::would_block;
    // The queue is cleared here, as checking it before each call would cost more.
    broken_ = true;
    clear_tls_errors();
    return io_error_ != Error::ok ? io_error_ : Error::broken_pipe;
}

// The rest of another write is sent first. OpenSSL's own writes never fail for lack of room here.
Result<size_t> TlsSession::write_buffered(Bytes bytes) noexcept {
    if (taken_ == 0) {
        if (Error error = send_held(); error != Error::ok) return error;
        begin_call();
        const int code = SSL_write_ex(ssl_, bytes.data(), std::min(bytes.size(), kMostRecord), &taken_);
        if (code <= 0) {
            const Error error = failure_of(code);
            return error == Error::ok ? Error::broken_pipe : error;
        }
    }
    if (Error error = send_held(); error != Error::ok) return error;
    return std::exchange(taken_, 0);
}

Result<size_t> TlsSession::send_file(int file, off_t offset, size_t count) noexcept {
    if (broken_) return Error::broken_pipe;
    begin_call();
    const ossl_ssize_t sent = SSL_sendfile(ssl_, file, offset, count, 0);
    if (sent >= 0) return static_cast<size_t>(sent);
    const Error error = failure_of(static_cast<int>(sent));
    return error == Error::ok ? Error::broken_pipe : error;
}

void TlsSession::close_notify() noexcept {
    if (broken_ || !established_) return;
    begin_call();
    (void)SSL_shutdown(ssl_);
    (void)send_held();
    clear_tls_errors();
}

Bytes TlsSession::peer_certificate() noexcept {
    if (peer_pem_.empty()) peer_pem_ = pem_of_peer(ssl_);
    return peer_pem_;
}

Error TlsSession::verify_peer(bool allow_self_signed) noexcept {
    if (SSL_get0_peer_certificate(ssl_) == nullptr) return Error::tls_empty_peer_certificate;
    const long verdict =
        SSL_is_server(ssl_) != 0 ? SSL_get_verify_result(ssl_) : verdict_of_chain(ssl_, allow_self_signed);
    if (verdict == X509_V_OK) return Error::ok;
    if (verdict == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT && allow_self_signed) return Error::ok;
    why_ = X509_verify_cert_error_string(verdict);
    return Error::tls_verify_failed;
}

Bytes TlsSession::protocol() const noexcept {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_, &name, &size);
    return Bytes(reinterpret_cast<const char*>(name), size);
}

}  // namespace tern::net
