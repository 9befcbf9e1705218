// The name-value pairs of FastCGI (section 3.4 of its specification), and the parameters of a request: CGI variables
// (RFC 3875), from which the head of the request is made.
#pragma once

#include <forward_list>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "protocol/fastcgi/variable.h"
#include "protocol/http/head.h"

namespace tern::fastcgi {

struct Pair {
    Bytes name;
    Bytes value;
};

// Reads pairs one by one. Names and values are views into the bytes.
class PairReader {
public:
    explicit PairReader(Bytes bytes) noexcept : rest_(bytes) {}
    // False: there is no further pair, or the next one is malformed.
    bool next(Pair& pair) noexcept;
    bool malformed() const noexcept { return malformed_; }

private:
    bool has_short_lengths() const noexcept;
    bool take_length(size_t& length) noexcept;

    Bytes rest_;
    bool malformed_ = false;
};

void write_pair(Buffer& out, Bytes name, Bytes value) noexcept;

// Why a head cannot be made. Status 0: it was made.
struct Refusal {
    int status = 0;
    const char* reason = nullptr;  // for the log
};

// What becomes of fields beyond HeadLimits::fields. The parameters have them in any case.
enum class ManyFields : uint8_t { refused, left_out };

// Owns the bytes of the parameters, and of the head that is made of them.
class Parameters {
public:
    // Gathers the stream. The owner limits its size.
    void append(Bytes bytes) noexcept { bytes_.append(bytes); }
    size_t size() const noexcept { return bytes_.size(); }
    // One that the web server need not send. What it sends under that name counts more.
    void add(Bytes name, Bytes value) noexcept { write_pair(bytes_, name, value); }
    // Call it when the stream is complete, before the following functions. False: the pairs are malformed.
    bool parse() noexcept;

    // In the order in which they came. A name may come more than once: the last value counts.
    const std::vector<Pair>& all() const noexcept { return pairs_; }
    // Null data(): there is none.
    Bytes find(Bytes name) const noexcept;
    Bytes find(Variable name) const noexcept { return known_[static_cast<size_t>(name)]; }
    // Changes the value of a name, or adds the name behind the others. Both are copied. Views of the value before stay
    // valid.
    void put(Bytes name, Bytes value);
    void put(Variable name, Bytes value) { put(kVariableNames[static_cast<size_t>(name)], value); }
    void remove(Bytes name) noexcept;
    // Makes the head of an HTTP request. Its views are valid as long as this object. What the request lacks is not
    // checked beyond what other code relies on: the web server in front has done that. Characters of REQUEST_URI that
    // no target has, as of one that the web server has decoded, are percent-encoded in the head.
    Refusal make_head(http::RequestHead& head, const http::HeadLimits& limits,
                      ManyFields many = ManyFields::refused) noexcept;

private:
    void set_target(http::RequestHead& head) noexcept;
    Refusal add_fields(http::RequestHead& head, const http::HeadLimits& limits, ManyFields many) noexcept;
    Bytes keep(Bytes text) { return texts_.emplace_front(text); }

    void note(const Pair& pair) noexcept {
        if (const size_t index = index_of_variable(pair.name); index < kVariables) known_[index] = pair.value;
    }

    Buffer bytes_;
    Buffer names_;                          // of the fields
    std::forward_list<std::string> texts_;  // of put()
    std::vector<Pair> pairs_;
    std::array<Bytes, kVariables> known_{};
};

}  // namespace tern::fastcgi
