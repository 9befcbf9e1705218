// All WebSockets of a worker by their session id, and their shared codecs.
#pragma once

#include <unordered_map>
#include <vector>

#include "protocol/http/ws/deflate.h"

namespace tern::serve {

class WsSession;

// Is notified when a WebSocket has ended, besides its handler.
class WsWatcher {
public:
    virtual void on_ended(int64_t id) noexcept = 0;

protected:
    ~WsWatcher() = default;
};

class WsRegistry {
public:
    // Null: closed, or not of this worker.
    WsSession* find(int64_t id) const noexcept {
        auto found = by_id_.find(id);
        return found == by_id_.end() ? nullptr : found->second;
    }
    size_t count() const noexcept { return by_id_.size(); }
    // For a loop over all sessions. Handling one may end any other, so look up each id.
    std::vector<int64_t> ids() const {
        std::vector<int64_t> all;
        all.reserve(by_id_.size());
        for (const auto& [id, session] : by_id_) all.push_back(id);
        return all;
    }

    // For sessions.
    void add(int64_t id, WsSession& session) { by_id_[id] = &session; }
    void remove(int64_t id) noexcept {
        if (by_id_.erase(id) == 0) return;
        for (WsWatcher* watcher : watchers) watcher->on_ended(id);
    }

    std::vector<WsWatcher*> watchers;  // these outlive the sessions
    http::ws::CodecPool codecs;

private:
    std::unordered_map<int64_t, WsSession*> by_id_;
};

}  // namespace tern::serve
