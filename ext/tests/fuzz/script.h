// The input of a fuzz target read as a script, and the clients that it plays.
#pragma once

#include <memory>

#include "scripted_kernel.h"
#include "transcript.h"

namespace tern::fuzz {

// Beyond its end a script is all zeros.
class ScriptReader {
public:
    explicit ScriptReader(Bytes bytes) : bytes_(bytes) {}
    bool over() const { return bytes_.empty(); }
    unsigned byte() {
        if (bytes_.empty()) return 0;
        unsigned value = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return value;
    }
    // 0 to about 16 thousand, small ones more often.
    size_t amount() {
        unsigned value = byte();
        return value < 128 ? value : size_t{value - 127} * (value - 127);
    }
    Bytes take(size_t count) {
        Bytes taken = bytes_.substr(0, count);
        bytes_.remove_prefix(taken.size());
        return taken;
    }

private:
    Bytes bytes_;
};

struct Client {
    std::shared_ptr<Socket> socket = std::make_shared<Socket>();
    Transcript transcript;
    size_t requests_sent = 0;
    size_t requests_seen = 0;
    bool countable = true;  // only whole requests that keep the connection were sent
    bool excused = false;   // something was done to it that may cost answers
};

}  // namespace tern::fuzz
