#include "php/server/message/datagram_dispatch.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <sys/un.h>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/globals.h"
#include "php/http/port_host.h"
#include "php/server/server_events.h"
#include "serve/origin.h"

namespace tern::php {

namespace {

constexpr size_t kMostUdp = 64 << 10;
constexpr size_t kMostUnix = 256 << 10;

// The peer's address, empty for a unix socket without a name. Allocates nothing.
Bytes address_text(const net::Address& from, char (&room)[serve::kMaxIpText]) noexcept {
    if (from.family() == AF_UNIX) {
        const auto& local = reinterpret_cast<const sockaddr_un&>(from.storage);
        return from.size > offsetof(sockaddr_un, sun_path) ? Bytes(local.sun_path) : Bytes();
    }
    return {room, serve::write_ip(serve::origin_of(from), room)};
}

// What dispatch_func gets in place of a connection's number: an IPv4 address as the system has it in memory, a sum of
// the parts of an IPv6 address, 0 for a unix socket.
int64_t number_of(const net::Address& from) noexcept {
    if (from.family() == AF_UNIX) return 0;
    const shm::SessionOrigin origin = serve::origin_of(from);
    uint32_t parts[4];
    static_assert(sizeof parts == sizeof origin.ip);
    std::memcpy(parts, origin.ip.data(), sizeof parts);
    return origin.family == AF_INET ? parts[0] : parts[0] ^ parts[1] ^ parts[2] ^ parts[3];
}

}  // namespace

struct DatagramDispatch::Delivery {
    DatagramDispatch* self;
    Bytes data;
    const net::Address* from;
};

DatagramDispatch::DatagramDispatch(const DatagramDispatchParts& parts, ServerObject& server, uint32_t port) noexcept
    : parts_(parts),
      server_(server),
      port_(port),
      packet_(port_callback(server, port, PortEvent::packet)),
      chooser_(server) {}

Error DatagramDispatch::open(serve::Context& context, const net::Listener& socket) noexcept {
    const PortConfig& config = port_config(server_, port_);
    const size_t most = socket.address().family() == AF_UNIX ? kMostUnix : kMostUdp;
    socket_ = &socket;
    serve::DatagramOptions options;
    options.most = std::min<size_t>(most, config.serving.limits.body_bytes);
    options.exclusive_wake = config.serving.exclusive_wake;
    port_object_ = std::make_unique<serve::DatagramPort>(context, options, socket, *this);
    return port_object_->open();
}

void DatagramDispatch::on_datagram(Bytes data, const net::Address& from) {
    if (!chooser_.exists() || stays_here(data, from)) deliver(data, from);
}

// Asks dispatch_func. False: another worker handles it, or none does. What cannot be forwarded stays.
bool DatagramDispatch::stays_here(Bytes data, const net::Address& from) noexcept {
    const int chosen = chooser_.choose(DispatchFunction::Event::datagram, number_of(from), data);
    if (chosen == DispatchFunction::kOwn || chosen == parts_.worker_id) return true;
    return chosen >= 0 && !forward(chosen, data, from);
}

// The sender's address goes before the data. False: that worker gets nothing now.
bool DatagramDispatch::forward(int worker_id, Bytes data, const net::Address& from) noexcept {
    std::string message(reinterpret_cast<const char*>(&from.storage), from.size);
    message.append(data);
    const auto event = static_cast<uint8_t>(DispatchFunction::Event::datagram);
    const worker::PacketHead head{static_cast<int64_t>(from.size), static_cast<uint16_t>(port_), event};
    const Error error = parts_.forwards.send(worker_id, head, message);
    if (error != Error::server_pipe_buffer_full) return error == Error::ok;
    port_host()->context.counters.abort_count.increment();  // too many wait for that worker, so this one is lost
    return true;
}

void DatagramDispatch::receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept {
    net::Address from;
    const auto size = static_cast<size_t>(head.session_id);
    if (size >= sizeof from.storage || size > packet.size()) return;
    std::memcpy(&from.storage, packet.data(), size);
    from.size = static_cast<socklen_t>(size);
    deliver(packet.substr(size), from);
}

void DatagramDispatch::deliver(Bytes data, const net::Address& from) {
    Runtime& runtime = *php::runtime();
    if (runtime.bailed) return;
    parts_.requests.count();
    Delivery delivery{this, data, &from};
    const Entry entry =
        enter_for_request(runtime, server_.config->enable_coroutine, {run, nullptr, nullptr, true}, &delivery);
    if (entry == Entry::refused) port_host()->context.counters.abort_count.increment();
}

void DatagramDispatch::run(void* delivery) {
    const Delivery one = *static_cast<Delivery*>(delivery);
    const shm::RunningEvent running(port_host()->context.counters);
    one.self->receive(one.data, *one.from);
}

void DatagramDispatch::make_client_info(const net::Address& from, zval* into) const {
    char room[serve::kMaxIpText];
    const Bytes address = address_text(from, room);
    array_init_size(into, 5);
    add_assoc_long(into, "server_socket", socket_->fd());
    add_assoc_long(into, "server_port", socket_->address().port());
    add_assoc_double(into, "dispatch_time", dispatch_time_s());
    add_assoc_stringl(into, "address", address.data(), address.size());
    add_assoc_long(into, "port", from.port());
}

void DatagramDispatch::make_packet(Bytes data, const net::Address& from, zval* into) const {
    char room[serve::kMaxIpText];
    const Bytes address = address_text(from, room);
    object_init_ex(into, classes.server_packet);
    zend_object* packet = Z_OBJ_P(into);
    zend_update_property_long(packet->ce, packet, ZEND_STRL("server_socket"), socket_->fd());
    zend_update_property_long(packet->ce, packet, ZEND_STRL("server_port"), socket_->address().port());
    zend_update_property_double(packet->ce, packet, ZEND_STRL("dispatch_time"), dispatch_time_s());
    zend_update_property_stringl(packet->ce, packet, ZEND_STRL("address"), address.data(), address.size());
    zend_update_property_long(packet->ce, packet, ZEND_STRL("port"), from.port());
    zend_update_property_stringl(packet->ce, packet, ZEND_STRL("data"), data.data(), data.size());
}

void DatagramDispatch::receive(Bytes data, const net::Address& from) {
    const uint32_t forks = TERN_G(forks);
    zval arguments[3];
    ZVAL_OBJ_COPY(&arguments[0], &server_.std);
    uint32_t count = 2;
    if (server_.config->event_object) {
        make_packet(data, from, &arguments[1]);
    } else {
        ZVAL_STRINGL(&arguments[1], data.data(), data.size());
        make_client_info(from, &arguments[2]);
        count = 3;
    }
    packet_.call(count, arguments);
    if (TERN_G(forks) != forks) end_fork();
    for (uint32_t i = 0; i < count; ++i) zval_ptr_dtor(&arguments[i]);
}

}  // namespace tern::php
