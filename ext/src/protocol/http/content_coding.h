// Content codings (RFC 9110 8.4.1, 12.5.3): the ones that a client accepts, with their weights, and the one of a
// request body.
#pragma once

#include <span>

#include "base/result.h"
#include "protocol/http/head.h"

namespace tern::http {

enum class ContentCoding : uint8_t { identity, gzip, br, zstd, deflate };
inline constexpr size_t kContentCodings = 5;

// The name for Content-Encoding.
Bytes name_of(ContentCoding coding) noexcept;
// Finds a coding by its name, in any case, also `x-gzip`. invalid_params: unknown.
Result<ContentCoding> find_coding(Bytes name) noexcept;
// The coding of the body after a head with these fields. invalid_params: unknown, or more than one.
Result<ContentCoding> coding_of(std::span<const Field> fields) noexcept;
inline Result<ContentCoding> coding_of(const RequestHead& head) noexcept { return coding_of(head.all_fields()); }

// The weights of an Accept-Encoding field, in thousandths; 0: not acceptable.
class AcceptedCodings {
public:
    // Without the field only identity is acceptable: many clients that do not send it cannot decode anything.
    explicit AcceptedCodings(const RequestHead& head) noexcept;

    int weight(ContentCoding coding) const noexcept { return weights_[static_cast<size_t>(coding)]; }
    // The offered coding with the highest weight, the first of equals; identity if its weight is higher, or if none is
    // acceptable.
    ContentCoding choose(std::span<const ContentCoding> offered) const noexcept;

private:
    void add(Bytes field_value) noexcept;

    bool given_ = false;
    int weights_[kContentCodings] = {};
};

}  // namespace tern::http
