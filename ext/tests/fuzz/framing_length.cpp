// Messages with a length at a fixed place, of every type (open_length_check).
#include "framing_target.h"

namespace tern::fuzz {

namespace {

char letter = 'N';

// The way of a struct that is read from memory; the machine is little-endian.
template <typename Number>
void read_field(Bytes bytes, bool swapped, uint64_t& magnitude, bool& negative) {
    char copy[sizeof(Number)];
    std::memcpy(copy, bytes.data(), sizeof copy);
    if (swapped) std::reverse(std::begin(copy), std::end(copy));
    Number number;
    std::memcpy(&number, copy, sizeof number);
    negative = number < 0;
    magnitude = static_cast<uint64_t>(number);
}

void read_by_letter(Bytes bytes, uint64_t& magnitude, bool& negative) {
    switch (letter) {
        case 'c': return read_field<int8_t>(bytes, false, magnitude, negative);
        case 'C': return read_field<uint8_t>(bytes, false, magnitude, negative);
        case 's': return read_field<int16_t>(bytes, false, magnitude, negative);
        case 'S':
        case 'v': return read_field<uint16_t>(bytes, false, magnitude, negative);
        case 'n': return read_field<uint16_t>(bytes, true, magnitude, negative);
        case 'l': return read_field<int32_t>(bytes, false, magnitude, negative);
        case 'L':
        case 'V': return read_field<uint32_t>(bytes, false, magnitude, negative);
        case 'N': return read_field<uint32_t>(bytes, true, magnitude, negative);
        case 'q': return read_field<int64_t>(bytes, false, magnitude, negative);
        case 'J': return read_field<uint64_t>(bytes, true, magnitude, negative);
        default: return read_field<uint64_t>(bytes, false, magnitude, negative);
    }
}

}  // namespace

void choose_framing(protocol::Framing& framing, ScriptReader& script) {
    constexpr char kLetters[] = {'c', 'C', 's', 'S', 'n', 'v', 'l', 'L', 'N', 'V', 'q', 'Q', 'J', 'P'};
    const unsigned choice = script.byte();
    letter = kLetters[choice % std::size(kLetters)];
    framing.by = protocol::Framing::By::length;
    framing.field = protocol::LengthField::from_letter(letter).value();
    framing.offset = choice / std::size(kLetters) * 2;
    framing.body_offset = script.byte() % 48;
}

int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    const size_t head = framing.offset + framing.field.width;
    if (head > framing.most) return kRefused;
    if (rest.size() < head) return 0;
    uint64_t length = 0;
    bool negative = false;
    read_by_letter(rest.substr(framing.offset), length, negative);
    if (negative || length > framing.most || length + framing.body_offset > framing.most) return kRefused;
    const uint64_t size = length + framing.body_offset;
    if (size < head) return kRefused;
    return size <= rest.size() ? static_cast<int64_t>(size) : 0;
}

void check_message(Bytes) {}

}  // namespace tern::fuzz
