#include "serve/h2/h2_output.h"

#include <algorithm>

namespace tern::serve {

// A single response is always sent, however large it is.
void H2SendAccount::keep_within_limit() noexcept {
    const uint64_t most = limits_.http2_worker_buffer_bytes;
    if (most == 0 || all_.bytes() <= most) return;
    all_.keep_within(most);
    if (all_.bytes() > most && holding_ > 1) drop_unsent();
}

void H2Output::push(BodyPart&& part, int64_t now_ms) noexcept {
    if (account_.dropped()) return;
    const uint64_t before = parts_.size();
    if (before == 0) moved_at_ms_ = now_ms;
    parts_.push(std::move(part));
    note(before);
    account_.keep_within_limit();
}

http::h2::Pull H2Output::pull(size_t most) const noexcept {
    http::h2::Pull pull;
    pull.bytes = static_cast<size_t>(std::min<uint64_t>(most, parts_.size()));
    pull.end = finished_ && pull.bytes == parts_.size();
    pull.trailers_next = pull.end && !trailers_.empty();
    pull.may_be_lost = parts_.has_files();
    return pull;
}

bool H2Output::put(Buffer& out, size_t count, int64_t now_ms) noexcept {
    moved_at_ms_ = now_ms;
    const uint64_t before = parts_.size();
    const bool whole = parts_.put(out, count);
    note(before);
    return whole;
}

void H2Output::clear_parts() noexcept {
    const uint64_t before = parts_.size();
    parts_.clear();
    note(before);
}

void H2Output::note(uint64_t queued_before) noexcept {
    account_.move_queued(queued_before, parts_.size());
    if (parts_.memory() == 0 && memory_ == 0) return;
    const uint64_t before = std::exchange(memory_, parts_.memory());
    account_.move_memory(before, memory_);
}

}  // namespace tern::serve
