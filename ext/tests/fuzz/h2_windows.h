// What a client of HTTP/2 allows to be sent (RFC 9113 5.2, 6.9), by the frames of both sides. It knows no states: what
// it counts is at least what the client allows, and for the connection exactly that, as long as nothing is wrong.
#pragma once

#include <cstdlib>
#include <map>
#include <string>

#include "base/bytes.h"

namespace tern::fuzz {

class H2Windows {
public:
    // Bytes of the client, after its preface, and of the server. They may be cut anywhere.
    void receive(Bytes bytes) {
        each_frame(input_, bytes, [this](const Frame& frame) { on_client_frame(frame); });
    }
    void send(Bytes bytes) {
        each_frame(output_, bytes, [this](const Frame& frame) { on_server_frame(frame); });
    }
    int64_t connection() const { return connection_; }

private:
    struct Frame {
        unsigned type, flags;
        uint32_t stream;
        Bytes payload;
    };
    struct Stream {
        int64_t window = 0;  // without the initial one
        bool begun = false, ended = false;
    };

    static uint32_t number(Bytes bytes, size_t at, size_t size = 4) {
        uint32_t value = 0;
        for (size_t i = 0; i < size; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
        return value;
    }
    template <class Act>
    static void each_frame(std::string& waiting, Bytes bytes, Act act) {
        waiting += bytes;
        size_t at = 0;
        for (;;) {
            const Bytes left = Bytes(waiting).substr(at);
            if (left.size() < 9 || left.size() - 9 < number(left, 0, 3)) break;
            const Bytes payload = left.substr(9, number(left, 0, 3));
            act({number(left, 3, 1), number(left, 4, 1), number(left, 5) & 0x7fffffff, payload});
            at += 9 + payload.size();
        }
        waiting.erase(0, at);
    }
    void on_client_frame(const Frame& frame) {
        if (frame.type == 8 && frame.payload.size() == 4) {
            (frame.stream == 0 ? connection_ : streams_[frame.stream].window) += number(frame.payload, 0) & 0x7fffffff;
        }
        if (frame.type != 4 || (frame.flags & 1) != 0) return;
        for (size_t at = 0; at + 6 <= frame.payload.size(); at += 6) {
            if (number(frame.payload, at, 2) == 4) initial_ = number(frame.payload, at + 2);
        }
    }
    void on_server_frame(const Frame& frame) {
        if (frame.type > 1) return;
        Stream& stream = streams_[frame.stream];
        if (stream.ended || (frame.type == 0 && !stream.begun)) std::abort();
        stream.begun = true;
        stream.ended = (frame.flags & 1) != 0;
        if (frame.type == 1 || frame.payload.empty()) return;
        connection_ -= static_cast<int64_t>(frame.payload.size());
        stream.window -= static_cast<int64_t>(frame.payload.size());
        if (connection_ < 0 || initial_ + stream.window < 0) std::abort();
    }

    std::string input_, output_;
    std::map<uint32_t, Stream> streams_;
    int64_t connection_ = 65535;
    int64_t initial_ = 65535;
};

}  // namespace tern::fuzz
