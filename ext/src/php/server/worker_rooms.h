// Tern\WebSocket\Rooms in one worker: rooms of its own sessions, what it sends to the other workers and asks them, and
// what they send and ask. A server has a number of room sets, one for each object of that class.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include "base/list.h"
#include "coro/coroutine.h"
#include "php/server/worker_messages.h"
#include "serve/ws/rooms.h"
#include "shm/mapping.h"

namespace tern::php {

class ServerProcess;

// What every worker knows of where the rooms of the others are.
class RoomHintTable {
public:
    Error create(uint32_t seats, size_t sets) noexcept;
    serve::RoomHints::Slots of(uint32_t seat, size_t set) const noexcept;

private:
    shm::Mapping mapping_;
    size_t sets_ = 0;
};

enum class RoomQuestion : uint8_t {
    join = 1,     // of the session's worker
    leave = 2,    // of the session's worker; no room: all of them
    rooms = 3,    // of the session's worker; `data` is names, each behind a byte with its length
    count = 4,    // of all workers
    members = 5,  // of all workers; `data` is int64_t session ids
};

// What was asked, and what is known by now. Lives in WorkerRooms until forget_answer().
struct RoomAnswer : ListHook {
    uint64_t id = 0;
    Error error = Error::ok;
    uint64_t number = 0;
    Buffer data;
    std::vector<uint32_t> awaited;  // incarnations
    coro::Coroutine* asker = nullptr;
};

struct RoomsMessage {
    uint16_t set = 0;
    bool to_all = false;  // whether they are in rooms or not
    Bytes room;
    serve::RoomMessage message;
};

class WorkerRooms {
public:
    // The process outlives it.
    WorkerRooms(ServerProcess& process, serve::Context& context, uint32_t seat);
    WorkerRooms(const WorkerRooms&) = delete;
    WorkerRooms& operator=(const WorkerRooms&) = delete;

    size_t sets() const noexcept { return sets_.size(); }

    // To the workers that may have receivers, a message each; or only to those of `again`. Returns those whose box was
    // full: they are to be tried again. Nothing else fails: see kMostMessage.
    const std::vector<uint32_t>& send_abroad(const RoomsMessage& message, const std::vector<uint32_t>* again);
    // To our own sessions. May run PHP code.
    void send_here(const RoomsMessage& message);
    // Of room, exceptions and payload together.
    static constexpr size_t kMostMessage = proc::Inboxes::kMaxPayload - 64;

    // Suspends when others have to be asked, and throws where that cannot be. The answer is the caller's to forget;
    // timed_out: some have not answered.
    RoomAnswer& ask(uint16_t set, RoomQuestion question, int64_t session, Bytes room, coro::Deadline until);
    void forget_answer(RoomAnswer& answer) noexcept;

    void take_broadcast(Bytes payload);
    void take_question(Bytes payload);
    void take_answer(Bytes payload);
    // Those who asked a worker that is gone wait no longer.
    void look_for_dead();

private:
    struct QuestionHead;

    void answer_here(const QuestionHead& head, Bytes room, RoomAnswer& answer);
    Error put(uint32_t seat, proc::MessageKind kind, Bytes first, Bytes second, Bytes third = {}) noexcept;
    bool asks_others(const QuestionHead& head, Bytes room) const noexcept;
    bool asks(uint32_t seat, const QuestionHead& head, Bytes room) const noexcept;
    void ask_others(const QuestionHead& head, Bytes room, RoomAnswer& answer);
    static void wait(RoomAnswer& answer, coro::Deadline until);
    void reply(const QuestionHead& head, const RoomAnswer& answer) noexcept;
    void wake_if_complete(RoomAnswer& answer);
    bool has_sessions(uint32_t seat) const noexcept;
    bool may_have(uint32_t seat, uint16_t set, Bytes room) const noexcept;

    ServerProcess& process_;
    serve::Context& context_;
    const uint32_t seat_;
    std::vector<std::unique_ptr<serve::Rooms>> sets_;
    std::vector<uint32_t> full_;
    Buffer message_;
    List<RoomAnswer> answers_;
    uint64_t last_question_ = 0;
};

}  // namespace tern::php
