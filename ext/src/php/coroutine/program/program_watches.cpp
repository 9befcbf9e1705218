#include "php/coroutine/program/program_watches.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "php/engine/fiber/program_entry.h"

namespace tern::php {

namespace {

// Terminals are not changed, as other programs use them, too.
void make_nonblocking(int fd) noexcept {
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || (flags & O_NONBLOCK) != 0 || isatty(fd) != 0) return;
    (void)fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

Result<size_t> send_some(int fd, Bytes data) noexcept {
    ssize_t count = ::send(fd, data.data(), data.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == ENOTSOCK) {
        pollfd room{fd, POLLOUT, 0};
        if (poll(&room, 1, 0) == 0) return size_t{0};
        count = ::write(fd, data.data(), data.size());
    }
    if (count >= 0) return static_cast<size_t>(count);
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return size_t{0};
    return last_error();
}

// Checked before a place is made, as there is one for each number up to the highest.
bool is_open(int fd) noexcept { return fcntl(fd, F_GETFD) >= 0; }

void move_into(zval& place, zval& from, zval& old) noexcept {
    if (Z_TYPE(from) == IS_UNDEF) return;
    ZVAL_COPY_VALUE(&old, &place);
    ZVAL_COPY_VALUE(&place, &from);
    ZVAL_UNDEF(&from);
}

}  // namespace

ProgramWatches::Watch* ProgramWatches::at(int fd) const noexcept {
    return static_cast<size_t>(fd) < watches_.size() ? watches_[static_cast<size_t>(fd)].get() : nullptr;
}

ProgramWatches::Watch& ProgramWatches::place(int fd) noexcept {
    const auto index = static_cast<size_t>(fd);
    if (index >= watches_.size()) watches_.resize(index + 1);
    if (watches_[index] == nullptr) watches_[index] = std::make_unique<Watch>(*this, fd);
    return *watches_[index];
}

void ProgramWatches::release(Wish& wish) {
    zval_ptr_dtor(&wish.given);
    zval_ptr_dtor(&wish.on_readable);
    zval_ptr_dtor(&wish.on_writable);
}

// Registers the currently needed events with the loop.
Error ProgramWatches::register_as(Watch& watch) noexcept {
    loop::Loop& loop = coroutines_.loop;
    const loop::Events needed = watch.wanted | (watch.unsent.empty() ? 0 : loop::kWritable);
    if (needed == watch.registered) return Error::ok;
    Error error = Error::ok;
    if (needed == 0) {
        loop.unwatch(watch.fd, watch);
        loop.release();
    } else if (watch.registered != 0) {
        error = loop.rewatch(watch.fd, needed, loop::Trigger::level, watch);
    } else {
        error = loop.watch(watch.fd, needed, loop::Trigger::level, watch);
        if (error == Error::ok) loop.hold();
    }
    if (error == Error::ok) watch.registered = needed;
    return error;
}

// Leaves the place for a later watch; `old` gets the references to release.
void ProgramWatches::detach(Watch& watch, Wish& old) noexcept {
    ++watch.generation;
    watch.added = false;
    watch.wanted = 0;
    watch.unsent.release();
    watch.sent = 0;
    (void)register_as(watch);
    ZVAL_COPY_VALUE(&old.given, &watch.given);
    ZVAL_COPY_VALUE(&old.on_readable, &watch.on_readable);
    ZVAL_COPY_VALUE(&old.on_writable, &watch.on_writable);
    ZVAL_UNDEF(&watch.given);
    ZVAL_UNDEF(&watch.on_readable);
    ZVAL_UNDEF(&watch.on_writable);
}

Error ProgramWatches::add(int fd, Wish& wish) {
    if (at(fd) == nullptr && !is_open(fd)) {
        release(wish);
        return Error::bad_descriptor;
    }
    Watch& watch = place(fd);
    Wish old{};
    Error error = Error::ok;
    if (watch.registered != 0) {
        // The kernel drops a closed descriptor. It accepts the number again only if it is another descriptor now.
        error = coroutines_.loop.watch(fd, wish.wanted, loop::Trigger::level, watch);
        if (error == Error{EEXIST} && !watch.added) {
            error = Error::ok;
        } else if (error != Error{EEXIST}) {
            detach(watch, old);
        }
    }
    if (error == Error::ok) {
        watch.wanted = wish.wanted;
        error = register_as(watch);
        if (error != Error::ok) watch.wanted = 0;
    }
    if (error == Error::ok) {
        make_nonblocking(fd);
        watch.added = true;
        ++watch.generation;
        std::swap(watch.given, wish.given);
        std::swap(watch.on_readable, wish.on_readable);
        std::swap(watch.on_writable, wish.on_writable);
    }
    release(wish);
    release(old);
    return error;
}

Error ProgramWatches::change(int fd, Wish& wish) {
    Watch* watch = at(fd);
    Wish old{};
    Error error = Error{ENOENT};
    if (watch != nullptr && watch->added) {
        const loop::Events before = std::exchange(watch->wanted, wish.wanted == 0 ? watch->wanted : wish.wanted);
        error = register_as(*watch);
        if (error == Error{ENOENT} || error == Error::bad_descriptor) {
            detach(*watch, old);
        } else if (error != Error::ok) {
            watch->wanted = before;
        } else {
            move_into(watch->on_readable, wish.on_readable, old.on_readable);
            move_into(watch->on_writable, wish.on_writable, old.on_writable);
        }
    }
    release(wish);
    release(old);
    return error;
}

bool ProgramWatches::remove(int fd) {
    Watch* watch = at(fd);
    if (watch == nullptr || !watch->added) return false;
    Wish old{};
    detach(*watch, old);
    release(old);
    return true;
}

// Destructors may add watches, which stay.
void ProgramWatches::clear() {
    const size_t count = watches_.size();
    for (size_t i = 0; i < count; ++i) {
        if (watches_[i] == nullptr || watches_[i]->registered == 0) continue;
        Wish old{};
        detach(*watches_[i], old);
        release(old);
    }
}

loop::Events ProgramWatches::wanted(int fd) const noexcept {
    const Watch* watch = at(fd);
    return watch == nullptr || !watch->added ? 0 : watch->wanted;
}

int ProgramWatches::find(const zval* given) const noexcept {
    if (Z_TYPE_P(given) != IS_RESOURCE && Z_TYPE_P(given) != IS_OBJECT) return -1;
    for (const auto& watch : watches_) {
        if (watch == nullptr || !watch->added || Z_TYPE(watch->given) != Z_TYPE_P(given)) continue;
        if (Z_COUNTED(watch->given) == Z_COUNTED_P(given)) return watch->fd;
    }
    return -1;
}

Error ProgramWatches::write(int fd, Bytes data) noexcept {
    if (at(fd) == nullptr && !is_open(fd)) return Error::bad_descriptor;
    Watch& watch = place(fd);
    // The unsent data of a closed descriptor must not be sent to the new one with its number.
    if (!watch.unsent.empty() &&
        coroutines_.loop.rewatch(fd, watch.registered, loop::Trigger::level, watch) != Error::ok) {
        watch.unsent.release();
        watch.sent = 0;
        coroutines_.loop.release();
        watch.registered = 0;
    }
    if (watch.unsent.size() - watch.sent + data.size() > kMostUnsent) return Error::output_buffer_overflow;
    if (!watch.unsent.empty()) {
        watch.unsent.append(data);
        return Error::ok;
    }
    if (!watch.added) make_nonblocking(fd);
    Result<size_t> sent = send_some(fd, data);
    if (!sent.ok()) return sent.error();
    watch.unsent.append(data.substr(sent.value()));
    Error error = register_as(watch);
    if (error != Error::ok) watch.unsent.release();
    return error;
}

Error ProgramWatches::flush(Watch& watch) noexcept {
    Result<size_t> count = send_some(watch.fd, watch.unsent.view().substr(watch.sent));
    if (count.ok()) watch.sent += count.value();
    if (count.ok() && watch.sent < watch.unsent.size()) return Error::ok;
    watch.unsent.release();
    watch.sent = 0;
    (void)register_as(watch);
    return count.ok() ? Error::ok : count.error();
}

void ProgramWatches::call_program(const Watch& watch, const zval& callable) noexcept {
    if (Z_TYPE(callable) == IS_UNDEF) return;
    LoopCall call;
    ZVAL_COPY(&call.callable, &callable);
    ZVAL_COPY(&call.argument, &watch.given);
    call.count = 1;
    call_back(coroutines_, call);
}

// A broken descriptor is ready for everything, so that its user sees the error.
void ProgramWatches::on_events(Watch& watch, loop::Events ready) noexcept {
    const loop::Events broken = ready & loop::kBroken;
    if (!watch.unsent.empty() && ((ready & loop::kWritable) | broken) != 0) {
        Error error = flush(watch);
        if (error != Error::ok) {
            TERN_G(log)->print(LogLevel::warning, "Event::write() to descriptor %d: %s", watch.fd, describe(error));
        }
    }
    const uint32_t generation = watch.generation;
    const bool reads = (watch.wanted & loop::kReadable) != 0;
    if (reads && ((ready & (loop::kReadable | loop::kPeerClosed)) | broken) != 0)
        call_program(watch, watch.on_readable);
    // The callback may have removed the watch, or added another descriptor with its number.
    if (watch.generation != generation || (watch.wanted & loop::kWritable) == 0) return;
    if ((ready & loop::kWritable) != 0 || (broken != 0 && !reads)) call_program(watch, watch.on_writable);
}

}  // namespace tern::php
