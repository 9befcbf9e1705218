#include "protocol/http/field.h"

#include <algorithm>
#include <iterator>

namespace tern::http {

namespace {

constexpr Bytes kOfConnections[] = {
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
};

constexpr Bytes kOfHeads[] = {
    "age",
    "allow",
    "authorization",
    "cache-control",
    "content-encoding",
    "content-location",
    "content-range",
    "content-type",
    "cookie",
    "date",
    "expect",
    "expires",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "location",
    "max-forwards",
    "pragma",
    "proxy-authenticate",
    "proxy-authorization",
    "range",
    "retry-after",
    "set-cookie",
    "vary",
    "warning",
    "www-authenticate",
};

template <size_t N>
bool is_one_of(const Bytes (&names)[N], Bytes name) noexcept {
    return std::any_of(std::begin(names), std::end(names), [&](Bytes one) { return equals_lower(name, one); });
}

}  // namespace

bool is_connection_field(Bytes name) noexcept { return is_one_of(kOfConnections, name); }

bool may_be_trailer(Bytes name) noexcept { return !is_one_of(kOfConnections, name) && !is_one_of(kOfHeads, name); }

namespace {

Bytes take_until_semicolon(Bytes& rest) noexcept {
    const size_t end = rest.find(';');
    const Bytes piece = trim_ows(rest.substr(0, end));
    rest.remove_prefix(end == Bytes::npos ? rest.size() : end + 1);
    return piece;
}

void skip_ows(Bytes& rest) noexcept {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) rest.remove_prefix(1);
}

}  // namespace

ParameterReader::ParameterReader(Bytes field_value) noexcept : rest_(field_value) {
    main_value_ = take_until_semicolon(rest_);
}

bool ParameterReader::next(Parameter& parameter) noexcept {
    skip_ows(rest_);
    while (!rest_.empty() && rest_.front() == ';') {
        rest_.remove_prefix(1);
        skip_ows(rest_);
    }
    if (rest_.empty() || malformed_) return false;
    const size_t equals = rest_.find('=');
    parameter.name = trim_ows(rest_.substr(0, equals));
    malformed_ = equals == Bytes::npos || !valid_field_name(parameter.name);
    if (malformed_) return false;
    rest_.remove_prefix(equals + 1);
    skip_ows(rest_);
    parameter.quoted = !rest_.empty() && rest_.front() == '"';
    if (parameter.quoted) return take_quoted(parameter);
    parameter.value = take_until_semicolon(rest_);
    return true;
}

bool ParameterReader::take_quoted(Parameter& parameter) noexcept {
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') {
        const bool escape =
            rest_[end] == '\\' && end + 1 < rest_.size() && (rest_[end + 1] == '"' || rest_[end + 1] == '\\');
        end += escape ? 2 : 1;
    }
    malformed_ = end >= rest_.size();
    if (malformed_) return false;
    parameter.value = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    malformed_ = !take_until_semicolon(rest_).empty();
    return !malformed_;
}

}  // namespace tern::http
