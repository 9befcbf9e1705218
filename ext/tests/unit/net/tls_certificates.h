// Certificates for tests: of a name, by an authority or by themselves.
#pragma once

#include <doctest/doctest.h>
#include <openssl/ec.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <string>

#include "net/tls_options.h"

namespace tls_certificates {

struct Issued {
    std::string certificate;
    std::string key;
};

inline std::string content(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<size_t>(size));
    BIO_free(bio);
    return text;
}

inline X509* certificate_of(const std::string& pem) {
    BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    X509* certificate = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
    BIO_free(bio);
    REQUIRE(certificate != nullptr);
    return certificate;
}

inline EVP_PKEY* key_of(const std::string& pem) {
    BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    EVP_PKEY* key = PEM_read_bio_PrivateKey(bio, nullptr, nullptr, nullptr);
    BIO_free(bio);
    REQUIRE(key != nullptr);
    return key;
}

// Null issuer: by itself. A passphrase encrypts the key.
inline Issued issue(const std::string& name, const Issued* issuer = nullptr, const std::string& passphrase = "",
                    bool authority = false) {
    static long serial = 1;
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_NAME* subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.data()), -1, -1,
                               0);
    X509_set_pubkey(certificate, key);
    if (authority) {
        X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_basic_constraints, "critical,CA:TRUE");
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
    if (issuer == nullptr) {
        X509_set_issuer_name(certificate, subject);
        REQUIRE(X509_sign(certificate, key, EVP_sha256()) > 0);
    } else {
        X509* above = certificate_of(issuer->certificate);
        EVP_PKEY* signer = key_of(issuer->key);
        X509_set_issuer_name(certificate, X509_get_subject_name(above));
        REQUIRE(X509_sign(certificate, signer, EVP_sha256()) > 0);
        X509_free(above);
        EVP_PKEY_free(signer);
    }
    BIO* text = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(text, certificate);
    BIO* key_text = BIO_new(BIO_s_mem());
    PEM_write_bio_PKCS8PrivateKey(key_text, key, passphrase.empty() ? nullptr : EVP_aes_256_cbc(), nullptr, 0, nullptr,
                                  const_cast<char*>(passphrase.c_str()));
    X509_free(certificate);
    EVP_PKEY_free(key);
    return {content(text), content(key_text)};
}

// Says that a certificate that signed itself is good for `validity_s` from now; DER.
inline std::string ocsp_response(const tern::net::TlsIdentity& identity, long validity_s) {
    X509* certificate = certificate_of(identity.certificate_pem);
    EVP_PKEY* key = key_of(identity.key_pem);
    OCSP_BASICRESP* basic = OCSP_BASICRESP_new();
    OCSP_CERTID* id = OCSP_cert_to_id(EVP_sha1(), certificate, certificate);
    ASN1_TIME* since = X509_gmtime_adj(nullptr, -120);
    ASN1_TIME* until = X509_gmtime_adj(nullptr, validity_s);
    REQUIRE(OCSP_basic_add1_status(basic, id, V_OCSP_CERTSTATUS_GOOD, 0, nullptr, since, until) != nullptr);
    REQUIRE(OCSP_basic_sign(basic, certificate, key, EVP_sha256(), nullptr, 0) == 1);
    OCSP_RESPONSE* response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
    unsigned char* der = nullptr;
    const int size = i2d_OCSP_RESPONSE(response, &der);
    std::string text(reinterpret_cast<char*>(der), static_cast<size_t>(size));
    OPENSSL_free(der);
    OCSP_RESPONSE_free(response);
    OCSP_BASICRESP_free(basic);
    OCSP_CERTID_free(id);
    ASN1_TIME_free(since);
    ASN1_TIME_free(until);
    EVP_PKEY_free(key);
    X509_free(certificate);
    return text;
}

}  // namespace tls_certificates
