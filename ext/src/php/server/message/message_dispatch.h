// Handles the messages of other processes in a worker. Most go to their part of the worker; those about a session go to
// its connection.
#pragma once

#include "php/coroutine/program/process_runtime.h"
#include "php/http/port_host.h"
#include "php/server/server_commands.h"
#include "php/server/server_object.h"
#include "php/server/task/task_runner.h"
#include "php/server/worker/worker_ports.h"
#include "proc/inbox.h"
#include "worker/inbox_reader.h"
#include "worker/remote_sends.h"
#include "worker/room_queries.h"
#include "worker/transfer.h"

namespace tern::php {

struct MessageDispatchParts {
    ServerObject& server;
    Runtime& runtime;
    PortHost& host;
    worker::Messenger& messenger;
    WorkerPorts& ports;
    worker::RemoteSends& remote_sends;
    worker::PacketForwards& packet_forwards;
    worker::Handovers& handovers;
    worker::RoomBroadcasts& broadcasts;
    worker::RoomQueries& room_queries;
    SendWaits& waits;
    TaskClient& task_client;
    ServerCommands& commands;
};

class MessageDispatch final : public worker::MessageHandler {
public:
    explicit MessageDispatch(const MessageDispatchParts& parts) noexcept : parts_(parts) {}
    MessageDispatch(const MessageDispatch&) = delete;
    MessageDispatch& operator=(const MessageDispatch&) = delete;

    // For a task worker, before the first message.
    void run_tasks_with(TaskRunner& runner) noexcept { task_runner_ = &runner; }

    void handle(proc::Message& message) override;
    bool begin_task(const proc::Message& message, uint64_t at) noexcept override;
    void run_task(const proc::Message& message) override;
    void on_woken() override;
    void on_empty() override;
    bool failed() const noexcept override { return parts_.runtime.bailed; }

private:
    static constexpr uint32_t kNoTask = UINT32_MAX;

    void send_to_session(const proc::Message& message);
    void close_session(const proc::Message& message);
    void receive_packet(const proc::Message& message);
    void respond(const proc::Message& message);
    void push(Bytes payload);
    void disconnect(Bytes payload);

    MessageDispatchParts parts_;
    TaskRunner* task_runner_ = nullptr;
    uint32_t begun_ = kNoTask;
};

// Messages between workers: sendMessage() and the event pipeMessage.
// Calls the program. The flags of the head say how the body is packed.
void deliver_message(ServerObject& server, const proc::MessageHead& head, Bytes body) noexcept;

}  // namespace tern::php
