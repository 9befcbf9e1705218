// A message body that is too long for a ring: a memory file, which is sent with the message and freed by its last
// reader.
#pragma once

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

class MessageBody {
public:
    static constexpr size_t kMost = size_t{1} << 30;

    // data_length_too_large: longer than kMost.
    static Result<Fd> write(Bytes bytes) noexcept;

    MessageBody() = default;
    MessageBody(const MessageBody&) = delete;
    MessageBody& operator=(const MessageBody&) = delete;
    ~MessageBody();

    // Call it once; the descriptor is not needed afterwards.
    Error open(int file) noexcept;
    Bytes view() const noexcept { return bytes_; }

private:
    Bytes bytes_;
};

}  // namespace tern::proc
