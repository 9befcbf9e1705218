// What workers query of each other about rooms: one message there, and as many back as the reply takes. Nothing here
// waits: a reply that is complete calls whoever asked.
#pragma once

#include <vector>

#include "base/list.h"
#include "worker/room_broadcasts.h"

namespace tern::worker {

enum class RoomQueryKind : uint8_t {
    join = 1,     // of the session's worker
    leave = 2,    // of the session's worker; no room: all of them
    rooms = 3,    // of the session's worker; `data` is names, each behind a byte with its length
    count = 4,    // of all workers
    members = 5,  // of all workers; `data` is int64_t session ids
};

struct RoomQuery {
    uint16_t set = 0;
    RoomQueryKind kind = RoomQueryKind::count;
    int64_t session = 0;
    Bytes room;
};

// What is known by now. Lives in RoomQueries until release().
struct RoomReply : ListHook {
    uint64_t id = 0;
    Error error = Error::ok;
    uint64_t number = 0;
    Buffer data;
    std::vector<uint32_t> awaited;  // generations of the processes that have not replied
    // Once, when nothing is awaited any more. It may free any reply.
    void (*on_complete)(void* waiter) = nullptr;
    void* waiter = nullptr;

    bool complete() const noexcept { return awaited.empty(); }
};

class RoomQueries {
public:
    // Both outlive it.
    RoomQueries(Messenger& messenger, RoomBroadcasts& broadcasts) noexcept
        : messenger_(messenger), broadcasts_(broadcasts) {}
    RoomQueries(const RoomQueries&) = delete;
    RoomQueries& operator=(const RoomQueries&) = delete;

    // Whether another process has to be asked, so that query() may not be complete at once.
    bool concerns_others(const RoomQuery& query) const noexcept;
    // What this worker knows is in the reply already. The reply is the caller's to release().
    RoomReply& query(const RoomQuery& query);
    void release(RoomReply& reply) noexcept { delete &reply; }

    // Messages of the two kinds.
    void receive_query(Bytes payload);
    void receive_reply(Bytes payload);
    // Nobody waits for the reply of a process that has ended.
    void drop_dead();

private:
    struct QueryHead;

    void answer_here(const QueryHead& head, Bytes room, RoomReply& reply);
    bool concerns(uint32_t slot, const RoomQuery& query) const noexcept;
    void query_others(const RoomQuery& query, RoomReply& reply);
    void send_reply(const QueryHead& head, const RoomReply& reply) noexcept;
    static void call_if_complete(RoomReply& reply);

    Messenger& messenger_;
    RoomBroadcasts& broadcasts_;
    List<RoomReply> replies_;
    uint64_t last_id_ = 0;
};

}  // namespace tern::worker
