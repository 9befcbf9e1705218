#pragma once

#include <doctest/doctest.h>
#include <string>

#include "shm/ring.h"

namespace tern::shm::test {

// "none", or the message that is read.
inline std::string next(Ring& ring) {
    Buffer room;
    const Error error = ring.read(room);
    CHECK((error == Error::ok || error == Error::would_block));
    return error == Error::ok ? std::string(room.view()) : "none";
}

}  // namespace tern::shm::test
