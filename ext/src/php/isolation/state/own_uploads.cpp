#include "php/isolation/state/own_uploads.h"

#include <utility>

#include "php/isolation/context.h"

extern "C" {
#include <main/SAPI.h>
#include <main/rfc1867.h>
}

namespace tern::php {

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
