#include "protocol/http/request_scanner.h"

#include <cstdint>
#include <limits>

namespace tern::http {

RequestScanner::State RequestScanner::scan(Bytes buffered) noexcept {
    if (size_ == 0) {
        const ParseStep step = parser_.feed(buffered, head_);
        if (step.state == ParseStep::State::need_more) return State::need_more;
        if (step.state == ParseStep::State::failed) return State::malformed;
        size_ = step.consumed;
        constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
        if (head_.content_length > kMost - size_) return State::malformed;
    }
    if (head_.chunked) return scan_chunks(buffered);
    size_ += head_.content_length;
    return State::done;
}

RequestScanner::State RequestScanner::scan_chunks(Bytes buffered) noexcept {
    for (;;) {
        const ChunkStep step = chunks_.feed(buffered.substr(size_));
        size_ += step.consumed;
        switch (step.state) {
            case ChunkStep::State::more: return State::need_more;
            case ChunkStep::State::data: break;
            case ChunkStep::State::done: return State::done;
            case ChunkStep::State::failed: return State::malformed;
        }
    }
}

}  // namespace tern::http
