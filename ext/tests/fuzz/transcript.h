// What the handler of a fuzz target has answered on one connection, and whether the bytes that were sent say so:
// answers in the order of their requests, each framed as its head announces, nothing between them, nothing behind the
// last word.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "protocol/http/chunked.h"
#include "protocol/http/head.h"

namespace tern::fuzz {

[[noreturn]] inline void fail(const char* why, Bytes at) {
    std::fprintf(stderr, "%s at: %.*s\n", why, static_cast<int>(std::min<size_t>(at.size(), 300)), at.data());
    std::abort();
}

struct Answer {
    uint64_t number = 0;  // sent as X-N
    std::string body;     // as far as it was written
    bool complete = false;
    bool plain_to_end = false;  // HTTP/1.0 in pieces: ended by the connection
    bool bodiless = false;      // HEAD, 204, 304
};

struct Transcript {
    std::vector<Answer> answers;

    // `whole`: nothing was lost on the way, so every complete answer must be there.
    void check(Bytes sent, bool whole) const {
        size_t next = 0;
        bool ended = false;
        while (!sent.empty()) {
            if (ended) fail("bytes behind the last word", sent);
            constexpr Bytes kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
            if (sent.starts_with(kContinue)) {
                sent.remove_prefix(kContinue.size());
                continue;
            }
            size_t head_end = sent.find("\r\n\r\n");
            if (head_end == Bytes::npos) return cut_off(sent, whole);
            Bytes head = sent.substr(0, head_end + 2);
            if (!head.starts_with("HTTP/1.1 ")) fail("no status line", sent);
            const Answer* answer = answer_of(head, next);
            Bytes body = sent.substr(head_end + 4);
            size_t size = answer == nullptr ? check_own(head, body) : check_body(*answer, head, body, whole);
            if (size > body.size()) return cut_off(sent, whole);
            ended = head.find("\r\nConnection: close\r\n") != Bytes::npos;
            sent = body.substr(size);
        }
        for (; whole && !ended && next < answers.size(); ++next) {
            if (answers[next].complete) fail("an answer is missing", answers[next].body);
        }
    }

private:
    static constexpr size_t kMore = SIZE_MAX;

    static void cut_off(Bytes sent, bool whole) {
        if (whole) fail("an answer is cut off", sent);
    }
    static Bytes value_of(Bytes head, Bytes name) {
        size_t at = head.find(name);
        if (at == Bytes::npos) return {};
        Bytes rest = head.substr(at + name.size());
        return rest.substr(0, rest.find('\r'));
    }
    static uint64_t number_of(Bytes text) { return std::strtoull(std::string(text).c_str(), nullptr, 10); }

    // Null for what the server answered by itself. Answers that never left are passed over.
    const Answer* answer_of(Bytes head, size_t& next) const {
        Bytes number = value_of(head, "\r\nX-N: ");
        if (number.data() == nullptr) return nullptr;
        while (next < answers.size() && answers[next].number != number_of(number)) ++next;
        if (next == answers.size()) fail("an answer out of order", head);
        return &answers[next++];
    }
    static size_t check_own(Bytes head, Bytes) {
        Bytes length = value_of(head, "\r\nContent-Length: ");
        if (length.data() == nullptr) fail("no length", head);
        bool refused = head.starts_with("HTTP/1.1 503 ");
        bool closes = head.find("\r\nConnection: close\r\n") != Bytes::npos;
        if (!refused && !closes) fail("goes on after an error", head);
        return number_of(length);
    }
    static size_t check_body(const Answer& answer, Bytes head, Bytes body, bool whole) {
        if (answer.bodiless) return 0;
        if (answer.plain_to_end) {
            if (!Bytes(answer.body).starts_with(body)) fail("another body", body);
            return whole && answer.complete && body.size() < answer.body.size() ? kMore : body.size();
        }
        if (Bytes length = value_of(head, "\r\nContent-Length: "); length.data() != nullptr) {
            if (number_of(length) != answer.body.size()) fail("another length", head);
            if (!Bytes(answer.body).starts_with(body.substr(0, answer.body.size()))) fail("another body", body);
            return answer.body.size();
        }
        if (head.find("\r\nTransfer-Encoding: chunked\r\n") == Bytes::npos) fail("no framing", head);
        return check_chunks(answer, body, whole);
    }
    static size_t check_chunks(const Answer& answer, Bytes body, bool whole) {
        http::ChunkedDecoder decoder;
        std::string text;
        for (size_t consumed = 0;;) {
            http::ChunkStep step = decoder.feed(body.substr(consumed));
            consumed += step.consumed;
            text += step.data;
            if (!Bytes(answer.body).starts_with(text)) fail("other chunks", body);
            if (step.state == http::ChunkStep::State::failed) fail("broken chunks", body);
            if (step.state == http::ChunkStep::State::more) return whole && answer.complete ? kMore : body.size();
            if (step.state != http::ChunkStep::State::done) continue;
            if (!answer.complete || text != answer.body) fail("an early end", body);
            return consumed;
        }
    }
};

}  // namespace tern::fuzz
