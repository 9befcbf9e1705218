#include "php/isolation/state/uploads.h"

#include <utility>

#include "php/engine/compat/engine.h"
#include "php/isolation/context.h"
#include "php/isolation/state/own_parts.h"

extern "C" {
#include <main/SAPI.h>
#include <main/rfc1867.h>
}

namespace tern::php {

namespace {

void release_path(zval* path) { zend_string_release(Z_STR_P(path)); }

HashTable* registry() {
    if (SG(rfc1867_uploaded_files) == nullptr) {
        ALLOC_HASHTABLE(SG(rfc1867_uploaded_files));
        zend_hash_init(SG(rfc1867_uploaded_files), 8, nullptr, release_path, false);
    }
    return SG(rfc1867_uploaded_files);
}

// Allocates nothing, so the loop may call it. At the end of PHP the registry is freed before the last requests.
void remove_upload(Bytes path) {
    if (SG(rfc1867_uploaded_files) != nullptr) {
        zend_hash_str_del(SG(rfc1867_uploaded_files), path.data(), path.size());
    }
}

}  // namespace

void register_uploads(serve::Form& form) {
    form.at_removal(remove_upload);
    for (const serve::FormFile& file : form.files()) {
        if (file.path.empty()) continue;
        zend_string* path = zend_string_init(file.path.data(), file.path.size(), false);
        if (zend_hash_add_ptr(registry(), path, path) == nullptr) zend_string_release(path);
    }
}

namespace {

// While the context runs, files_ has the outer ones.
class OwnUploads final : public OwnPart {
public:
    OwnUploads() : files_(std::exchange(SG(rfc1867_uploaded_files), nullptr)) {}

    void exchange() override { std::swap(files_, SG(rfc1867_uploaded_files)); }
    void end() override {
        if (SG(rfc1867_uploaded_files) != nullptr) destroy_uploaded_files_hash();
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    HashTable* files_;
};

}  // namespace

OwnPart* own_uploads() { return new OwnUploads; }

}  // namespace tern::php
