// What a server adds to each answer of an HTTP/2 connection.
#pragma once

#include "base/bytes.h"

namespace tern::http::h2 {

// Fields that the server adds to an answer unless its handler gave them.
struct OwnFields {
    Bytes date;
    Bytes server;  // empty: none
};

}  // namespace tern::http::h2
