#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "net/tls_settings.h"

namespace tern::net {

namespace {

constexpr long kDay = 86'400;

bool add_extension(X509* certificate, int kind, const char* value) noexcept {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
    const bool added = extension != nullptr && X509_add_ext(certificate, extension, -1) > 0;
    X509_EXTENSION_free(extension);
    return added;
}

bool describe_self(X509* certificate, EVP_PKEY* key) noexcept {
    unsigned char serial[16];
    if (RAND_bytes(serial, sizeof serial) <= 0) return false;
    serial[0] &= 0x7f;
    BIGNUM* number = BN_bin2bn(serial, sizeof serial, nullptr);
    (void)BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    (void)X509_set_version(certificate, X509_VERSION_3);
    (void)X509_gmtime_adj(X509_getm_notBefore(certificate), -kDay);
    (void)X509_gmtime_adj(X509_getm_notAfter(certificate), 365 * kDay);
    X509_NAME* name = X509_get_subject_name(certificate);
    const auto* text = reinterpret_cast<const unsigned char*>("localhost");
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0) > 0 &&
           X509_set_issuer_name(certificate, name) > 0 && X509_set_pubkey(certificate, key) > 0 &&
           add_extension(certificate, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1") &&
           add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, NID_ext_key_usage, "serverAuth") && X509_sign(certificate, key, EVP_sha256()) > 0;
}

std::string content(BIO* memory) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return size > 0 ? std::string(data, static_cast<size_t>(size)) : std::string();
}

}  // namespace

TlsIdentity make_self_signed() noexcept {
    TlsIdentity identity;
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    BIO* key_text = BIO_new(BIO_s_secmem());
    BIO* certificate_text = BIO_new(BIO_s_mem());
    const bool made = key != nullptr && certificate != nullptr && key_text != nullptr && certificate_text != nullptr &&
                      describe_self(certificate, key) && PEM_write_bio_X509(certificate_text, certificate) > 0 &&
                      PEM_write_bio_PrivateKey(key_text, key, nullptr, nullptr, 0, nullptr, nullptr) > 0;
    if (made) {
        identity.certificate_pem = content(certificate_text);
        identity.key_pem = content(key_text);
    }
    BIO_free(certificate_text);
    BIO_free(key_text);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return identity;
}

}  // namespace tern::net
