// Content codings (RFC 9110 8.4.1, 12.5.3): which of them a client accepts, and how much it wants each; which of them a
// request body has.
#pragma once

#include <span>

#include "base/result.h"
#include "protocol/http/head.h"

namespace tern::http {

enum class ContentCoding : uint8_t { identity, gzip, br, zstd, deflate };
inline constexpr size_t kContentCodings = 5;

// The name as Content-Encoding has it.
Bytes name_of(ContentCoding coding) noexcept;
// By its name, any case, `x-gzip` too; invalid_params for others.
Result<ContentCoding> find_coding(Bytes name) noexcept;
// Of the body behind this head. invalid_params where that is unknown, or more than one.
Result<ContentCoding> coding_of(const RequestHead& head) noexcept;

// Weights from an Accept-Encoding field, in thousandths; 0 is not acceptable.
class AcceptedCodings {
public:
    // Without the field only identity is assumed: many clients that do not send it cannot decode anything.
    explicit AcceptedCodings(const RequestHead& head) noexcept;

    int weight(ContentCoding coding) const noexcept { return weights_[static_cast<size_t>(coding)]; }
    // Of those offered the one that the client wants most, the first of equals; identity when it wants that more, or
    // none of them.
    ContentCoding choose(std::span<const ContentCoding> offered) const noexcept;

private:
    void add(Bytes field_value) noexcept;

    int weights_[kContentCodings] = {};
};

}  // namespace tern::http
