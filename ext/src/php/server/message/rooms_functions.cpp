// Functions for Tern\WebSocket\Rooms: they use the rooms of this process's server.
#include <algorithm>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/server/server_object.h"
#include "php/server/server_process.h"
#include "php/server/worker/server_worker.h"
#include "php/server/message/rooms_functions_arginfo.h"

namespace tern::php {

namespace {

constexpr size_t kMostSets = 16;
constexpr size_t kMostExcept = 1000;

// Null after an exception: this process does not have these rooms.
ServerWorker* worker_with_rooms(zend_long set) {
    ServerWorker* worker = process() == nullptr ? nullptr : process()->worker();
    if (worker != nullptr && set >= 0 && static_cast<size_t>(set) < worker->broadcasts().sets()) return worker;
    throw_exception(Error::wrong_operation, "rooms are used in the workers of their server, when it has started");
    return nullptr;
}

template <class Number>
std::vector<Number> numbers_in(HashTable* list) {
    std::vector<Number> numbers;
    zval* one = nullptr;
    ZEND_HASH_FOREACH_VAL(list, one) {
        if (Z_TYPE_P(one) == IS_LONG && numbers.size() < kMostExcept)
            numbers.push_back(static_cast<Number>(Z_LVAL_P(one)));
    }
    ZEND_HASH_FOREACH_END();
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

struct Sending {
    zend_long set;
    zend_string* room;  // null: to all sessions
    zend_string* data;
    zend_long opcode;
    bool compress;
};

worker::RoomsMessage message_of(const Sending& sending, std::span<const int64_t> except) {
    worker::RoomsMessage message{static_cast<uint16_t>(sending.set), sending.room == nullptr, {}, {}};
    if (sending.room != nullptr) message.room = view(sending.room);
    message.message = {static_cast<http::ws::Opcode>(sending.opcode), sending.compress, view(sending.data), except};
    return message;
}

// Null: it is too long.
const std::vector<uint32_t>* send_to_others(worker::RoomBroadcasts& rooms, const Sending& sending, HashTable* except,
                                            HashTable* again) {
    const std::vector<int64_t> missing = numbers_in<int64_t>(except);
    const worker::RoomsMessage message = message_of(sending, missing);
    const size_t size = message.room.size() + missing.size() * sizeof(int64_t) + message.message.payload.size();
    if (size > worker::RoomBroadcasts::kMostMessage) return nullptr;
    if (again == nullptr) return &rooms.send_to_others(message, nullptr);
    const std::vector<uint32_t> to = numbers_in<uint32_t>(again);
    return &rooms.send_to_others(message, &to);
}

void send_here(worker::RoomBroadcasts& rooms, const Sending& sending, HashTable* except) {
    const std::vector<int64_t> missing = numbers_in<int64_t>(except);
    rooms.send_here(message_of(sending, missing));
}

void return_names(Bytes data, zval* return_value) {
    array_init(return_value);
    while (!data.empty()) {
        const auto size = static_cast<uint8_t>(data[0]);
        add_next_index_stringl(return_value, data.data() + 1, size);
        data.remove_prefix(size_t{1} + size);
    }
}

void return_ids(Bytes data, zval* return_value) {
    array_init_size(return_value, static_cast<uint32_t>(data.size() / sizeof(int64_t)));
    for (; !data.empty(); data.remove_prefix(sizeof(int64_t))) {
        int64_t id = 0;
        std::memcpy(&id, data.data(), sizeof id);
        add_next_index_long(return_value, id);
    }
}

// Suspends until all processes have replied, or the time is over.
void wait_for(worker::RoomReply& reply, coro::Deadline until) {
    Runtime& runtime = *php::runtime();
    coro::Coroutine* waiter = runtime.current();
    reply.waiter = waiter;
    reply.on_complete = [](void* one) {
        php::runtime()->scheduler.resume(*static_cast<coro::Coroutine*>(one), coro::Wake::resumed);
    };
    const coro::Wake wake = runtime.scheduler.suspend(coro::Wait::group, until);
    reply.on_complete = nullptr;
    if (wake == coro::Wake::timed_out) reply.error = Error::coroutine_timed_out;
    if (wake == coro::Wake::canceled) reply.error = Error::coroutine_canceled;
}

void return_reply(worker::RoomQueryKind kind, const worker::RoomReply& reply, zval* return_value) {
    if (reply.error != Error::ok) return failure(reply.error, return_value);
    switch (kind) {
        case worker::RoomQueryKind::rooms: return return_names(reply.data.view(), return_value);
        case worker::RoomQueryKind::members: return return_ids(reply.data.view(), return_value);
        case worker::RoomQueryKind::count: RETURN_LONG(static_cast<zend_long>(reply.number));
        default: RETURN_TRUE;
    }
}

bool may_open(ServerObject& server) {
    if (server.sealed) {
        throw_exception(Error::wrong_operation, "rooms have to be made before the server starts");
    } else if (server.config->rooms.size() >= kMostSets) {
        throw_exception(Error::queue_full, "a server may have %zu sets of rooms", kMostSets);
    }
    return EG(exception) == nullptr;
}

}  // namespace

void register_rooms_functions() { register_functions(rooms_functions_entries); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_FUNCTION(Tern_Internal_rooms_open) {
    zval* object;
    zend_long queue;
    bool close;
    zend_long rooms;
    zend_long members;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(6, 6)
    Z_PARAM_OBJECT_OF_CLASS(object, classes.server)
    Z_PARAM_LONG(queue)
    Z_PARAM_BOOL(close)
    Z_PARAM_LONG(rooms)
    Z_PARAM_LONG(members)
    Z_PARAM_FUNC_OR_NULL(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(object);
    if (server == nullptr || !may_open(*server)) {
        if (ZEND_FCI_INITIALIZED(callable)) zend_release_fcall_info_cache(&cache);
        RETURN_THROWS();
    }
    if (ZEND_FCI_INITIALIZED(callable)) {
        zval kept;
        keep_callable(callable, cache, &kept);
        if (Z_TYPE(server->start_calls) == IS_UNDEF) array_init(&server->start_calls);
        add_next_index_zval(&server->start_calls, &kept);
    }
    server->config->rooms.push_back(
        {static_cast<uint64_t>(queue), close, static_cast<uint32_t>(rooms), static_cast<uint32_t>(members)});
    RETURN_LONG(static_cast<zend_long>(server->config->rooms.size() - 1));
}

ZEND_FUNCTION(Tern_Internal_rooms_send) {
    Sending sending{};
    HashTable* except;
    HashTable* again = nullptr;
    ZEND_PARSE_PARAMETERS_START(7, 7)
    Z_PARAM_LONG(sending.set)
    Z_PARAM_STR_OR_NULL(sending.room)
    Z_PARAM_STR(sending.data)
    Z_PARAM_LONG(sending.opcode)
    Z_PARAM_BOOL(sending.compress)
    Z_PARAM_ARRAY_HT(except)
    Z_PARAM_ARRAY_HT_OR_NULL(again)
    ZEND_PARSE_PARAMETERS_END();
    ServerWorker* own = worker_with_rooms(sending.set);
    if (own == nullptr) RETURN_THROWS();
    const std::vector<uint32_t>* full = send_to_others(own->broadcasts(), sending, except, again);
    if (full == nullptr) return failure(Error::data_length_too_large, return_value);
    array_init_size(return_value, static_cast<uint32_t>(full->size()));
    for (uint32_t generation : *full) add_next_index_long(return_value, generation);
    if (again == nullptr) send_here(own->broadcasts(), sending, except);
    bail_if_ended();
}

ZEND_FUNCTION(Tern_Internal_rooms_send_here) {
    Sending sending{};
    HashTable* except;
    ZEND_PARSE_PARAMETERS_START(6, 6)
    Z_PARAM_LONG(sending.set)
    Z_PARAM_STR_OR_NULL(sending.room)
    Z_PARAM_STR(sending.data)
    Z_PARAM_LONG(sending.opcode)
    Z_PARAM_BOOL(sending.compress)
    Z_PARAM_ARRAY_HT(except)
    ZEND_PARSE_PARAMETERS_END();
    ServerWorker* own = worker_with_rooms(sending.set);
    if (own == nullptr) RETURN_THROWS();
    send_here(own->broadcasts(), sending, except);
    bail_if_ended();
}

ZEND_FUNCTION(Tern_Internal_rooms_ask) {
    zend_long set;
    zend_long question;
    zend_long fd;
    zend_string* room;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(5, 5)
    Z_PARAM_LONG(set)
    Z_PARAM_LONG(question)
    Z_PARAM_LONG(fd)
    Z_PARAM_STR(room)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    ServerWorker* own = worker_with_rooms(set);
    if (own == nullptr) RETURN_THROWS();
    const tern::coro::Deadline until = deadline_in(timeout);
    const tern::worker::RoomQuery query{static_cast<uint16_t>(set), static_cast<tern::worker::RoomQueryKind>(question),
                                        fd, view(room)};
    tern::worker::RoomQueries& queries = own->room_queries();
    // Replies of other workers arrive while the coroutine is suspended.
    if (queries.concerns_others(query) && !must_be_in_coroutine(runtime())) RETURN_THROWS();
    tern::worker::RoomReply& reply = queries.query(query);
    if (!reply.complete()) wait_for(reply, until);
    if (EG(exception) == nullptr) return_reply(query.kind, reply, return_value);
    queries.release(reply);
}

ZEND_FUNCTION(Tern_Internal_rooms_lost) {
    zend_long messages;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(messages)
    ZEND_PARSE_PARAMETERS_END();
    ServerWorker* worker = process() == nullptr ? nullptr : process()->worker();
    if (worker != nullptr) worker->counters().rooms_lost.add(static_cast<uint64_t>(messages));
    failure(Error::server_pipe_buffer_full, return_value);
}

ZEND_FUNCTION(Tern_Internal_rooms_sockets) {
    ZEND_PARSE_PARAMETERS_NONE();
    ServerWorker* worker = process() == nullptr ? nullptr : process()->worker();
    RETURN_LONG(worker == nullptr ? 0 : static_cast<zend_long>(worker->host().context.websockets.count()));
}
