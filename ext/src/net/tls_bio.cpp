#include "net/tls_bio.h"

#include <openssl/bio.h>

namespace tern::net {

const BIO_METHOD* make_bio_methods(const BioCalls& calls) noexcept {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, calls.name);
    if (made == nullptr) return made;
    (void)BIO_meth_set_read_ex(made, calls.read);
    (void)BIO_meth_set_write_ex(made, calls.write);
    (void)BIO_meth_set_ctrl(made, calls.control);
    (void)BIO_meth_set_create(made, [](BIO* bio) {
        BIO_set_init(bio, 1);
        return 1;
    });
    return made;
}

BIO* make_bio(const BIO_METHOD* methods, void* data) noexcept {
    BIO* made = methods == nullptr ? nullptr : BIO_new(methods);
    if (made != nullptr) BIO_set_data(made, data);
    return made;
}

}  // namespace tern::net
