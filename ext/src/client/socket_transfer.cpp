// Sockets: sending and receiving.
#include <algorithm>
#include <cstring>
#include <sys/sendfile.h>

#include "client/socket.h"

namespace tern::client {

namespace {

Result<size_t> result_of(ssize_t count) noexcept {
    if (count >= 0) return static_cast<size_t>(count);
    return last_error();
}

msghdr message_of(const iovec* pieces, size_t count) noexcept {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(pieces);
    message.msg_iovlen = count;
    return message;
}

constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;

}  // namespace

Result<size_t> Socket::try_receive(char* into, size_t size) noexcept {
    const Bytes ready = buffered();
    if (ready.empty() && encrypted_) return read_tls(into, size);
    if (ready.empty()) return result_of(::recv(fd_.get(), into, size, MSG_DONTWAIT));
    const size_t count = std::min(size, ready.size());
    std::memcpy(into, ready.data(), count);
    take(count);
    return count;
}

Result<size_t> Socket::try_peek(char* into, size_t size) noexcept {
    if (buffered().empty() && encrypted_) {
        // A coroutine that waits for the descriptor would not notice input that is moved to the buffer.
        if (in_use(Side::read)) return Error::would_block;
        const Result<size_t> got = try_fill(std::clamp<size_t>(size, 16 * 1024, 64 * 1024));
        if (!got.ok() || got.value() == 0) return got;
    }
    const Bytes ready = buffered();
    if (ready.empty()) return result_of(::recv(fd_.get(), into, size, MSG_DONTWAIT | MSG_PEEK));
    const size_t count = std::min(size, ready.size());
    std::memcpy(into, ready.data(), count);
    return count;
}

Result<size_t> Socket::try_receive_from(char* into, size_t size, net::Address* from) noexcept {
    if (encrypted_) {
        const Result<net::Address> peer = peer_address();
        if (!peer.ok()) return peer.error();
        *from = peer.value();
        return try_receive(into, size);
    }
    from->size = sizeof from->storage;
    return result_of(::recvfrom(fd_.get(), into, size, MSG_DONTWAIT, from->raw(), &from->size));
}

Result<size_t> Socket::try_receive_pieces(const iovec* pieces, size_t count) noexcept {
    if (!buffered().empty()) return try_receive(static_cast<char*>(pieces->iov_base), pieces->iov_len);
    if (encrypted_) return read_tls_pieces(pieces, count);
    msghdr message = message_of(pieces, count);
    return result_of(::recvmsg(fd_.get(), &message, MSG_DONTWAIT));
}

Result<size_t> Socket::try_fill(size_t most) noexcept {
    if (taken_ > 0 && taken_ * 2 >= buffer_.size()) {
        buffer_.drop_front(taken_);
        taken_ = 0;
    }
    char* place = buffer_.extend(most);
    const Result<size_t> got =
        encrypted_ ? read_tls(place, most) : result_of(::recv(fd_.get(), place, most, MSG_DONTWAIT));
    buffer_.shrink(most - (got.ok() ? got.value() : 0));
    return got;
}

void Socket::take(size_t size) noexcept {
    constexpr size_t kKept = 64 * 1024;
    taken_ += size;
    if (taken_ < buffer_.size()) return;
    taken_ = 0;
    buffer_.clear();
    if (buffer_.capacity() > kKept) buffer_.release();
}

void Socket::put_back(Bytes bytes) noexcept {
    if (bytes.empty()) return;
    Buffer all;
    all.append(bytes);
    all.append(buffered());
    buffer_ = std::move(all);
    taken_ = 0;
}

Result<size_t> Socket::try_send(Bytes data) noexcept {
    if (encrypted_) return write_tls(data);
    return result_of(::send(fd_.get(), data.data(), data.size(), kSendFlags));
}

Result<size_t> Socket::try_send_to(Bytes data, const net::Address& to) noexcept {
    if (encrypted_) return Error{EISCONN};
    return result_of(::sendto(fd_.get(), data.data(), data.size(), kSendFlags, to.raw(), to.size));
}

Result<size_t> Socket::try_send_pieces(const iovec* pieces, size_t count) noexcept {
    if (encrypted_) return write_tls_pieces(pieces, count);
    const msghdr message = message_of(pieces, count);
    return result_of(::sendmsg(fd_.get(), &message, kSendFlags));
}

Result<size_t> Socket::try_send_file(int file, off_t* offset, size_t size) noexcept {
    if (encrypted_) return write_tls_file(file, offset, size);
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    return result_of(::sendfile(fd_.get(), file, offset, size));
}

}  // namespace tern::client
