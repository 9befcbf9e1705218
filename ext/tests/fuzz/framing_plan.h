// What a fuzz target of one way to frame messages (framing_target.h) does: bytes of the input choose options, how the
// stream arrives and what is done with a message; the rest is the stream.
#pragma once

#include "protocol/framing.h"
#include "script.h"

namespace tern::fuzz {

constexpr int64_t kRefused = -1;

// --- what a target defines
void choose_framing(protocol::Framing& framing, ScriptReader& script);
// The size of the first message of the rest of a stream; 0: it is not complete; kRefused.
int64_t read_message(const protocol::Framing& framing, Bytes rest);
// What else is to be said about a whole message.
void check_message(Bytes message);

[[noreturn]] inline void fail_because(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

struct Plan {
    static constexpr size_t kSmallestInput = 10;
    static constexpr size_t kLargestInput = 4096;

    explicit Plan(Bytes input) {
        ScriptReader script(input);
        constexpr size_t kMost[] = {40, 300, 20'000, 100'000};
        choose_framing(framing, script);
        framing.most = kMost[script.byte() % 4];
        manner = script.byte();
        leave_at = script.byte();
        for (size_t& size : piece_sizes) size = 1 + script.amount();
        const size_t filler_at = script.byte() * size_t{4};
        const size_t filler = script.byte();
        stream = script.take(input.size());
        // What is larger than a block of the connection.
        if (filler > 0) stream.insert(std::min(filler_at, stream.size()), filler * filler, 'x');
    }
    // Many small pieces at first; a long stream comes faster then.
    size_t piece(size_t number) const { return number < 200 ? piece_sizes[number % std::size(piece_sizes)] : 4096; }
    bool echoes() const { return (manner & 1) != 0; }
    bool holds() const { return (manner & 2) != 0; }
    bool pauses() const { return (manner & 4) != 0; }
    bool leaves() const { return (manner & 8) != 0; }

    protocol::Framing framing;
    unsigned manner;
    size_t leave_at;
    size_t piece_sizes[3];
    std::string stream;
};

// By the target's own reader.
struct Expected {
    explicit Expected(const Plan& plan) {
        Bytes rest = plan.stream;
        while (!rest.empty()) {
            const int64_t size = read_message(plan.framing, rest);
            refused = size == kRefused;
            if (size <= 0) break;
            sizes.push_back(static_cast<size_t>(size));
            check_message(rest.substr(0, sizes.back()));
            rest.remove_prefix(sizes.back());
        }
        consumed = plan.stream.size() - rest.size();
    }

    std::vector<size_t> sizes;
    size_t consumed = 0;
    bool refused = false;
};

inline void check_scanner(const Plan& plan, const Expected& expected) {
    using State = protocol::FramingStep::State;
    protocol::FrameScanner scanner;
    size_t begin = 0;
    size_t count = 0;
    for (size_t end = 0, number = 0; end < plan.stream.size();) {
        end = std::min(plan.stream.size(), end + plan.piece(number++));
        // Memory that ends where they end.
        const std::vector<char> arrived(plan.stream.begin() + static_cast<ptrdiff_t>(begin),
                                        plan.stream.begin() + static_cast<ptrdiff_t>(end));
        Bytes rest(arrived.data(), arrived.size());
        while (!rest.empty()) {
            const protocol::FramingStep step = scanner.step(plan.framing, rest);
            if (step.state == State::need_more) {
                if (step.size != 0 && step.size <= rest.size()) fail_because("needs no more than there is");
                break;
            }
            if (step.state != State::done) {
                if (!expected.refused || count != expected.sizes.size()) fail_because("refused too early");
                return;
            }
            if (step.size == 0 || step.size > rest.size()) fail_because("a message that is not there");
            if (count == expected.sizes.size() || step.size != expected.sizes[count++]) fail_because("another message");
            rest.remove_prefix(step.size);
            begin += step.size;
            scanner.restart();
        }
    }
    if (count != expected.sizes.size() || expected.refused) fail_because("what is complete was not found");
}

}  // namespace tern::fuzz
