#include "protocol/resp.h"

#include <charconv>

namespace tern::protocol {

namespace {

using RespState = RespScanner::State;

constexpr Bytes kEnd = "\r\n";
constexpr size_t kMostDigits = 20;

// The number after a letter, up to the end of its line; `size` bytes in all.
struct Counted {
    RespState state = RespState::need_more;
    int64_t number = 0;
    size_t size = 0;
};

Counted read_number(Bytes line, char letter) noexcept {
    if (line.empty()) return {};
    if (line[0] != letter) return {RespState::malformed};
    const size_t end = line.substr(0, kMostDigits + kEnd.size() + 1).find(kEnd);
    if (end == Bytes::npos)
        return {line.size() > kMostDigits + kEnd.size() ? RespState::malformed : RespState::need_more};
    Counted found{RespState::done, 0, end + kEnd.size()};
    const auto [stop, error] = std::from_chars(line.data() + 1, line.data() + end, found.number);
    if (error != std::errc() || stop != line.data() + end) found.state = RespState::malformed;
    return found;
}

bool is_space(char byte) noexcept { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

}  // namespace

RespState RespScanner::begin_array(Bytes buffered) noexcept {
    const Counted count = read_number(buffered, '*');
    if (count.state != RespState::done) return count.state;
    if (count.number > kMostWords) return RespState::malformed;
    words_left_ = count.number < 0 ? 0 : count.number;
    at_ = count.size;
    return RespState::done;
}

RespState RespScanner::scan_line(Bytes buffered) noexcept {
    const size_t end = buffered.find('\n', at_);
    if (end != Bytes::npos) {
        at_ = end + 1;
        return at_ > kMostLine ? RespState::malformed : RespState::done;
    }
    at_ = buffered.size();
    return at_ > kMostLine ? RespState::malformed : RespState::need_more;
}

RespState RespScanner::scan(Bytes buffered) noexcept {
    if (buffered.empty()) return RespState::need_more;
    if (buffered[0] != '*') return scan_line(buffered);
    if (words_left_ < 0) {
        if (RespState begun = begin_array(buffered); begun != RespState::done) return begun;
    }
    for (; words_left_ > 0; --words_left_) {
        if (at_ >= buffered.size()) return RespState::need_more;
        const Counted length = read_number(buffered.substr(at_), '$');
        if (length.state != RespState::done) return length.state;
        if (length.number < 0 || length.number > INT32_MAX) return RespState::malformed;
        at_ += length.size + static_cast<size_t>(length.number) + kEnd.size();
    }
    return at_ <= buffered.size() ? RespState::done : RespState::need_more;
}

void split_command(Bytes command, std::vector<Bytes>& words) {
    words.clear();
    if (!command.starts_with('*')) {
        for (size_t at = 0; at < command.size();) {
            size_t end = at;
            while (end < command.size() && !is_space(command[end])) ++end;
            if (end > at) words.push_back(command.substr(at, end - at));
            at = end + 1;
        }
        return;
    }
    const Counted count = read_number(command, '*');
    size_t at = count.size;
    for (int64_t i = 0; i < count.number; ++i) {
        const Counted length = read_number(command.substr(at), '$');
        words.push_back(command.substr(at + length.size, static_cast<size_t>(length.number)));
        at += length.size + static_cast<size_t>(length.number) + kEnd.size();
    }
}

}  // namespace tern::protocol
