#include "net/tls_context.h"

#include <openssl/ocsp.h>
#include <openssl/pem.h>

#include "net/tls_certificates.h"
#include "net/tls_rig.h"

using namespace tls_rig;
using namespace tls_certificates;

namespace {

std::string complaint_of(const TlsOptions& options) {
    const TlsContext::Loaded loaded = TlsContext::load(options, secret_of(1));
    CHECK((loaded.context == nullptr) == !loaded.complaint.empty());
    CHECK(ERR_peek_error() == 0);
    return loaded.complaint;
}

TlsOptions options_of(const std::string& certificate, const std::string& key, const std::string& passphrase = "") {
    TlsOptions options;
    options.identity.certificate_file = certificate;
    options.identity.key_file = key;
    options.identity.passphrase = passphrase;
    return options;
}

bool has(const std::string& text, const std::string& part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
}

std::string name_for(const std::shared_ptr<const TlsContext>& context, const char* asked) {
    Rig rig(context);
    if (asked != nullptr) SSL_set_tlsext_host_name(rig.client->ssl, asked);
    REQUIRE(rig.shake() == Error::ok);
    return rig.client->common_name();
}

TlsIdentity identity(const std::string& name) {
    const Issued issued = issue(name);
    TlsIdentity made;
    made.certificate_pem = issued.certificate;
    made.key_pem = issued.key;
    return made;
}

// How the server's side of a handshake ends; what it knows of the client afterwards.
struct Verified {
    Error error;
    std::string why;
    TlsFacts facts;
};

Verified verify(const TlsOptions& options, const Issued* certificate) {
    Rig rig(context_of(options), TLS1_2_VERSION);
    if (certificate != nullptr) {
        BIO* bio = BIO_new_mem_buf(certificate->certificate.data(), -1);
        X509* own = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
        BIO_free(bio);
        bio = BIO_new_mem_buf(certificate->key.data(), -1);
        EVP_PKEY* key = PEM_read_bio_PrivateKey(bio, nullptr, nullptr, nullptr);
        BIO_free(bio);
        REQUIRE(SSL_use_certificate(rig.client->ssl, own) == 1);
        REQUIRE(SSL_use_PrivateKey(rig.client->ssl, key) == 1);
        X509_free(own);
        EVP_PKEY_free(key);
    }
    Verified verified{rig.shake(), "", {}};
    ERR_clear_error();
    const char* why = rig.server->tls()->why();
    if (why != nullptr) verified.why = why;
    if (verified.error == Error::ok) verified.facts = *rig.server->tls()->facts();
    return verified;
}

}  // namespace

TEST_CASE("tls context: files that are missing or wrong are named with the option and the reason") {
    const Issued issued = issue("example.org");
    const Issued other = issue("example.com");
    const TempFile certificate(issued.certificate);
    const TempFile key(issued.key);
    const TempFile wrong_key(other.key);
    const TempFile garbage("this is no PEM");
    const TempFile both(issued.certificate + issued.key);
    CHECK(complaint_of(options_of(certificate.path, key.path)).empty());
    CHECK(complaint_of(options_of(both.path, "")).empty());
    CHECK(complaint_of(options_of("/nowhere/c.pem", key.path)) ==
          "ssl_cert_file /nowhere/c.pem: No such file or directory");
    CHECK(complaint_of(options_of(certificate.path, "/nowhere/k.pem")) ==
          "ssl_key_file /nowhere/k.pem: No such file or directory");
    CHECK(complaint_of(options_of(garbage.path, key.path)) == "ssl_cert_file " + garbage.path + ": no start line");
    CHECK(has(complaint_of(options_of(certificate.path, garbage.path)), "ssl_key_file " + garbage.path + ": "));
    CHECK(complaint_of(options_of(certificate.path, wrong_key.path)) ==
          "ssl_key_file " + wrong_key.path + ": key values mismatch");
    const TempFile cut(issued.certificate + other.certificate.substr(0, other.certificate.size() / 2));
    CHECK(has(complaint_of(options_of(cut.path, key.path)), "ssl_cert_file " + cut.path + ": "));
}

TEST_CASE("tls context: encrypted keys want their passphrase and ask nobody") {
    const Issued issued = issue("example.org", nullptr, "open sesame");
    const TempFile certificate(issued.certificate);
    const TempFile key(issued.key);
    CHECK(complaint_of(options_of(certificate.path, key.path, "open sesame")).empty());
    CHECK(has(complaint_of(options_of(certificate.path, key.path, "wrong")), "is ssl_passphrase right?"));
    CHECK(has(complaint_of(options_of(certificate.path, key.path)), "ssl_passphrase is needed"));
    CHECK(has(complaint_of(options_of(certificate.path, key.path, std::string(5000, 'x'))), "ssl_key_file"));
}

