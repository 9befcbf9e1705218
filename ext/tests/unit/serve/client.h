// The far end of a connection, and what its bytes say.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>

#include "base/fd.h"
#include "protocol/http/chunked.h"

namespace tern::serve::test {

class Client {
public:
    Client() = default;  // of no connection
    explicit Client(int fd) : fd_(fd) {}
    void send(Bytes bytes) {
        while (!bytes.empty()) {
            ssize_t count = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            CHECK(count > 0);
            if (count <= 0) return;
            bytes.remove_prefix(static_cast<size_t>(count));
        }
    }
    // What has arrived by now, at most that much.
    std::string take(size_t most = SIZE_MAX) {
        std::string all;
        std::array<char, 8192> chunk;
        while (all.size() < most) {
            ssize_t count = ::recv(fd_.get(), chunk.data(), std::min(chunk.size(), most - all.size()), MSG_DONTWAIT);
            if (count == 0) ended_ = true;
            if (count <= 0) break;
            all.append(chunk.data(), static_cast<size_t>(count));
        }
        return all;
    }
    // take() has seen the end.
    bool ended() const { return ended_; }
    void finish_sending() { REQUIRE(::shutdown(fd_.get(), SHUT_WR) == 0); }
    void leave() { fd_.reset(); }
    int fd() const { return fd_.get(); }

private:
    Fd fd_;
    bool ended_ = false;
};

// The bodies of a sequence of answers with Content-Length, each behind its status: "200 body|404 other|". What is no
// answer ends it with "?".
inline std::string summary(Bytes answers) {
    std::string text;
    while (!answers.empty()) {
        size_t head_end = answers.find("\r\n\r\n");
        if (!answers.starts_with("HTTP/1.1 ") || head_end == Bytes::npos) return text + "?";
        Bytes head = answers.substr(0, head_end + 2);
        answers.remove_prefix(head_end + 4);
        size_t length = 0;
        constexpr Bytes kLength = "\r\nContent-Length: ";
        if (size_t at = head.find(kLength); at != Bytes::npos) {
            length = std::strtoul(head.data() + at + kLength.size(), nullptr, 10);
        }
        if (answers.size() < length) return text + "?";
        text += std::string(head.substr(9, 3)) + ' ' + std::string(answers.substr(0, length)) + '|';
        answers.remove_prefix(length);
    }
    return text;
}

// The body of one chunked answer; "?" when the coding is broken, "..." at the end when it goes on.
inline std::string unchunked(Bytes answer) {
    size_t head_end = answer.find("\r\n\r\n");
    if (head_end == Bytes::npos || answer.find("Transfer-Encoding: chunked\r\n") > head_end) return "?";
    answer.remove_prefix(head_end + 4);
    http::ChunkedDecoder decoder;
    std::string text;
    for (;;) {
        http::ChunkStep step = decoder.feed(answer);
        answer.remove_prefix(step.consumed);
        text += step.data;
        if (step.state == http::ChunkStep::State::failed) return text + "?";
        if (step.state == http::ChunkStep::State::more) return text + "...";
        if (step.state == http::ChunkStep::State::done) return answer.empty() ? text : text + "?";
    }
}

}  // namespace tern::serve::test
