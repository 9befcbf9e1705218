// What workers ask each other about rooms: one message there, and as many back as the answer takes.
#include <algorithm>

#include "php/bridge/waiting.h"
#include "php/server/server_process.h"
#include "php/server/worker_rooms.h"

namespace tern::php {

namespace {

struct AnswerHead {
    uint64_t question = 0;
    uint64_t number = 0;
    uint32_t incarnation = 0;  // who answers
    Error error = Error::ok;
    bool last = true;
};

constexpr size_t kMostInAnswer = proc::Inboxes::kMaxPayload - sizeof(AnswerHead);
static_assert(kMostInAnswer % sizeof(int64_t) == 0);  // answers of several workers may mix

constexpr bool is_of_all(RoomQuestion question) noexcept {
    return question == RoomQuestion::count || question == RoomQuestion::members;
}

}  // namespace

struct WorkerRooms::QuestionHead {
    uint64_t id = 0;
    int64_t session = 0;
    uint32_t asker = 0;  // incarnation
    uint16_t set = 0;
    RoomQuestion question = RoomQuestion::count;
};

void WorkerRooms::answer_here(const QuestionHead& head, Bytes room, RoomAnswer& answer) {
    serve::Rooms& rooms = *sets_[head.set];
    switch (head.question) {
        case RoomQuestion::join: answer.error = rooms.join(head.session, room); break;
        case RoomQuestion::leave:
            if (room.empty()) {
                rooms.forget(head.session);
            } else {
                answer.error = rooms.leave(head.session, room);
            }
            break;
        case RoomQuestion::rooms:
            for (Bytes name : rooms.rooms_of(head.session)) {
                const char size = static_cast<char>(name.size());
                answer.data.append(Bytes(&size, 1));
                answer.data.append(name);
            }
            break;
        case RoomQuestion::count: answer.number += rooms.count(room); break;
        case RoomQuestion::members:
            for (int64_t id : rooms.members(room)) {
                answer.data.append(Bytes(reinterpret_cast<const char*>(&id), sizeof id));
            }
            break;
    }
}

bool WorkerRooms::asks(uint32_t seat, const QuestionHead& head, Bytes room) const noexcept {
    const uint32_t incarnation = process_.state().seat(seat).incarnation.load(std::memory_order_relaxed);
    if (incarnation == 0 || seat == seat_) return false;
    if (is_of_all(head.question)) return may_have(seat, head.set, room);
    return context_.sessions.owner_of(head.session) == incarnation;
}

bool WorkerRooms::asks_others(const QuestionHead& head, Bytes room) const noexcept {
    for (uint32_t seat = 0; seat < process_.state().seat_count(); ++seat) {
        if (asks(seat, head, room)) return true;
    }
    return false;
}

void WorkerRooms::ask_others(const QuestionHead& head, Bytes room, RoomAnswer& answer) {
    const Bytes first = bytes_of(head);
    for (uint32_t seat = 0; seat < process_.state().seat_count(); ++seat) {
        if (!asks(seat, head, room)) continue;
        const uint32_t incarnation = process_.state().seat(seat).incarnation.load(std::memory_order_relaxed);
        const Error error = put(seat, proc::MessageKind::question, first, room);
        if (error == Error::ok) {
            answer.awaited.push_back(incarnation);
        } else {
            answer.error = error;
        }
    }
}

void WorkerRooms::wait(RoomAnswer& answer, coro::Deadline until) {
    Runtime& all = *runtime();
    answer.asker = all.current();
    const coro::Wake wake = all.scheduler.suspend(coro::Wait::group, until);
    answer.asker = nullptr;
    if (wake == coro::Wake::timed_out) answer.error = Error::coroutine_timed_out;
    if (wake == coro::Wake::canceled) answer.error = Error::coroutine_canceled;
}

RoomAnswer& WorkerRooms::ask(uint16_t set, RoomQuestion question, int64_t session, Bytes room, coro::Deadline until) {
    auto& answer = *new RoomAnswer;
    answers_.push_back(answer);
    answer.id = ++last_question_;
    const QuestionHead head{answer.id, session, context_.incarnation, set, question};
    const uint32_t owner = is_of_all(question) ? context_.incarnation : context_.sessions.owner_of(session);
    const bool is_of_others = asks_others(head, room);
    if (is_of_others && !must_be_in_coroutine(runtime())) return answer;
    if (owner == context_.incarnation) {
        answer_here(head, room, answer);
    } else if (!is_of_others) {
        answer.error = Error::session_not_exist;
    }
    if (is_of_others) ask_others(head, room, answer);
    if (!answer.awaited.empty()) wait(answer, until);
    return answer;
}

void WorkerRooms::forget_answer(RoomAnswer& answer) noexcept { delete &answer; }

void WorkerRooms::reply(const QuestionHead& head, const RoomAnswer& answer) noexcept {
    const int seat = process_.state().seat_of(head.asker);
    if (seat < 0) return;
    AnswerHead answer_head{head.id, answer.number, context_.incarnation, answer.error, false};
    Bytes left = answer.data.view();
    while (!answer_head.last) {
        const Bytes piece = left.substr(0, kMostInAnswer);
        left.remove_prefix(piece.size());
        answer_head.last = left.empty();
        const Bytes first = bytes_of(answer_head);
        // When its box is full, the asker's time runs out.
        if (put(static_cast<uint32_t>(seat), proc::MessageKind::answer, first, piece) != Error::ok) return;
        answer_head.number = 0;
    }
}

void WorkerRooms::take_question(Bytes payload) {
    QuestionHead head;
    if (!take_head(payload, head) || head.set >= sets_.size()) return;
    RoomAnswer answer;
    answer_here(head, payload, answer);
    reply(head, answer);
}

void WorkerRooms::wake_if_complete(RoomAnswer& answer) {
    if (!answer.awaited.empty() || answer.asker == nullptr) return;
    runtime()->scheduler.resume(*std::exchange(answer.asker, nullptr), coro::Wake::resumed);
}

void WorkerRooms::take_answer(Bytes payload) {
    AnswerHead head;
    if (!take_head(payload, head)) return;
    for (RoomAnswer* one = answers_.front(); one != nullptr; one = answers_.next(*one)) {
        if (one->id != head.question) continue;
        one->number += head.number;
        one->data.append(payload);
        if (head.error != Error::ok) one->error = head.error;
        if (head.last) std::erase(one->awaited, head.incarnation);
        return wake_if_complete(*one);
    }
}

void WorkerRooms::look_for_dead() {
    for (RoomAnswer* one = answers_.front(); one != nullptr;) {
        const size_t before = one->awaited.size();
        std::erase_if(one->awaited, [&](uint32_t incarnation) { return process_.state().seat_of(incarnation) < 0; });
        if (before != 0 && one->awaited.empty() && one->asker != nullptr) {
            wake_if_complete(*one);
            one = answers_.front();  // any of them may be gone
            continue;
        }
        one = answers_.next(*one);
    }
}

}  // namespace tern::php
