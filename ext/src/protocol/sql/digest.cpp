#include "protocol/sql/digest.h"

#include <algorithm>

#include "protocol/sql/keywords.h"

namespace tern::sql {

namespace {

constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;

uint64_t mix(uint64_t hash, uint64_t word) noexcept {
    const auto product = static_cast<unsigned __int128>(hash ^ word) * kMultiplier;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

uint64_t hash_of(Bytes text, uint64_t seed) noexcept {
    uint64_t hash = seed ^ kMultiplier ^ text.size();
    size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) hash = mix(hash, load<uint64_t>(text.data() + i));
    uint64_t last = 0;
    if (i < text.size()) std::memcpy(&last, text.data() + i, text.size() - i);
    return mix(mix(hash, last), kMultiplier);
}

void Digest::append(Bytes text) noexcept {
    const size_t room = kMostText - size_;
    if (text.size() > room) is_cut_ = true;
    const size_t taken = std::min(room, text.size());
    if (taken == 0) return;
    std::memcpy(text_ + size_, text.data(), taken);
    size_ += taken;
}

bool Digest::wants_space(const Token& token) const noexcept {
    const Token& left = before();
    if (left.kind == Kind::end || left.kind == Kind::open || left.kind == Kind::dot) return false;
    if (token.kind == Kind::comma || token.kind == Kind::close || token.kind == Kind::dot ||
        token.kind == Kind::semicolon) {
        return false;
    }
    if (is_text(token.text, "::") || is_text(left.text, "::")) return false;
    if (token.kind != Kind::open) return true;
    if (left.kind == Kind::quoted) return false;
    return left.kind != Kind::word || left.is(kBeforeList);
}

void Digest::write(const Token& token) noexcept {
    past_[2] = past_[1];
    past_[1] = past_[0];
    past_[0].begin = size_;
    if (wants_space(token)) append(" ");
    append(token.text);
    past_[0].token = token;
}

void Digest::take_back() noexcept {
    size_ = past_[0].begin;
    past_[0] = past_[1];
    past_[1] = past_[2];
    past_[2] = {};
}

// The operator before is the sign of the value that follows.
bool Digest::is_signed() const noexcept {
    if (before().kind != Kind::op || (!is_text(before().text, "-") && !is_text(before().text, "+"))) return false;
    const Token& left = past_[1].token;
    return left.kind == Kind::op || left.kind == Kind::open || left.kind == Kind::comma || left.kind == Kind::end ||
           left.is(kBeforeValue);
}

// NULL is a value in lists and after operators, and a keyword elsewhere: IS NULL, NOT NULL.
bool Digest::is_literal(const Token& token) const noexcept {
    if (token.kind == Kind::value) return true;
    const Kind left = before().kind;
    return token.kind == Kind::word && (left == Kind::op || left == Kind::open || left == Kind::comma) &&
           token.is(kValueWord);
}

// A value after "value, " within parentheses is one with that: so is a whole list.
void Digest::put_value() noexcept {
    if (is_signed()) take_back();
    const bool follows = before().kind == Kind::comma && past_[1].token.kind == Kind::value && depth_ > 0;
    if (!follows) return write({Kind::value, "?"});
    take_back();  // the comma
    if (depth_ <= kMostDepth && open_[depth_ - 1].is_in_list) is_batch_ = true;
}

void Digest::open(const Token& token) noexcept {
    const bool is_in_list = before().is(kIn);
    write(token);
    if (depth_ < kMostDepth) open_[depth_] = {size_ - 1, is_in_list};
    if (++depth_ < kMostDepth) last_[depth_] = {};
}

// A group that is equal to the one before is left out: rows of VALUES.
void Digest::close(const Token& token) noexcept {
    write(token);
    if (depth_ == 0 || --depth_ >= kMostDepth || is_cut_) return;
    const size_t begin = open_[depth_].begin;
    Span& last = last_[depth_];
    const bool follows = last.end > 0 && begin == last.end + 2 && text_[last.end] == ',';
    if (follows && Bytes(text_ + begin, size_ - begin) == Bytes(text_ + last.begin, last.end - last.begin)) {
        size_ = last.end;
        is_batch_ = true;
        return;
    }
    last = {begin, size_};
}

void Digest::put(const Token& token) noexcept {
    if (is_literal(token)) return put_value();
    switch (token.kind) {
        case Kind::open: return open(token);
        case Kind::close: return close(token);
        default: return write(token);
    }
}

// A statement ends in the middle of a list of rows, anywhere in a row: the row is left out.
void Digest::end_cut() noexcept {
    is_cut_ = true;
    for (size_t depth = 0; depth < std::min(depth_, kMostDepth); ++depth) {
        const Span& last = last_[depth];
        if (last.end == 0 || open_[depth].begin != last.end + 2) continue;
        size_ = last.end;
        is_batch_ = true;
        return;
    }
}

void Digest::read(Bytes statement, const Syntax& syntax) noexcept {
    size_ = depth_ = 0;
    past_ = {};
    is_batch_ = is_cut_ = false;
    last_[0] = {};
    summary_.clear();
    const bool is_long = statement.size() > kMostRead;
    Lexer lexer(statement.substr(0, kMostRead), syntax);
    for (Token token = lexer.next();; token = lexer.next()) {
        summary_.add(token);
        if (token.kind == Kind::end) break;
        put(token);
        if (is_cut_) break;
    }
    if (is_long || is_cut_) end_cut();
    if (before().kind == Kind::semicolon && !is_cut_) --size_;
    hash_ = hash_of(text());
}

}  // namespace tern::sql
