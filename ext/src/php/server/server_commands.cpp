#include "php/server/server_commands.h"

#include <algorithm>
#include <climits>
#include <poll.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 64;

struct CommandResultHead {
    uint64_t command_id = 0;
    uint32_t requester = 0;  // generation, of the receiver
    uint32_t replier = 0;    // generation
    Error error = Error::ok;
    bool last = true;
};

constexpr size_t kMostInMessage = proc::Inboxes::kMaxPayload - sizeof(CommandResultHead);

}  // namespace

struct ServerCommands::CommandHead {
    uint64_t id = 0;
    uint32_t requester = 0;  // generation
    uint32_t requester_slot = 0;
    uint32_t target = 0;  // generation
    uint32_t name_size = 0;
};

struct ServerCommands::IncomingCommand {
    ServerCommands* commands;
    CommandHead head;
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

// --- the process that requests a command

void ServerCommands::request(uint32_t slot, Bytes name, Bytes message, CommandResult& result) {
    const bool is_master = slot == messenger_.master_slot();
    if (!must_read_itself() && !must_be_in_coroutine(runtime())) return;
    result.target = is_master ? 0 : messenger_.state().slot(slot).generation.load(std::memory_order_acquire);
    if (!is_master && result.target == 0) return complete(result, Error::server_worker_terminated);
    result.id = ++last_id_;
    const CommandHead head{result.id, messenger_.generation(), messenger_.slot(), result.target,
                           static_cast<uint32_t>(name.size())};
    result.error = messenger_.send(slot, proc::MessageKind::command, worker::bytes_of(head), name, message);
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
    Runtime& runtime = *php::runtime();
    result.waiter = runtime.current();
    const coro::Wake wake = runtime.scheduler.suspend(coro::Wait::group, until);
    result.waiter = nullptr;
    if (wake == coro::Wake::canceled) result.error = Error::coroutine_canceled;
}

void ServerCommands::block(CommandResult& result, coro::Deadline until) {
    for (;;) {
        read_inbox();
        const int64_t left_ms = until.at_ms - monotonic_ms();
        if (result.complete || left_ms <= 0) break;
        pollfd inbox{inbox_fd(), POLLIN, 0};
        (void)::poll(&inbox, 1, static_cast<int>(left_ms));
    }
    messenger_.inboxes().wake(messenger_.slot());  // the wake-up may have been for another wait
}

void ServerCommands::complete(CommandResult& result, Error error) {
    result.complete = true;
    result.error = error;
    if (result.waiter != nullptr) {
        runtime()->scheduler.resume(*std::exchange(result.waiter, nullptr), coro::Wake::resumed);
    }
}

void ServerCommands::take_result(Bytes payload) {
    CommandResultHead head;
    if (!worker::take_head(payload, head) || head.requester != messenger_.generation()) return;
    for (CommandResult* one = waiting_.front(); one != nullptr; one = waiting_.next(*one)) {
        if (one->id != head.command_id || one->complete) continue;
        if (one->text.size() + payload.size() > kMostResult) return complete(*one, Error::data_length_too_large);
        one->text.append(payload);
        if (head.last) complete(*one, head.error);
        return;
    }
}

void ServerCommands::fail_dead_targets() {
    for (CommandResult* one = waiting_.front(); one != nullptr;) {
        if (one->complete || one->target == 0 || messenger_.state().slot_of(one->target) >= 0) {
            one = waiting_.next(*one);
            continue;
        }
        complete(*one, Error::server_worker_terminated);
        one = waiting_.front();  // a resumed coroutine may have removed any of them
    }
}

// --- the process that runs the command

// `payload` is in a buffer that the next message overwrites, so its parts are copied.
void ServerCommands::take_command(Bytes payload) {
    CommandHead head;
    if (!worker::take_head(payload, head) || payload.size() < head.name_size) return;
    if (head.target != messenger_.generation()) return;  // it was for an earlier process of this slot
    auto* command = new IncomingCommand{this, head, std::string(payload.substr(0, head.name_size)),
                                        std::string(payload.substr(head.name_size))};
    if (entry_ != nullptr) return entry_->enter_program(run, command);
    if (enter_program(*runtime(), run, command)) return;
    delete command;
    reply(head, Error::coroutine_limit, {});
}

void ServerCommands::run(void* argument) {
    auto* incoming = static_cast<IncomingCommand*>(argument);
    ServerCommands& self = *incoming->commands;
    const CommandHead head = incoming->head;
    zval message;
    ZVAL_STRINGL(&message, incoming->message.data(), incoming->message.size());
    const zval* command = find_command(self.server_, incoming->name);
    delete incoming;
    zval result;
    const Error error = run_command(self.server_, command, &message, &result);
    self.reply(head, error, error == Error::ok ? view(Z_STR(result)) : Bytes{});
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&message);
}

