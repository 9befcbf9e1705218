// TLS sessions over datagrams (DTLS, RFC 6347). Each record is one datagram, which may be lost: the handshake repeats
// its flights, nothing repeats data.
#include <cerrno>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/time.h>

#include "net/dtls_cookies.h"
#include "net/socket_calls.h"
#include "net/tls_bio.h"
#include "net/tls_context.h"
#include "net/tls_session.h"
#include "net/tls_settings.h"

namespace tern::net {

namespace {

// Of the handshake's datagrams: they pass every link of IPv6 and nearly all of IPv4.
constexpr long kHandshakeMtu = 1200;
constexpr int kMostEmptyDatagrams = 64;
constexpr size_t kHelloRandomAt = 27;  // behind the heads of the record and of the message, and the version

struct AddressFree {
    void operator()(BIO_ADDR* address) const noexcept { BIO_ADDR_free(address); }
};

}  // namespace

// A BIO that keeps the boundaries of datagrams.
struct TlsSession::DatagramCalls {
    static TlsSession& session_of(BIO* bio) noexcept { return *static_cast<TlsSession*>(BIO_get_data(bio)); }

    static int read(BIO* bio, char* into, size_t room, size_t* got) noexcept {
        TlsSession& self = session_of(bio);
        BIO_clear_retry_flags(bio);
        const ssize_t count =
            self.hello_ != nullptr ? read_hello(*self.hello_, into, room) : receive_one(self, into, room);
        if (count > 0 && self.hello_ == nullptr && begins_again(self, Bytes(into, static_cast<size_t>(count)))) {
            self.io_error_ = Error::connection_reset;
            return 0;
        }
        if (count > 0) {
            *got = static_cast<size_t>(count);
            return 1;
        }
        if (count == 0 || errno == EAGAIN) {
            BIO_set_retry_read(bio);
        } else {
            self.io_error_ = last_error();
        }
        return 0;
    }

    // Returns 0 when the datagram was read already.
    static ssize_t read_hello(DtlsHello& hello, char* into, size_t room) noexcept {
        if (hello.is_read || hello.datagram.size() > room) return 0;
        hello.is_read = true;
        hello.datagram.copy(into, room);
        return static_cast<ssize_t>(hello.datagram.size());
    }

    // Empty datagrams mean nothing. The kernel reports here that an earlier datagram was too large for the path, too.
    static ssize_t receive_one(TlsSession& self, char* into, size_t room) noexcept {
        ssize_t count = 0;
        for (int i = 0; i < kMostEmptyDatagrams; ++i) {
            count = receive(self.fd_, into, room);
            if (count > 0 || (count < 0 && errno != EMSGSIZE)) break;
        }
        return count;
    }

    // A client that has lost its session, as after a restart, begins a new one from the same address. If it returns a
    // cookie, its old session ends (RFC 6347 4.2.8); the new one begins when it asks again. The ClientHello of this
    // session may come late, a second time.
    static bool begins_again(const TlsSession& self, Bytes datagram) noexcept {
        if (!self.established_ || SSL_is_server(self.ssl_) == 0 || !looks_like_client_hello(datagram)) return false;
        unsigned char random[SSL3_RANDOM_SIZE];
        const size_t size = SSL_get_client_random(self.ssl_, random, sizeof random);
        if (datagram.substr(kHelloRandomAt, size) == Bytes(reinterpret_cast<const char*>(random), size)) return false;
        const auto listener = listen(std::static_pointer_cast<const TlsContext>(self.context_));
        Address peer;
        peer.size = sizeof peer.storage;
        if (listener == nullptr || ::getpeername(self.fd_, peer.raw(), &peer.size) < 0) return false;
        Buffer answer;
        const Hello hello = listener->take_hello(datagram, peer, answer);
        if (hello == Hello::answered) (void)send(self.fd_, answer.data(), answer.size());
        return hello == Hello::proven;
    }

    static constexpr int kFailed = -1;

    static int write(BIO* bio, const char* from, size_t size, size_t* taken) noexcept {
        TlsSession& self = session_of(bio);
        BIO_clear_retry_flags(bio);
        *taken = size;
        if (self.hello_ != nullptr) {
            self.hello_->answer.append(Bytes(from, size));
            return 1;
        }
        ssize_t count = send(self.fd_, from, size);
        if (count < 0 && errno == EMSGSIZE) count = send(self.fd_, from, size);  // it may be about an earlier datagram
        if (count >= 0 || is_loss(self, errno)) return 1;
        if (errno == EAGAIN) {
            BIO_set_retry_write(bio);
        } else {
            self.io_error_ = last_error();
        }
        return kFailed;
    }

