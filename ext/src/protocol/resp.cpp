#include "protocol/resp.h"

#include <charconv>

namespace tern::protocol {

namespace {

using State = RespScanner::State;

constexpr Bytes kEnd = "\r\n";
constexpr size_t kMostDigits = 20;

// The number after a letter, up to the end of its line; `size` bytes in all.
struct Counted {
    State state = State::need_more;
    int64_t number = 0;
    size_t size = 0;
};

Counted read_number(Bytes line, char letter) noexcept {
    if (line.empty()) return {};
    if (line[0] != letter) return {State::malformed};
    const size_t end = line.substr(0, kMostDigits + kEnd.size() + 1).find(kEnd);
    if (end == Bytes::npos) return {line.size() > kMostDigits + kEnd.size() ? State::malformed : State::need_more};
    Counted found{State::done, 0, end + kEnd.size()};
    const auto [stop, error] = std::from_chars(line.data() + 1, line.data() + end, found.number);
    if (error != std::errc() || stop != line.data() + end) found.state = State::malformed;
    return found;
}

bool is_space(char byte) noexcept { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

}  // namespace

State RespScanner::begin_array(Bytes buffered) noexcept {
    const Counted count = read_number(buffered, '*');
    if (count.state != State::done) return count.state;
    if (count.number > kMostWords) return State::malformed;
    words_left_ = count.number < 0 ? 0 : count.number;
    at_ = count.size;
    return State::done;
}

State RespScanner::scan_line(Bytes buffered) noexcept {
    const size_t end = buffered.find('\n', at_);
    if (end != Bytes::npos) {
        at_ = end + 1;
        return at_ > kMostLine ? State::malformed : State::done;
    }
    at_ = buffered.size();
    return at_ > kMostLine ? State::malformed : State::need_more;
}

State RespScanner::scan(Bytes buffered) noexcept {
    if (buffered.empty()) return State::need_more;
    if (buffered[0] != '*') return scan_line(buffered);
    if (words_left_ < 0) {
        if (State begun = begin_array(buffered); begun != State::done) return begun;
    }
    for (; words_left_ > 0; --words_left_) {
        if (at_ >= buffered.size()) return State::need_more;
        const Counted length = read_number(buffered.substr(at_), '$');
        if (length.state != State::done) return length.state;
        if (length.number < 0 || length.number > INT32_MAX) return State::malformed;
        at_ += length.size + static_cast<size_t>(length.number) + kEnd.size();
    }
    return at_ <= buffered.size() ? State::done : State::need_more;
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
