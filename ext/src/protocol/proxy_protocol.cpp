#include "protocol/proxy_protocol.h"

#include <algorithm>
#include <sys/socket.h>

namespace tern::protocol {

namespace {

using HeadState = ProxyHeader::State;

constexpr Bytes kSignature1 = "PROXY ";
constexpr Bytes kSignature2("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr size_t kLongestLine = 107;
constexpr size_t kFixed = 16;  // of version 2: signature, command, family, length
constexpr uint8_t kTlvSsl = 0x20;

ProxyHeader header_of(HeadState state, size_t size) noexcept {
    ProxyHeader header;
    header.state = state;
    header.size = size;
    return header;
}

ProxyHeader failed() noexcept { return header_of(HeadState::failed, 0); }

uint8_t byte_at(Bytes in, size_t at) noexcept { return static_cast<uint8_t>(in[at]); }
uint16_t number_at(Bytes in, size_t at) noexcept {
    return static_cast<uint16_t>(byte_at(in, at) << 8 | byte_at(in, at + 1));
}

Bytes take_word(Bytes& line) noexcept {
    const size_t space = line.find(' ');
    const Bytes word = line.substr(0, space);
    line.remove_prefix(space == Bytes::npos ? line.size() : space + 1);
    return word;
}

// Parses "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n".
ProxyHeader parse_line(Bytes in) noexcept {
    const size_t end = in.substr(0, kLongestLine).find("\r\n");
    if (end == Bytes::npos) return in.size() < kLongestLine ? ProxyHeader{} : failed();
    ProxyHeader header = header_of(HeadState::done, end + 2);
    Bytes line = in.substr(kSignature1.size(), end - kSignature1.size());
    const Bytes protocol = take_word(line);
    if (protocol == "UNKNOWN") return header;
    const uint16_t family = protocol == "TCP4" ? AF_INET : protocol == "TCP6" ? AF_INET6 : AF_UNSPEC;
    header.source = parse_ip(take_word(line));
    const Ip target = parse_ip(take_word(line));
    const bool known = family != AF_UNSPEC && header.source.family != 0 && target.family != 0;
    if (!known || !parse_number(take_word(line), header.source_port) || !parse_number(line, header.target_port))
        return failed();
    return header;
}

// Whether the fields after the addresses say that the client used TLS.
bool says_tls(Bytes extra) noexcept {
    while (extra.size() >= 3) {
        const size_t size = number_at(extra, 1);
        if (size > extra.size() - 3) return false;
        if (byte_at(extra, 0) == kTlvSsl && size > 0) return (byte_at(extra, 3) & 1) != 0;
        extra.remove_prefix(3 + size);
    }
    return false;
}

void read_addresses(Bytes in, size_t width, uint16_t family, ProxyHeader& header) noexcept {
    header.source.family = family;
    std::copy_n(in.begin(), width, header.source.bytes.begin());
    header.source_port = number_at(in, 2 * width);
    header.target_port = number_at(in, 2 * width + 2);
    header.secure = says_tls(in.substr(2 * width + 4));
}

ProxyHeader parse_binary(Bytes in) noexcept {
    if (in.size() < kFixed) return {};
    const uint8_t command = byte_at(in, 12);
    const size_t size = kFixed + number_at(in, 14);
    if ((command >> 4) != 2 || (command & 15) > 1 || size > kMaxProxyHeader) return failed();
    if (in.size() < size) return {};
    ProxyHeader header = header_of(HeadState::done, size);
    if ((command & 15) == 0) return header;  // the balancer's own connection, for a health check
    const Bytes rest = in.substr(kFixed, size - kFixed);
    const uint8_t kind = byte_at(in, 13) >> 4;
    const size_t width = kind == 1 ? 4 : kind == 2 ? 16 : 0;
    if (width == 0) return header;
    if (rest.size() < 2 * width + 4) return failed();
    read_addresses(rest, width, kind == 1 ? AF_INET : AF_INET6, header);
    return header;
}

}  // namespace

ProxyHeader parse_proxy_header(Bytes in) noexcept {
    const Bytes start = in.substr(0, kSignature2.size());
    if (start == kSignature2) return parse_binary(in);
    if (in.starts_with(kSignature1)) return parse_line(in);
    const bool may_become = kSignature2.starts_with(in) || kSignature1.starts_with(in);
    return may_become ? ProxyHeader{} : failed();
}

}  // namespace tern::protocol
