#include "protocol/http/ws/message.h"

#include <cstring>

namespace tern::http::ws {

namespace {

bool keeps_context(Sender sender, const DeflateTerms* terms) noexcept {
    if (terms == nullptr) return false;
    return sender == Sender::client ? !terms->client_no_context_takeover : !terms->server_no_context_takeover;
}

uint8_t window_of(Sender sender, const DeflateTerms* terms) noexcept {
    if (terms == nullptr) return 0;
    return sender == Sender::client ? terms->client_max_window_bits : terms->server_max_window_bits;
}

}  // namespace

MessageReader::MessageReader(Sender sender, const MessageLimits& limits, const DeflateTerms* terms,
                             CodecPool& pool) noexcept
    : frames_(sender, terms != nullptr),
      limits_(limits),
      pool_(pool),
      keeps_inflater_(keeps_context(sender, terms)),
      window_bits_(window_of(sender, terms)) {}

MessageReader::~MessageReader() { pool_.give_back(std::move(inflater_)); }

void MessageReader::release() noexcept {
    if (handed_out_) gathered_.release();
}

void MessageReader::abandon(const Violation& violation) noexcept {
    violation_ = violation;
    gathered_.release();
    pool_.give_back(std::move(inflater_));
}

MessageStep MessageReader::feed(char* in, size_t size) noexcept {
    MessageStep step;
    while (!violation_) {
        const FrameStep piece = frames_.feed(in + step.consumed, size - step.consumed);
        step.consumed += piece.consumed;
        if (piece.state == FrameStep::State::more) return step;
        if (piece.state == FrameStep::State::failed) {
            violation_ = piece.violation;
        } else if (is_control(frames_.head().opcode) ? take_control(piece, step) : take_data(piece, step)) {
            return step;
        }
    }
    step.state = MessageStep::State::failed;
    step.violation = violation_;
    return step;
}

bool MessageReader::take_control(const FrameStep& piece, MessageStep& step) noexcept {
    step.payload = piece.data;
    if (!piece.first || !piece.last) {
        if (piece.first) control_size_ = 0;
        if (!piece.data.empty()) std::memcpy(control_.data() + control_size_, piece.data.data(), piece.data.size());
        control_size_ = static_cast<uint8_t>(control_size_ + piece.data.size());
        step.payload = Bytes(control_.data(), control_size_);
    }
    if (!piece.last) return false;
    step.state = MessageStep::State::control;
    step.opcode = frames_.head().opcode;
    step.compressed = false;
    return true;
}

bool MessageReader::take_data(const FrameStep& piece, MessageStep& step) noexcept {
    if (piece.first && !begin_frame()) return false;
    const bool last = piece.last && frames_.head().fin;
    const bool in_one_piece = last && piece.first && frame_count_ == 1 && !compressed_;
    if (in_one_piece ? !check_text(piece.data, true) : !gather(piece.data, last)) return false;
    if (!last) return false;
    step.state = MessageStep::State::message;
    step.opcode = opcode_;
    step.compressed = compressed_;
    step.payload = in_one_piece ? piece.data : gathered_.view();
    end_message();
    return true;
}

bool MessageReader::begin_frame() noexcept {
    const FrameHead& head = frames_.head();
    if (head.opcode != Opcode::continuation && !begin_message()) return false;
    if (++frame_count_ > limits_.frames) return fail(kTooBig, "a message of too many frames");
    // A compressed message may be slightly larger than its output, which is limited separately.
    const uint64_t most = compressed_ ? limits_.bytes + limits_.bytes / 8 + 64 : limits_.bytes;
    if (head.length > most - wire_bytes_) return fail(kTooBig, "a message larger than package_max_length");
    wire_bytes_ += head.length;
    return true;
}

bool MessageReader::begin_message() noexcept {
    const FrameHead& head = frames_.head();
    opcode_ = head.opcode;
    compressed_ = head.compressed;
    gathered_.clear();
    handed_out_ = false;
    text_.reset();
    wire_bytes_ = 0;
    frame_count_ = 0;
    return true;
}

bool MessageReader::gather(Bytes data, bool last) noexcept {
    if (compressed_ && last) return inflate_all(data);
    gathered_.append(data);
    return compressed_ || check_text(data, last);
}

// A message that never ends uses no more memory than was received of it.
bool MessageReader::inflate_all(Bytes data) noexcept {
    if (inflater_ == nullptr) inflater_ = pool_.take_inflater(window_bits_);
    if (inflater_ == nullptr) return fail(kInternalError, "no memory to decompress");
    const Buffer received = std::move(gathered_);
    return (received.empty() || inflate(received.view(), false)) && inflate(data, true);
}

bool MessageReader::inflate(Bytes data, bool last) noexcept {
    const size_t before = gathered_.size();
    switch (inflater_->inflate(data, last, gathered_, static_cast<size_t>(limits_.bytes))) {
        case Inflater::Outcome::ok: return check_text(gathered_.view().substr(before), last);
        case Inflater::Outcome::broken: return fail(kInvalidData, "compressed data that is broken");
        case Inflater::Outcome::too_big: return fail(kTooBig, "a message larger than package_max_length");
        default: return fail(kInternalError, "no memory to decompress");
    }
}

bool MessageReader::check_text(Bytes text, bool last) noexcept {
    if (opcode_ != Opcode::text) return true;
    if (text_.feed(text) && (!last || text_.whole())) return true;
    return fail(kInvalidData, "a text message that is not UTF-8");
}

void MessageReader::end_message() noexcept {
    handed_out_ = true;
    if (!keeps_inflater_) pool_.give_back(std::move(inflater_));
}

}  // namespace tern::http::ws
