#include "php/server/server_commands.h"

#include <algorithm>
#include <climits>
#include <poll.h>
#include <unistd.h>

#include "php/bridge/callback.h"
#include "php/bridge/guard.h"
#include "php/bridge/waiting.h"
#include "php/object/command_table.h"
#include "php/server/server_process.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 64;
constexpr int64_t kAgainMs = 1;  // between two tries to put a part of a result into a full box

struct ResultHead {
    uint64_t question = 0;
    uint32_t asker = 0;     // incarnation, of the receiver
    uint32_t answerer = 0;  // incarnation
    Error error = Error::ok;
    bool last = true;
};

constexpr size_t kMostInMessage = proc::Inboxes::kMaxPayload - sizeof(ResultHead);

}  // namespace

struct ServerCommands::QuestionHead {
    uint64_t id = 0;
    uint32_t asker = 0;  // incarnation
    uint32_t asker_box = 0;
    uint32_t asked = 0;  // incarnation
    uint32_t name_size = 0;
};

struct ServerCommands::Question {
    ServerCommands* commands;
    QuestionHead head;
    std::string name;
    std::string message;
};

ServerCommands::ServerCommands(ServerProcess& process) noexcept
    : process_(process), watch_([](void* self) { static_cast<ServerCommands*>(self)->read_box(); }, this) {}

Error ServerCommands::put(uint32_t box, proc::MessageKind kind, Bytes first, Bytes second, Bytes third) noexcept {
    proc::MessageHead head{.kind = kind, .from_worker = process_.worker_id(), .to_worker = -1};
    if (box < process_.state().seat_count()) {
        head.to_worker = process_.state().seat(box).worker_id.load(std::memory_order_relaxed);
    }
    return process_.inboxes().send(box, head, first, second, third);
}

// --- who asks

void ServerCommands::ask(uint32_t box, Bytes name, Bytes message, CommandResult& result) {
    const bool is_master = box == process_.state().seat_count();
    if (!must_read_itself() && !must_be_in_coroutine(runtime())) return;
    result.asked = is_master ? 0 : process_.state().seat(box).incarnation.load(std::memory_order_acquire);
    if (!is_master && result.asked == 0) return complete(result, Error::server_worker_terminated);
    result.id = ++last_id_;
    const QuestionHead head{result.id, process_.incarnation(), process_.box(), result.asked,
                            static_cast<uint32_t>(name.size())};
    result.error = put(box, proc::MessageKind::command, bytes_of(head), name, message);
    if (result.error != Error::ok) return;
    waiting_.push_back(result);
    const auto until = coro::Deadline::in(kPatienceMs);
    must_read_itself() ? block(result, until) : suspend(result, until);
    result.unlink();
    if (!result.complete && result.error == Error::ok) result.error = Error::coroutine_timed_out;
}

// A worker's loop reads for all its coroutines.
bool ServerCommands::must_read_itself() const noexcept {
    return process_.worker() == nullptr && (runtime() == nullptr || !runtime()->may_suspend());
}

void ServerCommands::suspend(CommandResult& result, coro::Deadline until) {
    if (process_.worker() == nullptr) watch_box();
    Runtime& all = *runtime();
    result.asker = all.current();
    const coro::Wake wake = all.scheduler.suspend(coro::Wait::group, until);
    result.asker = nullptr;
    if (wake == coro::Wake::canceled) result.error = Error::coroutine_canceled;
}

void ServerCommands::block(CommandResult& result, coro::Deadline until) {
    for (;;) {
        read_box();
        const int64_t left_ms = until.at_ms - monotonic_ms();
        if (result.complete || left_ms <= 0) return;
        pollfd box{box_fd(), POLLIN, 0};
        (void)::poll(&box, 1, static_cast<int>(left_ms));
    }
}

void ServerCommands::complete(CommandResult& result, Error error) {
    result.complete = true;
    result.error = error;
    if (result.asker != nullptr) {
        runtime()->scheduler.resume(*std::exchange(result.asker, nullptr), coro::Wake::resumed);
    }
}

void ServerCommands::take_result(Bytes payload) {
    ResultHead head;
    if (!take_head(payload, head) || head.asker != process_.incarnation()) return;
    for (CommandResult* one = waiting_.front(); one != nullptr; one = waiting_.next(*one)) {
        if (one->id != head.question || one->complete) continue;
        if (one->text.size() + payload.size() > kMostResult) return complete(*one, Error::data_length_too_large);
        one->text.append(payload);
        if (head.last) complete(*one, head.error);
        return;
    }
}

