#include "serve/forwarded.h"

#include "protocol/http/field.h"
#include "protocol/http/number.h"
#include "protocol/http/uri.h"
#include "serve/origin.h"

namespace tern::serve {

namespace {

constexpr uint64_t kMaxPort = 65535;

// Iterates over the elements of all fields with a name, the last one first.
class LastFirst {
public:
    LastFirst(const http::RequestHead& head, Bytes lower_name) noexcept
        : head_(head), name_(lower_name), field_(head.field_count) {}

    bool next(Bytes& element) noexcept {
        while (rest_.empty()) {
            if (!previous_field()) return false;
        }
        const size_t comma = last_comma();
        element = trim_ows(comma == Bytes::npos ? rest_ : rest_.substr(comma + 1));
        rest_ = comma == Bytes::npos ? Bytes() : rest_.substr(0, comma);
        return true;
    }

private:
    bool previous_field() noexcept {
        while (field_ > 0) {
            const http::Field& field = head_.fields[--field_];
            if (!equals_lower(field.name, name_)) continue;
            rest_ = field.value;
            return true;
        }
        return false;
    }

    // The last comma that is not between quotes.
    size_t last_comma() const noexcept {
        bool quoted = false;
        for (size_t i = rest_.size(); i > 0; --i) {
            if (rest_[i - 1] == '"') quoted = !quoted;
            if (rest_[i - 1] == ',' && !quoted) return i - 1;
        }
        return Bytes::npos;
    }

    const http::RequestHead& head_;
    Bytes name_;
    Bytes rest_;
    uint32_t field_;
};

void read_port(Bytes text, uint16_t& port) noexcept {
    uint64_t number = 0;
    if (http::parse_decimal(text, number) && number <= kMaxPort) port = static_cast<uint16_t>(number);
}

// Reads "192.0.2.1", "192.0.2.1:80", "2001:db8::1" or "[2001:db8::1]:80". Family 0: an identifier that hides the
// address.
Ip read_node(Bytes node, uint16_t& port) noexcept {
    port = 0;
    if (node.starts_with('[')) {
        const size_t end = node.find(']');
        if (end == Bytes::npos) return {};
        if (node.substr(end + 1).starts_with(':')) read_port(node.substr(end + 2), port);
        return parse_ip(node.substr(1, end - 1));
    }
    const size_t colon = node.find(':');
    if (colon == Bytes::npos || node.find(':', colon + 1) != Bytes::npos) return parse_ip(node);
    read_port(node.substr(colon + 1), port);
    return parse_ip(node.substr(0, colon));
}

void read_scheme(Bytes scheme, ForwardedFacts& facts) noexcept {
    facts.secure = equals_lower(scheme, "https") || equals_lower(scheme, "wss");
    facts.scheme_known = facts.secure || equals_lower(scheme, "http") || equals_lower(scheme, "ws");
}

// False when the chain ends here: this is the client, or a proxy with a hidden address.
bool read_hop(Bytes node, const Proxies& proxies, ForwardedFacts& facts) noexcept {
    uint16_t port = 0;
    const Ip ip = read_node(node, port);
    if (ip.family == 0) return false;
    facts.ip = ip;
    facts.port = port;
    return proxies.trusted.contains(ip);
}

// Reads `for=192.0.2.60;proto=http;by=203.0.113.43`.
bool read_element(Bytes element, const Proxies& proxies, ForwardedFacts& facts) noexcept {
    Bytes node;
    while (!element.empty()) {
        size_t end = 0;
        for (bool quoted = false; end < element.size() && (quoted || element[end] != ';'); ++end) {
            if (element[end] == '"') quoted = !quoted;
        }
        const Bytes pair = trim_ows(element.substr(0, end));
        element.remove_prefix(end == element.size() ? end : end + 1);
        const size_t equals = pair.find('=');
        if (equals == Bytes::npos) continue;
        const Bytes name = pair.substr(0, equals);
        Bytes value = pair.substr(equals + 1);
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        if (equals_lower(name, "for")) node = value;
        if (equals_lower(name, "proto")) read_scheme(value, facts);
        if (equals_lower(name, "host")) facts.host = value;
    }
    return read_hop(node, proxies, facts);
}

Bytes last_of(const http::RequestHead& head, Bytes lower_name) noexcept {
    Bytes element;
    return LastFirst(head, lower_name).next(element) ? element : Bytes();
}

}  // namespace

ForwardedFacts forwarded_facts(const http::RequestHead& head, const Proxies& proxies) noexcept {
    ForwardedFacts facts;
    Bytes element;
    if (proxies.field == ForwardedField::forwarded) {
        LastFirst elements(head, "forwarded");
        while (elements.next(element) && read_element(element, proxies, facts)) {}
        return facts;
    }
    LastFirst nodes(head, "x-forwarded-for");
    while (nodes.next(element) && read_hop(element, proxies, facts)) {}
    if (facts.port == 0) read_port(last_of(head, "x-forwarded-port"), facts.port);
    read_scheme(last_of(head, "x-forwarded-proto"), facts);
    facts.host = last_of(head, "x-forwarded-host");
    return facts;
}

void apply_proxies(Exchange& exchange, const Proxies& proxies) noexcept {
    if (!proxies.trusted.contains(ip_of(exchange.origin))) return;
    const ForwardedFacts facts = forwarded_facts(exchange.head, proxies);
    if (facts.ip.family != 0) set_ip(exchange.origin, facts.ip, facts.port);
    if (facts.scheme_known) exchange.origin.secure = facts.secure ? 1 : 0;
    if (http::valid_authority(facts.host)) exchange.forwarded_host = facts.host;
}

}  // namespace tern::serve
