// A rig whose port speaks FastCGI.
#pragma once

#include "protocol/fastcgi/records.h"
#include "serve/rig.h"

namespace tern::serve::test {

inline RigOptions speaking_fastcgi() {
    RigOptions options;
    options.port.fastcgi = true;
    options.port.streams = {"/s"};
    return options;
}

// What comes back for these bytes.
inline fastcgi::test::Replies talk(Rig& rig, Client& client, Bytes bytes) {
    return fastcgi::test::Replies(rig.ask(client, bytes));
}

}  // namespace tern::serve::test
