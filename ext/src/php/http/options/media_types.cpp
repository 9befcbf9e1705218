#include "php/http/options/media_types.h"

#include <fcntl.h>

#include "base/buffer.h"
#include "base/fd.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr size_t kLargestTable = 1 << 20;
constexpr const char* kSystemTable = "/etc/mime.types";

// Empty when there is no such file.
Buffer read_system_table() {
    constexpr size_t kPiece = 64 * 1024;
    Buffer text;
    const Fd file(::open(kSystemTable, O_RDONLY | O_CLOEXEC));
    while (file.open() && text.size() < kLargestTable) {
        const ssize_t count = ::read(file.get(), text.extend(kPiece), kPiece);
        text.shrink(count > 0 ? kPiece - static_cast<size_t>(count) : kPiece);
        if (count <= 0) break;
    }
    return text;
}

}  // namespace

http::MediaTypes& media_types() {
    if (TERN_G(media_types) == nullptr) {
        TERN_G(media_types) = new http::MediaTypes;
        TERN_G(media_types)->add_table(read_system_table().view());
    }
    return *TERN_G(media_types);
}

}  // namespace tern::php
