#include "proc/message_queue.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <unistd.h>

namespace tern::proc {

namespace {

struct QueuedMessage {
    long type;
    char text[MessageQueue::kMostBytes];
};

}  // namespace

Error MessageQueue::open(key_t key, size_t capacity) noexcept {
    constexpr int kOwnerAndGroup = 0660;
    id_ = msgget(key, IPC_CREAT | kOwnerAndGroup);
    if (id_ < 0) return last_error();
    msqid_ds now{};
    if (capacity == 0) return Error::ok;
    if (msgctl(id_, IPC_STAT, &now) != 0) return last_error();
    now.msg_qbytes = capacity;
    return msgctl(id_, IPC_SET, &now) == 0 ? Error::ok : last_error();
}

Error MessageQueue::find(key_t key) noexcept {
    id_ = msgget(key, 0);
    return id_ < 0 ? last_error() : Error::ok;
}

bool MessageQueue::is_private() const noexcept {
    msqid_ds now{};
    if (msgctl(id_, IPC_STAT, &now) != 0) return false;
    const auto is_ours = [](uid_t user) { return user == 0 || user == geteuid(); };
    return is_ours(now.msg_perm.cuid) && is_ours(now.msg_perm.uid) && (now.msg_perm.mode & 0002) == 0;
}

Error MessageQueue::send(long type, Bytes message) noexcept {
    if (message.size() > kMostBytes) return Error::data_length_too_large;
    auto copy = std::make_unique<QueuedMessage>();
    copy->type = type;
    std::memcpy(copy->text, message.data(), message.size());
    if (msgsnd(id_, copy.get(), message.size(), IPC_NOWAIT) == 0) return Error::ok;
    const Error error = last_error();
    return can_ever_have(message.size()) ? error : Error::data_length_too_large;
}

// Besides the limit of the queue there is one of the system, which only EINVAL reveals.
bool MessageQueue::can_ever_have(size_t bytes) const noexcept {
    const bool is_refused = errno == EINVAL;
    msqid_ds now{};
    if (msgctl(id_, IPC_STAT, &now) != 0) return true;  // the queue was removed
    return !is_refused && bytes <= now.msg_qbytes;
}

Error MessageQueue::receive(long type, size_t size, std::string& into) noexcept {
    auto message = std::make_unique<QueuedMessage>();
    const size_t most = size < kMostBytes ? size : kMostBytes;
    const ssize_t got = msgrcv(id_, message.get(), most, type, IPC_NOWAIT | MSG_NOERROR);
    if (got < 0) return errno == ENOMSG ? Error::would_block : last_error();
    into.assign(message->text, static_cast<size_t>(got));
    return Error::ok;
}

Result<MessageQueue::Fill> MessageQueue::fill() const noexcept {
    msqid_ds now{};
    if (msgctl(id_, IPC_STAT, &now) != 0) return last_error();
    return Fill{now.msg_qnum, now.__msg_cbytes};
}

Error MessageQueue::remove() noexcept { return msgctl(id_, IPC_RMID, nullptr) == 0 ? Error::ok : last_error(); }

}  // namespace tern::proc