TEST_CASE("tls context: ciphers, curves and parameters are checked when they are given") {
    TlsOptions options = plain_options();
    options.ciphers = "NO-SUCH-CIPHER";
    CHECK(complaint_of(options) == "ssl_ciphers NO-SUCH-CIPHER: no cipher match");
    options.ciphers = "TLS_NO_SUCH_SUITE";
    CHECK(has(complaint_of(options), "ssl_ciphers TLS_NO_SUCH_SUITE: "));
    options.ciphers = "TLS_CHACHA20_POLY1305_SHA256:ECDHE-ECDSA-AES256-GCM-SHA384";
    const auto context = context_of(options);
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        Rig rig(context, version);
        REQUIRE(rig.shake() == Error::ok);
        CHECK(std::string(rig.server->tls()->facts()->cipher) ==
              (version == TLS1_3_VERSION ? "TLS_CHACHA20_POLY1305_SHA256" : "ECDHE-ECDSA-AES256-GCM-SHA384"));
    }
    options = plain_options();
    options.curves = "P-999";
    CHECK(has(complaint_of(options), "ssl_ecdh_curve P-999: "));
    options.curves = "P-384";
    Rig curve(context_of(options));
    REQUIRE(curve.shake() == Error::ok);
    CHECK(SSL_get_negotiated_group(curve.client->ssl) == NID_secp384r1);
    options.curves = "auto";
    CHECK(complaint_of(options).empty());
    options.dhparam_file = "/nowhere/dh.pem";
    CHECK(complaint_of(options) == "ssl_dhparam /nowhere/dh.pem: No such file or directory");
    const TempFile garbage("this is no PEM");
    options.dhparam_file = garbage.path;
    CHECK(has(complaint_of(options), "ssl_dhparam " + garbage.path + ": "));
}

TEST_CASE("tls context: versions that are off are not spoken") {
    TlsOptions options = plain_options();
    CHECK(Rig(context_of(options), TLS1_1_VERSION).shake() != Error::ok);
    options.protocols = kTls13;
    CHECK(Rig(context_of(options), TLS1_2_VERSION).shake() == Error::tls_handshake_failed);
    CHECK(Rig(context_of(options), TLS1_3_VERSION).shake() == Error::ok);
    options.protocols = kTls12;
    CHECK(Rig(context_of(options), TLS1_3_VERSION).shake() == Error::tls_handshake_failed);
    CHECK(Rig(context_of(options)).shake() == Error::ok);
    ERR_clear_error();
}

TEST_CASE("tls context: the certificate is that of the name that the client asks for") {
    TlsOptions options;
    options.identity = identity("default");
    options.names = {
        {"example.org", identity("one")}, {"*.example.org", identity("any")}, {"www.example.org", identity("www")}};
    const auto context = context_of(options);
    CHECK(name_for(context, nullptr) == "default");
    CHECK(name_for(context, "example.com") == "default");
    CHECK(name_for(context, "example.org") == "one");
    CHECK(name_for(context, "EXAMPLE.org") == "one");
    CHECK(name_for(context, "www.example.org") == "www");
    CHECK(name_for(context, "api.Example.org") == "any");
    CHECK(name_for(context, "a.b.example.org") == "default");
    CHECK(name_for(context, "example.org.example.com") == "default");
    options.names.emplace_back("bad.example.org", TlsIdentity{"/nowhere/c.pem", "", "", "", "", ""});
    CHECK(complaint_of(options) ==
          "ssl_sni_certs, bad.example.org: ssl_cert_file /nowhere/c.pem: No such file or directory");
}

TEST_CASE("tls context: ALPN chooses what the port speaks, and refuses what it does not") {
    const auto chosen = [](bool http2, const std::string& offered) {
        TlsOptions options = plain_options();
        options.http2 = http2;
        Rig rig(context_of(options));
        SSL_set_alpn_protos(rig.client->ssl, reinterpret_cast<const unsigned char*>(offered.data()), offered.size());
        if (rig.shake() != Error::ok) return std::string("refused");
        const unsigned char* name = nullptr;
        unsigned size = 0;
        SSL_get0_alpn_selected(rig.client->ssl, &name, &size);
        CHECK(rig.server->tls()->facts()->http2 == (size == 2));
        return std::string(reinterpret_cast<const char*>(name), size);
    };
    CHECK(chosen(true, "\x08http/1.1\x02h2") == "h2");
    CHECK(chosen(false, "\x02h2\x08http/1.1") == "http/1.1");
    CHECK(chosen(true, "\x08http/1.1") == "http/1.1");
    CHECK(chosen(false, "\x02h2") == "refused");
    CHECK(chosen(true, "\x06spdy/9") == "refused");
    CHECK(chosen(true, "").empty());
    ERR_clear_error();
}

