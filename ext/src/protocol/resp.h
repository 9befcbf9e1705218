// Commands as clients send them to Redis (the RESP protocol): an array of texts that are counted, `*2\r\n$3\r\nGET\r\n
// $1\r\na\r\n`, or one line of words, as people type it. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::protocol {

// Looks at the same command while more of it arrives; every byte is looked at once.
class RespScanner {
public:
    enum class State : uint8_t { need_more, done, malformed };
    static constexpr int64_t kMostWords = 1 << 20;
    static constexpr size_t kMostLine = 64 * 1024;  // of words that are not counted

    // `buffered` begins with the command, and with what it had in the last call.
    State scan(Bytes buffered) noexcept;
    // done: of the command. need_more: as much as is known that it will have.
    size_t size() const noexcept { return at_; }

private:
    State scan_line(Bytes buffered) noexcept;
    State begin_array(Bytes buffered) noexcept;

    size_t at_ = 0;  // where the next word begins
    int64_t words_left_ = -1;
};

// The words of a whole command that a scanner has found; empty for an empty one. They lie in `command`.
void split_command(Bytes command, std::vector<Bytes>& words);

}  // namespace tern::protocol
