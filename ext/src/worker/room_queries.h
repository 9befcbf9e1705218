// Queries between workers about rooms. A query is one message; a reply is as many messages as its size needs. Nothing
// here waits: a complete reply calls a function of the process that sent the query.
#pragma once

#include <vector>

#include "base/list.h"
#include "worker/room_broadcasts.h"

namespace tern::worker {

enum class RoomQueryKind : uint8_t {
    join = 1,     // sent to the session's worker
    leave = 2,    // sent to the session's worker; an empty room name: all of its rooms
    rooms = 3,    // sent to the session's worker; `data` is names, each after a byte with its length
    count = 4,    // sent to all workers
    members = 5,  // sent to all workers; `data` is int64_t session ids
};

struct RoomQuery {
    uint16_t set = 0;
    RoomQueryKind kind = RoomQueryKind::count;
    int64_t session = 0;
    Bytes room;
};

// The part of a reply that has arrived so far. RoomQueries owns it until release().
struct RoomReply : ListHook {
    uint64_t id = 0;
    Error error = Error::ok;
    uint64_t number = 0;
    Buffer data;
    std::vector<uint32_t> awaited;  // generations of the processes that have not replied yet
    // Called once, when no reply is outstanding. It may free any RoomReply.
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

    // Whether the query needs another process, so that query() may not complete at once.
    bool concerns_others(const RoomQuery& query) const noexcept;
    // The reply already has this worker's own part. The caller must release() it.
    RoomReply& query(const RoomQuery& query);
    void release(RoomReply& reply) noexcept { delete &reply; }

    // Handle one message of the respective kind.
    void receive_query(Bytes payload);
    void receive_reply(Bytes payload);
    // Stops waiting for replies of processes that have ended.
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
