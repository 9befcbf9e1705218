// Streams that read and write by a connection of a client extension: large objects of PostgreSQL, channels and files of
// ssh2. Each operation claims the connection, as a call of the extension does.
#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>

#include "base/address_map.h"
#include "boundary/elf.h"
#include "php/engine/registry.h"
#include "php/socket/driver/connection_claim.h"

namespace tern::php {

namespace {

// Null: there are no data.
template <size_t kOffset>
const void* member(const void* data) noexcept {
    return data == nullptr ? nullptr : *reinterpret_cast<const void* const*>(static_cast<const char*>(data) + kOffset);
}

// Null: it is closed.
const void* data_of_resource(const void* resource) noexcept { return static_cast<const zend_resource*>(resource)->ptr; }

// Its data begin with the object of PDO.
const void* of_large_object(const php_stream& stream) noexcept { return member<0>(stream.abstract); }

const void* of_link(const php_stream& stream) noexcept { return stream.abstract; }

struct Channel {
    void* channel;
    unsigned stream_id;
    char is_blocking;
    long timeout;
    zend_resource* session;
};
const void* of_channel(const php_stream& stream) noexcept {
    return data_of_resource(member<offsetof(Channel, session)>(stream.abstract));
}

// Its data have the resource of the SFTP subsystem, whose data begin with the session.
const void* of_sftp(const php_stream& stream) noexcept {
    return member<0>(data_of_resource(member<sizeof(void*)>(stream.abstract)));
}

using ConnectionOf = const void* (*)(const php_stream& stream) noexcept;

struct StreamRow {
    Bytes label;
    ConnectionOf connection;  // null: it is closed
};

constexpr StreamRow kStreamRows[] = {
    {"pdo_pgsql lob stream", of_large_object}, {"PostgreSQL link", of_link}, {"SSH2 Channel", of_channel},
    {"SSH2 SFTP Directory", of_sftp},          {"SSH2 SFTP File", of_sftp},
};

// The operations of a kind of streams, as they were.
struct StreamKind {
    const void* connection_of(const php_stream& stream) const noexcept {
        const void* found = connection(stream);
        return found == nullptr ? &stream : found;
    }

    php_stream_ops engines;
    ConnectionOf connection;
};

std::deque<StreamKind> stream_kinds;
AddressMap<StreamKind*> kind_by_operations;

const StreamKind& kind_of_stream(const php_stream* stream) noexcept { return **kind_by_operations.find(stream->ops); }

// `call` gets the original operations. `refused` is returned, with an exception, if another coroutine uses the
// connection.
template <class Result, class Call>
Result use(php_stream* stream, Result refused, Call call) {
    const StreamKind& kind = kind_of_stream(stream);
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return call(kind.engines);
    Claim claim(*coroutines);
    claim.add(kind.connection_of(*stream));
    if (!claim.begin()) {
        claim.refuse(nullptr);
        return refused;
    }
    const Result result = call(kind.engines);
    claim.end();
    return result;
}

ssize_t write(php_stream* stream, const char* bytes, size_t count) {
    return use<ssize_t>(stream, -1, [&](const php_stream_ops& engines) { return engines.write(stream, bytes, count); });
}

ssize_t read(php_stream* stream, char* into, size_t count) {
    return use<ssize_t>(stream, -1, [&](const php_stream_ops& engines) { return engines.read(stream, into, count); });
}

int flush(php_stream* stream) {
    return use(stream, EOF, [&](const php_stream_ops& engines) { return engines.flush(stream); });
}

int seek(php_stream* stream, zend_off_t offset, int whence, zend_off_t* place) {
    return use(stream, -1, [&](const php_stream_ops& engines) { return engines.seek(stream, offset, whence, place); });
}

int stat(php_stream* stream, php_stream_statbuf* into) {
    return use(stream, -1, [&](const php_stream_ops& engines) { return engines.stat(stream, into); });
}

// Nothing can refuse it: it waits until the connection is free, as far as this code may.
int close(php_stream* stream, int close_handle) {
    const StreamKind& kind = kind_of_stream(stream);
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return kind.engines.close(stream, close_handle);
    Claim claim(*coroutines);
    claim.begin_at_last([&](Claim& one) { one.add(kind.connection_of(*stream)); });
    const int result = kind.engines.close(stream, close_handle);
    claim.end();
    return result;
}

// In place, because extensions compare addresses. All members are pointers.
void take_over_operations(const php_stream_ops& shared, ConnectionOf connection) {
    StreamKind& kind = stream_kinds.emplace_back(StreamKind{shared, connection});
    kind_by_operations.find_or_add(&shared, &kind);
    php_stream_ops ours = shared;
    if (ours.write != nullptr) ours.write = write;
    if (ours.read != nullptr) ours.read = read;
    if (ours.close != nullptr) ours.close = close;
    if (ours.flush != nullptr) ours.flush = flush;
    if (ours.seek != nullptr) ours.seek = seek;
    if (ours.stat != nullptr) ours.stat = stat;
    constexpr size_t kWords = sizeof ours / sizeof(void*);
    boundary::overwrite(reinterpret_cast<void**>(const_cast<php_stream_ops*>(&shared)),
                        {reinterpret_cast<void* const*>(&ours), kWords});
}

php_stream* alloc_stream(const php_stream_ops* operations, void* data, const char* persistent_id,
                         const char* mode STREAMS_DC) {
    const auto* const row =
        std::ranges::find(kStreamRows, Bytes(operations->label == nullptr ? "" : operations->label), &StreamRow::label);
    if (row != std::end(kStreamRows) && kind_by_operations.find(operations) == nullptr)
        take_over_operations(*operations, row->connection);
    return _php_stream_alloc(operations, data, persistent_id, mode STREAMS_REL_CC);
}

constexpr Bytes kStreamModules[] = {"pdo_pgsql", "pgsql", "ssh2"};

bool is_loaded(Bytes module) noexcept { return zend_hash_str_exists(&module_registry, module.data(), module.size()); }

}  // namespace

void take_over_driver_streams() noexcept {
    static boundary::Replacement calls[] = {{"_php_stream_alloc", reinterpret_cast<void*>(alloc_stream)}};
    if (calls[0].real != nullptr || !std::ranges::any_of(kStreamModules, is_loaded)) return;
    boundary::find_real(calls);
    boundary::redirect(calls);
}

}  // namespace tern::php