    // The network could have lost it, too. The handshake repeats what was lost.
    static bool is_loss(const TlsSession& self, int code) noexcept {
        if (code == ENOBUFS) return true;
        return !self.established_ && (code == EAGAIN || code == EMSGSIZE);
    }

    static long control(BIO*, int what, long, void*) noexcept { return what == BIO_CTRL_FLUSH ? 1 : 0; }

    static const BIO_METHOD* methods() noexcept {
        static const BIO_METHOD* const all = make_bio_methods({"tern datagrams", read, write, control});
        return all;
    }
};

bool TlsSession::attach_datagrams() noexcept {
    BIO* bio = make_bio(DatagramCalls::methods(), this);
    if (bio == nullptr) return false;
    SSL_set_bio(ssl_, bio, bio);
    datagrams_ = true;
    return SSL_set_mtu(ssl_, kHandshakeMtu) > 0;
}

std::unique_ptr<TlsSession> TlsSession::listen(std::shared_ptr<const TlsContext> context) noexcept {
    TERN_CHECK(context->options().datagrams);
    return accept(std::move(context), -1);
}

TlsSession::Hello TlsSession::take_hello(Bytes datagram, const Address& peer, Buffer& answer) noexcept {
    if (!looks_like_client_hello(datagram)) return Hello::ignored;
    const std::unique_ptr<BIO_ADDR, AddressFree> unused(BIO_ADDR_new());
    if (unused == nullptr) return Hello::ignored;
    const TlsContext& context = *static_cast<const TlsContext*>(context_.get());
    DtlsHello hello{context.cookies(), peer, datagram, answer};
    hello_ = &hello;
    (void)SSL_set_app_data(ssl_, &hello);
    begin_call();
    const int code = DTLSv1_listen(ssl_, unused.get());
    clear_tls_errors();
    (void)SSL_set_app_data(ssl_, nullptr);
    hello_ = nullptr;
    // The handshake would check the cookie again, without knowing the address.
    if (code > 0) (void)SSL_clear_options(ssl_, SSL_OP_COOKIE_EXCHANGE);
    if (code > 0) return Hello::proven;
    return answer.empty() ? Hello::ignored : Hello::answered;
}

int64_t TlsSession::repeats_in_ms() const noexcept {
    timeval left{};
    if (!datagrams_ || DTLSv1_get_timeout(ssl_, &left) == 0) return -1;
    return static_cast<int64_t>(left.tv_sec) * 1000 + (left.tv_usec + 999) / 1000;
}

// Repeats the last flight if it is time.
Error TlsSession::repeat_flight() noexcept {
    if (DTLSv1_handle_timeout(ssl_) >= 0) return Error::ok;
    broken_ = true;
    clear_tls_errors();
    why_ = "the peer does not respond";
    return io_error_ != Error::ok ? io_error_ : Error::tls_handshake_failed;
}

// A datagram that is larger than the path allows is an error at once, not fragments of which one may be lost.
void TlsSession::forbid_fragments() const noexcept {
    const int v4 = IP_PMTUDISC_DO;
    const int v6 = IPV6_PMTUDISC_DO;
    (void)::setsockopt(fd_, IPPROTO_IP, IP_MTU_DISCOVER, &v4, sizeof v4);
    (void)::setsockopt(fd_, IPPROTO_IPV6, IPV6_MTU_DISCOVER, &v6, sizeof v6);
}

// As with recv(2), what does not fit is dropped.
Result<size_t> TlsSession::read_datagram(char* into, size_t room) noexcept {
    char rest[256];
    size_t got = 0;
    if (!ended_) {
        begin_call();
        const int code = SSL_read_ex(ssl_, into, room, &got);
        if (code <= 0) end_ = failure_of(code);
        for (size_t dropped = 0; code > 0 && SSL_pending(ssl_) > 0;) {
            if (SSL_read_ex(ssl_, rest, sizeof rest, &dropped) <= 0) break;
        }
        if (code > 0) return got;
        if (end_ == Error::would_block) return end_;
        ended_ = true;
    }
    return end_ == Error::ok ? Result<size_t>(size_t{0}) : Result<size_t>(end_);
}

Result<size_t> TlsSession::write_datagram(Bytes bytes) noexcept {
    if (bytes.size() > kMostRecord) return Error{EMSGSIZE};
    begin_call();
    size_t taken = 0;
    const int code = SSL_write_ex(ssl_, bytes.data(), bytes.size(), &taken);
    if (code > 0) return taken;
    if (io_error_ == Error{EMSGSIZE}) {
        clear_tls_errors();
        return io_error_;
    }
    const Error error = failure_of(code);
    return error == Error::ok ? Error::broken_pipe : error;
}

}  // namespace tern::net
