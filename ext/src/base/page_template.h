// Bytes that many blocks of memory begin with. The blocks share the pages that are not changed in them, and the kernel
// copies a page when it is written.
#pragma once

#include <cstddef>
#include <string>

#include "base/bytes.h"
#include "base/fd.h"

namespace tern {

class PageTemplate {
public:
    PageTemplate() = default;
    PageTemplate(const PageTemplate&) = delete;
    PageTemplate& operator=(const PageTemplate&) = delete;

    // Blocks made from now on begin so. Where the system does not share pages they are copies.
    void set(Bytes bytes);
    size_t size() const noexcept { return bytes_.size(); }
    // A block of that size, or larger, which is the allocator's: any code may call free() with it. What lies behind the
    // bytes has any value.
    char* make_block(size_t least = 0) const;

private:
    size_t shared_bytes() const noexcept;

    std::string bytes_;
    Fd file_;  // not open: nothing is shared
};

}  // namespace tern
