#include "protocol/http/content_coding.h"

#include <algorithm>

#include "protocol/http/field.h"

namespace tern::http {

namespace {

constexpr Bytes kNames[kContentCodings] = {"identity", "gzip", "br", "zstd", "deflate"};
constexpr int kUnset = -1;

// Converts "0.5" to 500; -1: it is no weight (RFC 9110 12.4.2).
int parse_weight(Bytes text) noexcept {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return -1;
    int thousandths = (text[0] - '0') * 1000;
    if (text.size() > 1 && text[1] != '.') return -1;
    int unit = 100;
    for (size_t i = 2; i < text.size(); ++i, unit /= 10) {
        if (!ascii_digit(text[i])) return -1;
        thousandths += (text[i] - '0') * unit;
    }
    return thousandths <= 1000 ? thousandths : -1;
}

// The weight after the coding's name; 1000 without one.
int weight_of(Bytes parameters) noexcept {
    if (parameters.empty()) return 1000;
    parameters = trim_ows(parameters.substr(1));
    if (parameters.size() < 2 || ascii_lower(parameters[0]) != 'q' || parameters[1] != '=') return -1;
    return parse_weight(parameters.substr(2));
}

}  // namespace

Bytes name_of(ContentCoding coding) noexcept { return kNames[static_cast<size_t>(coding)]; }

Result<ContentCoding> find_coding(Bytes name) noexcept {
    if (equals_lower(name, "x-gzip")) return ContentCoding::gzip;
    for (size_t i = 0; i < kContentCodings; ++i) {
        if (equals_lower(name, kNames[i])) return static_cast<ContentCoding>(i);
    }
    return Error::invalid_params;
}

Result<ContentCoding> coding_of(std::span<const Field> fields) noexcept {
    ContentCoding found = ContentCoding::identity;
    for (const Field& field : fields) {
        if (!equals_lower(field.name, "content-encoding")) continue;
        for (Bytes list = field.value; !list.empty();) {
            const Bytes element = take_element(list);
            if (element.empty()) continue;
            const Result<ContentCoding> coding = find_coding(element);
            if (!coding.ok()) return coding;
            if (coding.value() == ContentCoding::identity) continue;
            if (found != ContentCoding::identity) return Error::invalid_params;
            found = coding.value();
        }
    }
    return found;
}

AcceptedCodings::AcceptedCodings(const RequestHead& head) noexcept {
    weights_[0] = 1000;
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (head.fields[i].name.size() != 15 || !equals_lower(head.fields[i].name, "accept-encoding")) continue;
        if (!given_) std::fill(weights_, weights_ + kContentCodings, kUnset);
        given_ = true;
        add(head.fields[i].value);
    }
    if (!given_) return;
    // Identity is acceptable unless excluded, but named codings are preferred.
    if (weights_[0] == kUnset) weights_[0] = 1;
    for (int& weight : weights_) weight = std::max(weight, 0);
}

void AcceptedCodings::add(Bytes field_value) noexcept {
    int others = kUnset;
    while (!field_value.empty()) {
        const Bytes element = take_element(field_value);
        const size_t end = std::min(element.find(';'), element.size());
        const Bytes name = trim_ows(element.substr(0, end));
        const int weight = weight_of(element.substr(end));
        if (weight < 0) continue;
        if (name == "*") others = weight;
        const Result<ContentCoding> coding = find_coding(name);
        if (coding.ok()) weights_[static_cast<size_t>(coding.value())] = weight;
    }
    if (others == kUnset) return;
    for (int& weight : weights_) {
        if (weight == kUnset) weight = others;
    }
}

ContentCoding AcceptedCodings::choose(std::span<const ContentCoding> offered) const noexcept {
    ContentCoding best = ContentCoding::identity;
    if (!given_) return best;
    for (ContentCoding coding : offered) {
        const bool better =
            best == ContentCoding::identity ? weight(coding) >= weight(best) : weight(coding) > weight(best);
        if (better && weight(coding) > 0) best = coding;
    }
    return best;
}

}  // namespace tern::http
