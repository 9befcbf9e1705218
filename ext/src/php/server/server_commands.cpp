#include "php/server/server_commands.h"

#include <algorithm>
#include <climits>
#include <poll.h>

#include "php/bridge/callback.h"
#include "php/bridge/guard.h"
#include "php/bridge/waiting.h"
#include "php/object/command_table.h"
#include "php/runtime/process_runtime.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 64;

struct ResultHead {
    uint64_t question = 0;
    uint32_t asker = 0;     // generation, of the receiver
    uint32_t answerer = 0;  // generation
    Error error = Error::ok;
    bool last = true;
};

constexpr size_t kMostInMessage = proc::Inboxes::kMaxPayload - sizeof(ResultHead);

}  // namespace

struct ServerCommands::QuestionHead {
    uint64_t id = 0;
    uint32_t asker = 0;  // generation
    uint32_t asker_slot = 0;
    uint32_t asked = 0;  // generation
    uint32_t name_size = 0;
};

struct ServerCommands::Question {
    ServerCommands* commands;
    QuestionHead head;
    std::string name;
    std::string message;
};

ServerCommands::ServerCommands(ServerObject& server, worker::Messenger& messenger, TaskClient& tasks,
                               SendWaits& waits) noexcept
    : server_(server),
      messenger_(messenger),
      tasks_(tasks),
      waits_(waits),
      watch_([](void* self) { static_cast<ServerCommands*>(self)->read_inbox(); }, this) {}

// --- who asks

void ServerCommands::ask(uint32_t box, Bytes name, Bytes message, CommandResult& result) {
    const bool is_master = box == messenger_.master_slot();
    if (!must_read_itself() && !must_be_in_coroutine(runtime())) return;
    result.asked = is_master ? 0 : messenger_.state().slot(box).generation.load(std::memory_order_acquire);
    if (!is_master && result.asked == 0) return complete(result, Error::server_worker_terminated);
    result.id = ++last_id_;
    const QuestionHead head{result.id, messenger_.generation(), messenger_.slot(), result.asked,
                            static_cast<uint32_t>(name.size())};
    result.error = messenger_.send(box, proc::MessageKind::command, worker::bytes_of(head), name, message);
    if (result.error != Error::ok) return;
    waiting_.push_back(result);
    const auto until = coro::Deadline::in(kTimeoutMs);
    must_read_itself() ? block(result, until) : suspend(result, until);
    result.unlink();
    if (!result.complete && result.error == Error::ok) result.error = Error::coroutine_timed_out;
}

// A worker's loop reads for all its coroutines.
bool ServerCommands::must_read_itself() const noexcept {
    return !has_reader_ && (runtime() == nullptr || !runtime()->may_suspend());
}

void ServerCommands::suspend(CommandResult& result, coro::Deadline until) {
    if (!has_reader_) watch_inbox();
    Runtime& all = *runtime();
    result.asker = all.current();
    const coro::Wake wake = all.scheduler.suspend(coro::Wait::group, until);
    result.asker = nullptr;
    if (wake == coro::Wake::canceled) result.error = Error::coroutine_canceled;
}

void ServerCommands::block(CommandResult& result, coro::Deadline until) {
    for (;;) {
        read_inbox();
        const int64_t left_ms = until.at_ms - monotonic_ms();
        if (result.complete || left_ms <= 0) break;
        pollfd box{inbox_fd(), POLLIN, 0};
        (void)::poll(&box, 1, static_cast<int>(left_ms));
    }
    messenger_.inboxes().wake(messenger_.slot());  // it may have been woken for others
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
    if (!worker::take_head(payload, head) || head.asker != messenger_.generation()) return;
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
        if (one->complete || one->asked == 0 || messenger_.state().slot_of(one->asked) >= 0) {
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
    if (!worker::take_head(payload, head) || payload.size() < head.name_size) return;
    if (head.asked != messenger_.generation()) return;  // its predecessor on the slot was meant, and has ended
    auto* question = new Question{this, head, std::string(payload.substr(0, head.name_size)),
                                  std::string(payload.substr(head.name_size))};
    if (door_ != nullptr) return door_->enter_program(run, question);
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
    const zval* command = find_command(self.server_, question->name);
    delete question;
    zval result;
    const Error error = run_command(self.server_, command, &message, &result);
    self.reply(head, error, error == Error::ok ? view(Z_STR(result)) : Bytes{});
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&message);
}

