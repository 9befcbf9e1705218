// A rig whose port speaks HTTP/2, and clients that do.
#pragma once

#include "protocol/http/h2/nghttp2_client.h"
#include "serve/rig.h"

namespace tern::serve::test {

using http::h2::test::ClientSession;
using http::h2::test::Fields;

inline RigOptions speaking_http2() {
    RigOptions options;
    options.port.http2 = true;
    options.port.streams = {"/s"};
    return options;
}

class H2Client : public ClientSession {
public:
    explicit H2Client(Rig& rig, uint32_t window = 65535, bool eager = true)
        : ClientSession(window, eager), rig_(rig), client_(rig.connect()) {}

    // Until nobody has anything to say.
    void talk() {
        for (int i = 0; i < 1000; ++i) {
            const std::string said = out();
            client_.send(said);
            rig_.turn();
            const std::string heard = client_.take();
            in(heard);
            if (said.empty() && heard.empty()) return;
        }
    }
    std::string ask(const std::string& path) {
        const int32_t id = request(get(path));
        talk();
        return (*this)[id].text();
    }
    Client& socket() { return client_; }
    bool ended() {
        (void)client_.take();
        return client_.ended();
    }

private:
    Rig& rig_;
    Client client_;
};

}  // namespace tern::serve::test
