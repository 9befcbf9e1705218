// UDP of a server that has many peers: which of its addresses a datagram was sent to, and one connected socket for each
// peer. The kernel passes the datagrams of a peer to the socket that is connected to it, and all others to the socket
// that all peers share.
#pragma once

#include "base/bytes.h"
#include "base/fd.h"
#include "net/address.h"

namespace tern::net {

struct Datagram {
    Bytes bytes;
    Address from;
    Address to;  // the server's address, which the answer must come from
};

// For the shared socket, after it was bound: lets other sockets of the same user have its address, and
// receive_datagram() tell destinations. Sockets of other servers get EADDRINUSE unless they ask for the same.
Error share_address(int fd, int family) noexcept;

// `bound`: the address of the socket. would_block: there is none now.
Result<Datagram> receive_datagram(int fd, const Address& bound, char* room, size_t size) noexcept;
// Answers a datagram. Never waits.
Error answer_datagram(int fd, const Datagram& to, Bytes answer) noexcept;
// A socket with the server's address that is connected to the sender.
Result<Fd> connect_to_sender(const Datagram& datagram) noexcept;

}  // namespace tern::net
