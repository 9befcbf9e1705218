// Commands of Redis clients (the RESP protocol): an array of texts with their lengths,
// `*2\r\n$3\r\nGET\r\n$1\r\na\r\n`, or a line of words, as people type it. Pure code.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::protocol {

// Examines the same command while more of it arrives. Each byte is examined once.
class RespScanner {
public:
    enum class State : uint8_t { need_more, done, malformed };
    static constexpr int64_t kMostWords = 1 << 20;
    static constexpr size_t kMostLine = 64 * 1024;  // of words without lengths

    // `buffered` begins with the command, and with the bytes of the last call.
    State scan(Bytes buffered) noexcept;
    // done: size of the command. need_more: its size as far as known.
    size_t size() const noexcept { return at_; }

private:
    State scan_line(Bytes buffered) noexcept;
    State begin_array(Bytes buffered) noexcept;

    size_t at_ = 0;  // where the next word begins
    int64_t words_left_ = -1;
};

// Splits a whole command, as found by a scanner, into words, which are views of `command`; an empty command has none.
void split_command(Bytes command, std::vector<Bytes>& words);

}  // namespace tern::protocol