void ServerCommands::look_for_dead() {
    for (CommandResult* one = waiting_.front(); one != nullptr;) {
        if (one->complete || one->asked == 0 || process_.state().seat_of(one->asked) >= 0) {
            one = waiting_.next(*one);
            continue;
        }
        complete(*one, Error::server_worker_terminated);
        one = waiting_.front();  // any of them may be gone
    }
}

// --- who is asked

// The message is in a buffer that the next one overwrites.
void ServerCommands::take_command(Bytes payload) {
    QuestionHead head;
    if (!take_head(payload, head) || payload.size() < head.name_size) return;
    if (head.asked != process_.incarnation()) return;  // its predecessor on the seat was meant, and has ended
    auto* question = new Question{this, head, std::string(payload.substr(0, head.name_size)),
                                  std::string(payload.substr(head.name_size))};
    if (process_.worker_id() < 0) return process_.run_in_master(run, question);
    if (enter_program(*runtime(), run, question)) return;
    delete question;
    reply(head, Error::coroutine_limit, {});
}

void ServerCommands::run(void* argument) {
    auto* question = static_cast<Question*>(argument);
    ServerCommands& self = *question->commands;
    const QuestionHead head = question->head;
    zval message;
    ZVAL_STRINGL(&message, question->message.data(), question->message.size());
    const zval* command = find_command(self.process_.server(), question->name);
    delete question;
    zval result;
    const Error error = run_command(self.process_.server(), command, &message, &result);
    self.reply(head, error, error == Error::ok ? view(Z_STR(result)) : Bytes{});
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&message);
}

void ServerCommands::reply(const QuestionHead& head, Error error, Bytes text) noexcept {
    ResultHead answer{head.id, head.asker, process_.incarnation(), error, false};
    const auto until = coro::Deadline::in(kPatienceMs);
    while (!answer.last) {
        const Bytes piece = text.substr(0, kMostInMessage);
        answer.last = piece.size() == text.size();
        const Error put_error = put(head.asker_box, proc::MessageKind::command_result, bytes_of(answer), piece);
        if (put_error == Error::ok) {
            text.remove_prefix(piece.size());
            continue;
        }
        answer.last = false;
        // When its box stays full, the asker's time runs out.
        if (put_error != Error::server_pipe_buffer_full || monotonic_ms() >= until.at_ms) return;
        Runtime* all = runtime();
        if (all == nullptr || !all->may_suspend()) {
            (void)::usleep(kAgainMs * 1000);
        } else if (all->scheduler.suspend(coro::Wait::sleep, coro::Deadline::in(kAgainMs)) == coro::Wake::canceled) {
            return;
        }
    }
}

// --- boxes that nobody else reads

int ServerCommands::box_fd() const noexcept { return process_.inboxes().ring_fd(process_.box()); }

void ServerCommands::open_box() noexcept {
    if (watched_) return;
    (void)process_.inboxes().sleep(process_.box());
    watch_box();
}

// What was asked for is its parent's, and so is the loop.
void ServerCommands::leave_in_child() noexcept {
    watched_ = false;
    while (waiting_.pop_front() != nullptr) {}
}

void ServerCommands::wait(int fd, int64_t timeout_ms) noexcept {
    pollfd both[] = {{fd, POLLIN, 0}, {box_fd(), POLLIN, 0}};
    (void)::poll(both, 2, timeout_ms < 0 ? -1 : static_cast<int>(std::min<int64_t>(timeout_ms, INT_MAX)));
    if (both[1].revents != 0) read_box();
}

void ServerCommands::watch_box() noexcept {
    if (watched_ || runtime() == nullptr) return;
    watched_ = runtime()->loop.watch(box_fd(), loop::kReadable, loop::Trigger::level, watch_) == Error::ok;
}

void ServerCommands::read_box() {
    proc::Inboxes& boxes = process_.inboxes();
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        const Result<proc::Message> message = boxes.receive(process_.box(), room_);
        if (!message.ok()) {
            look_for_dead();
            (void)boxes.sleep(process_.box());
            return;
        }
        if (message.value().head.kind == proc::MessageKind::command) take_command(message.value().payload);
        if (message.value().head.kind == proc::MessageKind::command_result) take_result(message.value().payload);
        const bool is_result = message.value().head.kind == proc::MessageKind::task_result && process_.worker_id() < 0;
        if (is_result) process_.task_desk().take(message.value());
        if (runtime() != nullptr && runtime()->bailed) return;
    }
}

}  // namespace tern::php
