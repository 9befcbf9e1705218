// The references of processes and containers to containers. A process counts its own objects of a container and has one
// reference to it. Those of a process that was killed are found, and released by the next process that joins or needs
// memory. A container without references is freed in small steps, by any process.
#pragma once

#include <unordered_map>

#include "shm/container.h"

namespace tern::shm {

class References {
public:
    static constexpr uint32_t kDrainedAtOnce = 256;  // values that are freed without a turn for others

    explicit References(Arena& arena) noexcept : arena_(arena) {}
    References(const References&) = delete;
    References& operator=(const References&) = delete;

    // --- With the lock of the arena:

    // Null: it was freed. That can only be for a container to which this process has no reference.
    Container* find(const ContainerId& id) const noexcept;
    ContainerId id_of(const Container& container) const noexcept;
    // One more object of this process. Part of the transaction; it must be committed, and counted by remember().
    // False: there is no memory.
    bool hold(Container& container) noexcept;
    void remember(Container& container) noexcept;
    // Gets the reference of a forked process that got none when it was forked. Commits. False: there is no memory.
    bool renew(Container& container) noexcept;
    // For containers: part of the transaction.
    void add_reference(Container& container) noexcept;
    void drop_reference(Container& container) noexcept;
    // Frees at most `most` values of containers without references, each in its own transaction. True: there are more.
    bool drain(uint32_t most) noexcept;
    // For a list or a queue; part of the transaction. False: there is no value.
    bool free_last_value(Container& list) noexcept;

    // --- Without:

    // One object of this process less.
    void release(const ContainerId& id) noexcept;
    // Releases what dead processes had. True: there were some.
    bool release_dead() noexcept;
    // Call it once the arena exists, and in a forked process, which gets references to what its parent has objects of.
    // queue_full: there are Arena::kMostProcesses living processes.
    Error adopt() noexcept;

    bool is_joined() const noexcept { return member_ != nullptr && process_ == this_process_name(); }

    // For containers: the blocks and references of a value, or of a key; part of the transaction.
    void free_value(const Value& value) noexcept;
    void free_text(uint64_t bits, uint32_t bytes) noexcept {
        if (bytes > kInlineBytes) arena_.free(bits);
    }

private:
    struct Hold;
    struct Known {
        Offset hold;  // 0: this process has no reference: the container was freed before, or there was no memory
        uint32_t objects;
        Offset place;
    };

    Offset link_hold(Container& container) noexcept;
    void unlink_hold(Arena::Member& member, Offset hold) noexcept;
    bool release_member(Arena::Member& member, uint64_t process) noexcept;
    void free_step(Container& dying) noexcept;
    Error take_member() noexcept;

    Arena& arena_;
    std::unordered_map<uint64_t, Known> known_;  // by number: what this process has objects of
    uint64_t process_ = 0;                       // whose `known_` and `member_` are
    Arena::Member* member_ = nullptr;
    Offset made_ = 0;  // the hold that remember() takes
};

}  // namespace tern::shm