TEST_CASE("tls context: clients need a certificate of the right authority where that is asked for") {
    const Issued authority = issue("authority", nullptr, "", true);
    const Issued stranger = issue("authority", nullptr, "", true);
    const Issued good = issue("client", &authority);
    const Issued bad = issue("client", &stranger);
    const Issued alone = issue("alone");
    const TempFile file(authority.certificate);
    TlsOptions options = plain_options();
    options.verify_peer = true;
    options.client_ca_file = file.path;
    Verified verified = verify(options, &good);
    REQUIRE(verified.error == Error::ok);
    CHECK(verified.facts.client_verify == "SUCCESS");
    CHECK(verified.facts.client_subject == "CN=client");
    CHECK(verified.facts.client_issuer == "CN=authority");
    CHECK(verified.facts.client_pem == good.certificate);
    CHECK(verified.facts.client_fingerprint.size() == 64);
    CHECK(!verified.facts.client_not_after.empty());
    CHECK(verify(options, nullptr).error == Error::tls_handshake_failed);
    CHECK(verify(options, nullptr).why == "peer did not return a certificate");
    verified = verify(options, &bad);
    CHECK(verified.error == Error::tls_verify_failed);
    CHECK(!verified.why.empty());
    CHECK(verify(options, &alone).error == Error::tls_verify_failed);
    options.allow_self_signed = true;
    verified = verify(options, &alone);
    CHECK(verified.error == Error::ok);
    CHECK(verified.facts.client_verify == "FAILED:self-signed certificate");
    CHECK(verify(options, &bad).error == Error::tls_verify_failed);
    options.allow_self_signed = false;
    options.client_ca_file.clear();
    options.ca_file = file.path;
    CHECK(verify(options, &good).error == Error::ok);
    options.ca_file = "/nowhere/ca.pem";
    CHECK(complaint_of(options) == "ssl_cafile /nowhere/ca.pem: No such file or directory");
    const TempFile garbage("this is no PEM");
    options.ca_file = garbage.path;
    CHECK(complaint_of(options) == "ssl_cafile " + garbage.path + ": no start line");
}

TEST_CASE("tls context: a chain may be as long as the depth allows") {
    const Issued root = issue("root", nullptr, "", true);
    const Issued middle = issue("middle", &root, "", true);
    Issued client = issue("client", &middle);
    const TempFile file(root.certificate + middle.certificate);
    TlsOptions options = plain_options();
    options.verify_peer = true;
    options.ca_file = file.path;
    options.verify_depth = 1;
    CHECK(verify(options, &client).error == Error::ok);
    const Issued lower = issue("lower", &middle, "", true);
    client = issue("client", &lower);
    file.write(root.certificate + middle.certificate + lower.certificate);
    CHECK(verify(options, &client).error == Error::tls_verify_failed);
    options.verify_depth = 2;
    CHECK(verify(options, &client).error == Error::ok);
}

TEST_CASE("tls context: a changed file makes it stale") {
    const Issued issued = issue("example.org");
    const TempFile certificate(issued.certificate);
    const TempFile key(issued.key);
    const auto context = context_of(options_of(certificate.path, key.path));
    CHECK(!context->stale());
    certificate.write(issued.certificate + "\n");
    CHECK(context->stale());
    certificate.write(issued.certificate);
    CHECK(!context_of(options_of(certificate.path, key.path))->stale());
    CHECK(!context_of(plain_options())->stale());
}

TEST_CASE("tls context: a response of the authority is handed on while it is good") {
    const TempFile garbage("this is no response");
    TlsOptions options = plain_options();
    options.identity.stapling_file = garbage.path;
    CHECK(has(complaint_of(options), "ssl_stapling_file " + garbage.path + ": "));
    for (const long validity : {3600L, -60L}) {
        const TempFile response(ocsp_response(plain_options().identity, validity));
        options.identity.stapling_file = response.path;
        Rig rig(context_of(options));
        SSL_set_tlsext_status_type(rig.client->ssl, TLSEXT_STATUSTYPE_ocsp);
        REQUIRE(rig.shake() == Error::ok);
        const unsigned char* stapled = nullptr;
        const long size = SSL_get_tlsext_status_ocsp_resp(rig.client->ssl, &stapled);
        CHECK((size > 0) == (validity > 0));
    }
}
