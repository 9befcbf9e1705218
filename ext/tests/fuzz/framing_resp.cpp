// Commands to Redis (open_redis_protocol), and their words.
#include "framing_target.h"

namespace tern::fuzz {

namespace {

constexpr int64_t kIncomplete = 0;
std::vector<std::string> words;

// Takes `letter`, a number and the end of the line; 1 when there was one.
int64_t take_number(Bytes& rest, char letter, int64_t& number) {
    constexpr size_t kMostBytes = 23;
    if (rest.empty()) return kIncomplete;
    if (rest[0] != letter) return kRefused;
    const size_t end = rest.find("\r\n");
    if (end == Bytes::npos && rest.size() < kMostBytes) return kIncomplete;
    if (end == Bytes::npos || end + 2 > kMostBytes) return kRefused;
    const std::string digits(rest.substr(1, end - 1));
    const size_t sign = digits.starts_with('-') ? 1 : 0;
    if (digits.size() == sign || digits.find_first_not_of("0123456789", sign) != std::string::npos) return kRefused;
    errno = 0;
    number = std::strtoll(digits.c_str(), nullptr, 10);
    if (errno != 0) return kRefused;
    rest.remove_prefix(end + 2);
    return 1;
}

int64_t read_line(const protocol::Framing& framing, Bytes rest) {
    const size_t most = std::min(framing.most, protocol::RespScanner::kMostLine);
    const size_t end = rest.find('\n');
    if (std::min(end, rest.size()) + (end == Bytes::npos ? 0 : 1) > most) return kRefused;
    if (end == Bytes::npos) return kIncomplete;
    std::string word;
    for (const char byte : rest.substr(0, end + 1)) {
        if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') {
            word += byte;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    }
    return static_cast<int64_t>(end) + 1;
}

}  // namespace

void choose_framing(protocol::Framing& framing, ScriptReader&) { framing.by = protocol::Framing::By::resp; }

int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    words.clear();
    if (rest[0] != '*') return read_line(framing, rest);
    Bytes behind = rest;
    int64_t count = 0;
    const int64_t begun = take_number(behind, '*', count);
    if (begun == kIncomplete) return rest.size() > framing.most ? kRefused : kIncomplete;
    if (begun < 0 || count > protocol::RespScanner::kMostWords) return kRefused;
    for (; count > 0; --count) {
        int64_t length = 0;
        const int64_t taken = take_number(behind, '$', length);
        if (taken == kIncomplete) return rest.size() > framing.most ? kRefused : kIncomplete;
        if (taken < 0 || length < 0 || length > INT32_MAX) return kRefused;
        const size_t size = static_cast<size_t>(length) + 2;
        if (size > behind.size()) return rest.size() - behind.size() + size > framing.most ? kRefused : kIncomplete;
        words.emplace_back(behind.substr(0, size - 2));
        behind.remove_prefix(size);
    }
    const size_t size = rest.size() - behind.size();
    return size > framing.most ? kRefused : static_cast<int64_t>(size);
}

void check_message(Bytes message) {
    std::vector<Bytes> found;
    protocol::split_command(message, found);
    if (!std::equal(found.begin(), found.end(), words.begin(), words.end())) fail_because("other words");
}

}  // namespace tern::fuzz
