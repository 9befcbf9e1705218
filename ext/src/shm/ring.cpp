#include "shm/ring.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tern::shm {

namespace {

using Length = uint32_t;  // before every message

constexpr size_t kLeastCapacity = 4096;
constexpr size_t kMostCapacity = size_t{1} << 30;

// Lengths are aligned, so the end of the memory never divides one.
constexpr size_t taken_by(size_t message) noexcept {
    return (sizeof(Length) + message + sizeof(Length) - 1) & ~(sizeof(Length) - 1);
}

}  // namespace

// Positions only grow; the memory is used in a circle. Data of writers and of the reader are on separate cache lines.
struct Ring::Header {
    alignas(64) RobustLock writers;
    std::atomic<uint64_t> end;
    std::atomic<uint32_t> sleeper;  // 0: the reader is awake; otherwise the number of its sleep
    alignas(64) std::atomic<uint64_t> start;
    uint32_t sleeps;  // for the reader
};

Ring::~Ring() {
    if (event_fd_ >= 0) ::close(event_fd_);
}

Error Ring::create(size_t capacity) noexcept {
    TERN_CHECK(std::has_single_bit(capacity));
    TERN_CHECK(capacity >= kLeastCapacity && capacity <= kMostCapacity);
    event_fd_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (event_fd_ < 0) return last_error();
    if (Error error = mapping_.create(sizeof(Header) + capacity); error != Error::ok) return error;
    capacity_ = capacity;
    header().sleeper.store(header().sleeps = 1);
    return Error::ok;
}

char* Ring::place(uint64_t at) const noexcept { return mapping_.data() + sizeof(Header) + (at & (capacity_ - 1)); }

void Ring::put(uint64_t at, Bytes bytes) noexcept {
    if (bytes.empty()) return;
    const size_t first = std::min<size_t>(bytes.size(), capacity_ - (at & (capacity_ - 1)));
    std::memcpy(place(at), bytes.data(), first);
    std::memcpy(place(0), bytes.data() + first, bytes.size() - first);
}

void Ring::get(uint64_t at, char* to, size_t bytes) const noexcept {
    if (bytes == 0) return;
    const size_t first = std::min<size_t>(bytes, capacity_ - (at & (capacity_ - 1)));
    std::memcpy(to, place(at), first);
    std::memcpy(to + first, place(0), bytes - first);
}

Error Ring::append(std::span<const Bytes> parts, size_t bytes, First first, void* data) noexcept {
    const uint64_t end = header().end.load(std::memory_order_relaxed);
    const uint64_t start = header().start.load(std::memory_order_acquire);
    if (capacity_ - (end - start) < taken_by(bytes)) return Error::would_block;
    if (Error error = first == nullptr ? Error::ok : first(data); error != Error::ok) return error;
    const auto length = static_cast<Length>(bytes);
    put(end, Bytes(reinterpret_cast<const char*>(&length), sizeof length));
    uint64_t at = end + sizeof length;
    for (Bytes part : parts) {
        put(at, part);
        at += part.size();
    }
    header().end.store(end + taken_by(bytes));
    return Error::ok;
}

// The reader announces its sleep and then checks the end; the writer moves the end and then checks for a sleep.
Error Ring::write(std::span<const Bytes> parts, First first, void* data) noexcept {
    size_t bytes = 0;
    for (Bytes part : parts) bytes += part.size();
    if (bytes > max_message()) return Error::data_length_too_large;
    (void)header().writers.lock();  // also after a dead writer, which has left nothing to repair
    const Error error = append(parts, bytes, first, data);
    header().writers.unlock();
    if (error != Error::ok) return error;
    uint32_t sleeper = header().sleeper.load();
    if (sleeper == 0) return Error::ok;
    wake();
    // Only for this sleep: it may be over already, and the next one may have begun.
    header().sleeper.compare_exchange_strong(sleeper, 0);
    return Error::ok;
}

Error Ring::read(Buffer& room) noexcept {
    const Error error = peek(room);
    if (error == Error::ok) take();
    return error;
}

uint64_t Ring::taken() const noexcept { return header().start.load(std::memory_order_acquire); }

size_t Ring::room() const noexcept {
    return capacity_ - static_cast<size_t>(header().end.load(std::memory_order_acquire) - taken());
}

bool Ring::empty() const noexcept { return header().end.load(std::memory_order_acquire) == taken(); }

Error Ring::peek(Buffer& room) noexcept {
    const uint64_t start = header().start.load(std::memory_order_relaxed);
    const uint64_t waiting = header().end.load(std::memory_order_acquire) - start;
    if (waiting == 0) return Error::would_block;
    const size_t length = length_at(start);
    TERN_CHECK(taken_by(length) <= waiting);
    room.clear();
    get(start + sizeof(Length), room.extend(length), length);
    return Error::ok;
}

void Ring::take() noexcept {
    const uint64_t start = header().start.load(std::memory_order_relaxed);
    TERN_CHECK(header().end.load(std::memory_order_relaxed) != start);
    header().start.store(start + taken_by(length_at(start)), std::memory_order_release);
}

size_t Ring::length_at(uint64_t at) const noexcept {
    Length length = 0;
    get(at, reinterpret_cast<char*>(&length), sizeof length);
    return length;
}

bool Ring::sleep() noexcept {
    eventfd_t ignored = 0;
    (void)eventfd_read(event_fd_, &ignored);
    header().sleeps = std::max(header().sleeps + 1, 1u);
    header().sleeper.store(header().sleeps);
    if (header().end.load() == header().start.load(std::memory_order_relaxed)) return true;
    wake();
    return false;
}

void Ring::wake() const noexcept { (void)eventfd_write(event_fd_, 1); }

}  // namespace tern::shm