// Gives up when the requester's inbox stays full: the requester then times out.
void ServerCommands::reply(const CommandHead& head, Error error, Bytes text) noexcept {
    CommandResultHead result{head.id, head.requester, messenger_.generation(), error, false};
    worker::RoomWait room(messenger_, monotonic_ms() + kTimeoutMs);
    while (!result.last) {
        const Bytes piece = text.substr(0, kMostInMessage);
        result.last = piece.size() == text.size();
        const Error sent = messenger_.send(head.requester_slot, proc::MessageKind::command_result,
                                           worker::bytes_of(result), piece, {}, worker::OnFull::wake);
        if (sent == Error::ok) {
            text.remove_prefix(piece.size());
            continue;
        }
        result.last = false;
        if (!waits_.wait_for_room(sent, room)) return;
    }
}

// --- inboxes that no worker loop reads

int ServerCommands::inbox_fd() const noexcept { return messenger_.inboxes().ring_fd(messenger_.slot()); }

void ServerCommands::open_inbox() noexcept {
    if (watched_) return;
    (void)messenger_.inboxes().sleep(messenger_.slot());
    watch_inbox();
}

// Pending results and the loop belong to the parent process.
void ServerCommands::leave_in_child() noexcept {
    entry_ = nullptr;
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

// A wake-up means that another inbox may have room, or that a process has begun or ended.
void ServerCommands::on_woken() {
    if (runtime() != nullptr && !runtime()->bailed) waits_.wake(*runtime(), SendWaits::kInbox);
}

// Inboxes::sleep() clears the wake-up event, so on_woken() runs after it.
void ServerCommands::read_inbox() {
    read_messages();
    on_woken();
}

void ServerCommands::read_messages() {
    proc::Inboxes& inboxes = messenger_.inboxes();
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        const Result<proc::Message> message = inboxes.receive(messenger_.slot(), room_);
        if (!message.ok()) {
            fail_dead_targets();
            (void)inboxes.sleep(messenger_.slot());
            return;
        }
        if (message.value().head.kind == proc::MessageKind::command) take_command(message.value().payload);
        if (message.value().head.kind == proc::MessageKind::command_result) take_result(message.value().payload);
        const bool is_result = message.value().head.kind == proc::MessageKind::task_result && messenger_.is_master();
        if (is_result) tasks_.take(message.value());
        if (runtime() != nullptr && runtime()->bailed) return;
    }
}

namespace {

// Each command is an array of these two.
enum Part : zend_ulong { kTypes, kCallback };

}  // namespace

zend_long command_types(const zval* command) noexcept {
    return Z_LVAL_P(zend_hash_index_find(Z_ARRVAL_P(command), kTypes));
}

void add_command(ServerObject& server, zend_string* name, zend_long types, zval* callback) {
    if (Z_TYPE(server.commands) != IS_ARRAY) array_init(&server.commands);
    zval parts;
    array_init_size(&parts, 2);
    add_next_index_long(&parts, types);
    add_next_index_zval(&parts, callback);
    zend_hash_add_new(Z_ARRVAL(server.commands), name, &parts);
}

const zval* find_command(const ServerObject& server, Bytes name) noexcept {
    if (Z_TYPE(server.commands) != IS_ARRAY) return nullptr;
    return zend_hash_str_find(Z_ARRVAL(server.commands), name.data(), name.size());
}

Error run_command(ServerObject& server, const zval* command, zval* message, zval* result) {
    ZVAL_UNDEF(result);
    if (command == nullptr) return Error::invalid_params;
    zval arguments[2];
    ZVAL_OBJ_COPY(&arguments[0], &server.std);
    ZVAL_COPY(&arguments[1], message);
    zval function;
    ZVAL_COPY(&function, zend_hash_index_find(Z_ARRVAL_P(command), kCallback));
    call_user_function(nullptr, nullptr, &function, result, 2, arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&arguments[0]);
    zval_ptr_dtor(&arguments[1]);
    if (EG(exception) == nullptr) {
        convert_to_string(result);
    }
    return EG(exception) == nullptr ? Error::ok : Error::server_invalid_callback;
}

}  // namespace tern::php
