// The form in which a file is sent: its own bytes or those of a compressed variant, with the matching fields.
#pragma once

#include <array>

#include "base/check.h"
#include "protocol/http/content_coding.h"
#include "serve/files/file_cache.h"

namespace tern::serve {

struct Representation {
    static constexpr size_t kMostFields = 8;

    CachedFile* file;
    const CachedFile* named;  // the requested file
    http::ContentCoding coding = http::ContentCoding::identity;
    std::array<http::Field, kMostFields> fields;
    size_t count = 0;
    bool varies;

    Representation(CachedFile& its_file, bool may_vary) noexcept
        : file(&its_file), named(&its_file), varies(may_vary) {}
    void use(CachedFile& variant, http::ContentCoding its_coding) noexcept {
        file = &variant;
        coding = its_coding;
    }
    void add(Bytes name, Bytes value) noexcept {
        TERN_CHECK(count < kMostFields);
        fields[count++] = {name, value};
    }
    // Adds the fields of answers with and without a body (RFC 9110 15.4.5).
    void add_validators() noexcept;
};

}  // namespace tern::serve
