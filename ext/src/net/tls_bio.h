// BIOs of our own, by which OpenSSL reads and writes records.
#pragma once

#include <cstddef>
#include <openssl/bio.h>

namespace tern::net {

// As BIO_meth_set_read_ex(3), BIO_meth_set_write_ex(3) and BIO_meth_set_ctrl(3) say. A failed write returns -1, as
// newer versions of OpenSSL take 0 for success.
struct BioCalls {
    const char* name;
    int (*read)(BIO* bio, char* into, size_t room, size_t* got);
    int (*write)(BIO* bio, const char* from, size_t size, size_t* taken);
    long (*control)(BIO* bio, int what, long number, void* data);
};

// Made once and never freed. Null: OpenSSL has no memory.
const BIO_METHOD* make_bio_methods(const BioCalls& calls) noexcept;
// A BIO whose data, see BIO_get_data(3), is `data`. Null: OpenSSL has no memory.
BIO* make_bio(const BIO_METHOD* methods, void* data) noexcept;

}  // namespace tern::net
