#include "shm/references.h"

#include "base/check.h"
#include "shm/process_name.h"

namespace tern::shm {

// In shared memory: the reference of a process to a container.
struct References::Hold {
    Offset next, previous, container;
};

Error References::adopt() noexcept {
    process_ = this_process_name();
    const Error error = take_member();
    for (auto& [number, known] : known_) {
        known.hold = 0;
        if (error != Error::ok) continue;
        Arena::Held held(arena_);
        // The parent may have released it meanwhile, and its memory may be used for something else.
        Container* container = find({known.place, number, ContainerKind::none});
        if (container == nullptr) continue;
        arena_.may_grow(true);
        (void)renew(*container);
        arena_.may_grow(false);
    }
    (void)release_dead();
    return error;
}

// A program that was started by exec() has the name of the one before, whose references are of no use. What dead
// processes had stays for now: a process between this one and its first ancestor may have the only references.
Error References::take_member() noexcept {
    member_ = nullptr;
    for (uint32_t i = 0; i < Arena::kMostProcesses; ++i) {
        Arena::Member& member = arena_.members()[i];
        if (member.process.load() == process_) (void)release_member(member, process_);
    }
    for (const bool again : {false, true}) {
        if (again) (void)release_dead();
        Arena::Held held(arena_);
        for (uint32_t i = 0; i < Arena::kMostProcesses; ++i) {
            Arena::Member& member = arena_.members()[i];
            uint64_t none = 0;
            if (!member.process.compare_exchange_strong(none, process_)) continue;
            member_ = &member;
            return Error::ok;
        }
    }
    return Error::queue_full;
}

Container* References::find(const ContainerId& id) const noexcept {
    if (!arena_.is_block(id.place, sizeof(Container))) return nullptr;
    auto* container = arena_.at<Container>(id.place);
    return container->number == id.number && container->references != 0 ? container : nullptr;
}

ContainerId References::id_of(const Container& container) const noexcept {
    const auto place = static_cast<Offset>(reinterpret_cast<const char*>(&container) - arena_.memory());
    return {place, container.number, container.kind};
}

// --- references

Offset References::link_hold(Container& container) noexcept {
    if (member_ == nullptr) return 0;
    const Offset made = arena_.allocate(sizeof(Hold));
    if (made == 0) return 0;
    const Offset first = member_->holds;
    *arena_.at<Hold>(made) = {first, 0, id_of(container).place};
    if (first != 0) arena_.put(arena_.at<Hold>(first)->previous, made);
    arena_.put(member_->holds, made);
    add_reference(container);
    return made;
}

void References::unlink_hold(Arena::Member& member, Offset hold) noexcept {
    const Hold old = *arena_.at<Hold>(hold);
    if (old.next != 0) arena_.put(arena_.at<Hold>(old.next)->previous, old.previous);
    arena_.put(old.previous != 0 ? arena_.at<Hold>(old.previous)->next : member.holds, old.next);
    arena_.free(hold);
    drop_reference(*arena_.at<Container>(old.container));
}

bool References::hold(Container& container) noexcept {
    made_ = 0;
    if (const auto known = known_.find(container.number); known != known_.end() && known->second.hold != 0) return true;
    made_ = link_hold(container);
    return made_ != 0;
}

void References::remember(Container& container) noexcept {
    const auto [known, fresh] = known_.try_emplace(container.number, Known{made_, 0, id_of(container).place});
    if (made_ != 0) known->second.hold = made_;
    ++known->second.objects;
}

bool References::renew(Container& container) noexcept {
    const auto known = known_.find(container.number);
    if (known == known_.end() || known->second.hold != 0) return true;
    known->second.hold = link_hold(container);
    known->second.hold == 0 ? arena_.undo() : arena_.commit();
    return known->second.hold != 0;
}

void References::add_reference(Container& container) noexcept {
    arena_.put(container.references, container.references + 1);
}

void References::drop_reference(Container& container) noexcept {
    TERN_CHECK(container.references > 0);
    arena_.put(container.references, container.references - 1);
    if (container.references > 0) return;
    arena_.put(container.next_dying, arena_.dying());
    arena_.put(arena_.dying(), id_of(container).place);
}

void References::release(const ContainerId& id) noexcept {
    if (!is_joined()) (void)adopt();
    const auto known = known_.find(id.number);
    if (known == known_.end() || --known->second.objects > 0) return;
    const Offset hold = known->second.hold;
    known_.erase(known);
    if (hold == 0) return;
    {
        Arena::Held held(arena_);
        unlink_hold(*member_, hold);
        arena_.commit();
    }
    for (bool more = true; more;) {
        Arena::Held held(arena_);
        more = drain(kDrainedAtOnce);
    }
}

// --- dead processes

bool References::release_member(Arena::Member& member, uint64_t process) noexcept {
    bool any = false;
    for (;;) {
        Arena::Held held(arena_);
        if (member.process.load() != process) return any;
        any = true;
        if (member.holds == 0) {
            member.process.store(0);
            return true;
        }
        unlink_hold(member, member.holds);
        arena_.commit();
    }
}

bool References::release_dead() noexcept {
    bool any = false;
    for (uint32_t i = 0; i < Arena::kMostProcesses; ++i) {
        Arena::Member& member = arena_.members()[i];
        const uint64_t process = member.process.load();
        if (process == 0 || process == process_ || !is_dead(process)) continue;
        if (release_member(member, process)) any = true;
    }
    for (bool more = true; more;) {
        Arena::Held held(arena_);
        more = drain(kDrainedAtOnce);
    }
    return any;
}

// --- the end of containers

void References::free_value(const Value& value) noexcept {
    if (value.kind == ValueKind::text || value.kind == ValueKind::packed) free_text(value.bits, value.bytes);
    if (value.kind == ValueKind::container) drop_reference(*arena_.at<Container>(value.bits));
}

bool References::drain(uint32_t most) noexcept {
    for (; most > 0 && arena_.dying() != 0; --most) {
        free_step(*arena_.at<Container>(arena_.dying()));
        arena_.commit();
    }
    return arena_.dying() != 0;
}

bool References::free_last_value(Container& list) noexcept {
    if ((list.kind != ContainerKind::list && list.kind != ContainerKind::queue) || list.count == 0) return false;
    const uint32_t last = (list.used + list.count - 1) & (list.capacity - 1);
    arena_.put(list.count, list.count - 1);
    free_value(arena_.at<Value>(list.body)[last]);
    return true;
}

// The first container of the list loses its last value; without values it is freed.
void References::free_step(Container& dying) noexcept {
    const bool is_map = dying.kind == ContainerKind::map;
    if (is_map && dying.used > 0) {
        const Entry& last = arena_.at<Entry>(dying.body)[dying.used - 1];
        arena_.put(dying.used, dying.used - 1);
        if (last.value.kind == ValueKind::none) return;
        if (last.key_bytes != kNumberKey) free_text(last.key, last.key_bytes);
        return free_value(last.value);
    }
    if (!is_map && free_last_value(dying)) return;
    const Offset place = arena_.dying();
    arena_.put(arena_.dying(), dying.next_dying);
    if (dying.index != 0) arena_.free(dying.index);
    if (dying.body != 0) arena_.free(dying.body);
    arena_.free(place);
}

}  // namespace tern::shm
