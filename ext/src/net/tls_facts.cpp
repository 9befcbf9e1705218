#include "net/tls_facts.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include "net/tls_settings.h"

namespace tern::net {

namespace {

class Text {
public:
    Text() noexcept : bio_(BIO_new(BIO_s_mem())) {}
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    ~Text() { BIO_free(bio_); }
    BIO* bio() noexcept { return bio_; }
    std::string take() {
        char* data = nullptr;
        const long size = BIO_get_mem_data(bio_, &data);
        std::string text = size > 0 ? std::string(data, static_cast<size_t>(size)) : std::string();
        (void)BIO_reset(bio_);
        return text;
    }

private:
    BIO* bio_;
};

std::string hex(const unsigned char* bytes, size_t size) {
    std::string text;
    for (size_t i = 0; i < size; ++i) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

void read_client(X509* certificate, TlsFacts& facts) {
    Text text;
    if (text.bio() == nullptr) return;
    (void)PEM_write_bio_X509(text.bio(), certificate);
    facts.client_pem = text.take();
    constexpr unsigned long kFlags = XN_FLAG_RFC2253;
    (void)X509_NAME_print_ex(text.bio(), X509_get_subject_name(certificate), 0, kFlags);
    facts.client_subject = text.take();
    (void)X509_NAME_print_ex(text.bio(), X509_get_issuer_name(certificate), 0, kFlags);
    facts.client_issuer = text.take();
    (void)i2a_ASN1_INTEGER(text.bio(), X509_get0_serialNumber(certificate));
    facts.client_serial = text.take();
    (void)ASN1_TIME_print(text.bio(), X509_get0_notBefore(certificate));
    facts.client_not_before = text.take();
    (void)ASN1_TIME_print(text.bio(), X509_get0_notAfter(certificate));
    facts.client_not_after = text.take();
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (X509_digest(certificate, EVP_sha256(), digest, &size) > 0) facts.client_fingerprint = hex(digest, size);
}

}  // namespace

TlsFacts read_facts(SSL* session) {
    TlsFacts facts;
    facts.protocol = SSL_get_version(session);
    facts.cipher = SSL_get_cipher_name(session);
    const char* name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name);
    if (name != nullptr) facts.server_name = name;
    const unsigned char* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(session, &protocol, &size);
    facts.http2 = size == 2 && protocol[0] == 'h' && protocol[1] == '2';
    facts.resumed = SSL_session_reused(session) != 0;
    if (X509* certificate = SSL_get0_peer_certificate(session)) {
        read_client(certificate, facts);
        const long verdict = SSL_get_verify_result(session);
        facts.client_verify =
            verdict == X509_V_OK ? "SUCCESS" : std::string("FAILED:") + X509_verify_cert_error_string(verdict);
    }
    clear_tls_errors();
    return facts;
}

std::string pem_of_peer(SSL* session) {
    Text text;
    X509* certificate = SSL_get0_peer_certificate(session);
    if (certificate == nullptr || text.bio() == nullptr) return {};
    (void)PEM_write_bio_X509(text.bio(), certificate);
    return text.take();
}

}  // namespace tern::net