// False: cancelled.
bool ServerCommands::wait_for_room(Error error, worker::RoomWait& room) noexcept {
    Runtime* all = runtime();
    if (all == nullptr || !all->may_suspend()) {
        room.wait(error);
        return true;
    }
    const coro::Deadline until{room.wake_up_ms(error)};
    return waits_.wait(*all, SendWaits::kInbox, coro::Wait::sleep, until) != coro::Wake::canceled;
}

// When the asker's box stays full, its time runs out.
void ServerCommands::reply(const QuestionHead& head, Error error, Bytes text) noexcept {
    ResultHead answer{head.id, head.asker, messenger_.generation(), error, false};
    worker::RoomWait room(messenger_, monotonic_ms() + kTimeoutMs);
    while (!answer.last) {
        const Bytes piece = text.substr(0, kMostInMessage);
        answer.last = piece.size() == text.size();
        const Error sent = messenger_.send(head.asker_slot, proc::MessageKind::command_result, worker::bytes_of(answer),
                                           piece, {}, worker::OnFull::wake);
        if (sent == Error::ok) {
            text.remove_prefix(piece.size());
            continue;
        }
        answer.last = false;
        if (!worker::RoomWait::is_temporary(sent) || room.over() || !wait_for_room(sent, room)) return;
    }
}

// --- boxes that nobody else reads

int ServerCommands::inbox_fd() const noexcept { return messenger_.inboxes().ring_fd(messenger_.slot()); }

void ServerCommands::open_inbox() noexcept {
    if (watched_) return;
    (void)messenger_.inboxes().sleep(messenger_.slot());
    watch_inbox();
}

// What was asked for is its parent's, and so is the loop.
void ServerCommands::leave_in_child() noexcept {
    door_ = nullptr;
    watched_ = false;
    while (waiting_.pop_front() != nullptr) {}
}

void ServerCommands::wait(int fd, int64_t timeout_ms) noexcept {
    pollfd both[] = {{fd, POLLIN, 0}, {inbox_fd(), POLLIN, 0}};
    (void)::poll(both, 2, timeout_ms < 0 ? -1 : static_cast<int>(std::min<int64_t>(timeout_ms, INT_MAX)));
    if (both[1].revents != 0) read_inbox();
}

void ServerCommands::watch_inbox() noexcept {
    if (watched_ || runtime() == nullptr) return;
    watched_ = runtime()->loop.watch(inbox_fd(), loop::kReadable, loop::Trigger::level, watch_) == Error::ok;
}

// Another inbox may have room, or another process has begun or ended.
void ServerCommands::on_woken() {
    if (runtime() != nullptr && !runtime()->bailed) waits_.wake(*runtime(), SendWaits::kInbox);
}

// To sleep clears the event: what has woken this process until then is looked at after it.
void ServerCommands::read_inbox() {
    read_messages();
    on_woken();
}

void ServerCommands::read_messages() {
    proc::Inboxes& boxes = messenger_.inboxes();
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        const Result<proc::Message> message = boxes.receive(messenger_.slot(), room_);
        if (!message.ok()) {
            look_for_dead();
            (void)boxes.sleep(messenger_.slot());
            return;
        }
        if (message.value().head.kind == proc::MessageKind::command) take_command(message.value().payload);
        if (message.value().head.kind == proc::MessageKind::command_result) take_result(message.value().payload);
        const bool is_result = message.value().head.kind == proc::MessageKind::task_result && messenger_.is_master();
        if (is_result) tasks_.take(message.value());
        if (runtime() != nullptr && runtime()->bailed) return;
    }
}

}  // namespace tern::php
