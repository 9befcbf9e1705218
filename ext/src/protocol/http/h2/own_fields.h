// The fields that a server adds to each answer of an HTTP/2 connection.
#pragma once

#include "base/bytes.h"

namespace tern::http::h2 {

// Added to an answer unless its handler has set them.
struct OwnFields {
    Bytes date;
    Bytes server;  // empty: none
};

}  // namespace tern::http::h2
