// Content codings (RFC 9110 8.4.1, 12.5.3): which of them a client accepts, and how much it wants each.
#pragma once

#include "http/head.h"

namespace tern::http {

enum class ContentCoding : uint8_t { identity, gzip, br, zstd };
inline constexpr size_t kContentCodings = 4;

// The name as Content-Encoding has it.
Bytes name_of(ContentCoding coding) noexcept;

// Weights from an Accept-Encoding field, in thousandths; 0 is not acceptable.
class AcceptedCodings {
public:
    // Without the field only identity is assumed: many clients that do not send it cannot decode anything.
    explicit AcceptedCodings(const RequestHead& head) noexcept;

    int weight(ContentCoding coding) const noexcept { return weights_[static_cast<size_t>(coding)]; }

private:
    void add(Bytes field_value) noexcept;

    int weights_[kContentCodings] = {};
};

}  // namespace tern::http
