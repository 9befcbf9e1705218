// One worker process: its loop, ports and coroutines, from the fork to the end of the process.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "loop/signal_inbox.h"
#include "loop/watch.h"
#include "php/bridge/engine_state.h"
#include "php/runtime/process_runtime.h"
#include "php/server/datagram_dispatch.h"
#include "php/server/foreign_sends.h"
#include "php/server/late_calls.h"
#include "php/server/packet_dispatch.h"
#include "php/server/port_host.h"
#include "php/server/send_waits.h"
#include "php/server/server_dispatch.h"
#include "php/server/task_runner.h"
#include "php/server/trace_export.h"
#include "php/server/worker_rooms.h"
#include "php/server/worker_snapshot.h"
#include "proc/inbox.h"
#include "proc/worker_process.h"
#include "serve/port.h"

namespace tern::php {

class ServerProcess;
struct TaskWait;

class ServerWorker final : public serve::HandoverSink, public serve::Balancer {
public:
    ServerWorker(ServerProcess& process, proc::WorkerSeat seat) noexcept;
    ServerWorker(const ServerWorker&) = delete;
    ServerWorker& operator=(const ServerWorker&) = delete;

    [[noreturn]] void run() noexcept;

    int id() const noexcept { return seat_.worker_id; }
    uint32_t incarnation() const noexcept { return seat_.incarnation; }
    bool leaving() const noexcept { return leaving_; }
    const proc::WorkerSeat& seat() const noexcept { return seat_; }
    shm::WorkerCounters& counters() noexcept { return context_.counters; }
    // Towards max_request: when it is reached, a successor is asked for.
    void count_request() noexcept;
    Error ask_for_successor() noexcept;
    Error tell_master(proc::ControlMessage message) noexcept { return seat_.control.send(message); }
    PortHost& host() noexcept { return host_; }
    serve::Connection* find_connection(int64_t session_id) noexcept { return host_.find_connection(session_id); }
    // Null: not a connection of this worker, or in clear.
    const net::TlsFacts* find_tls_facts(int64_t session_id) noexcept;
    serve::WsSessions& websockets() noexcept { return context_.websockets; }
    // Null: not a connection of this worker, or the server speaks its protocol.
    serve::TcpConnection* find_raw(int64_t session_id) noexcept;
    // Null: not a connection of this worker.
    shm::SessionSlot* find_slot(int64_t session_id) noexcept;
    // Of connections that find_raw() finds and that have sent nothing for so long.
    std::vector<int64_t> idle_sessions(int64_t idle_ms) noexcept;
    SendWaits& send_waits() noexcept { return send_waits_; }
    ForeignSends& foreign_sends() noexcept { return foreign_sends_; }
    WorkerRooms& rooms() noexcept { return rooms_; }
    // Null: this is no task worker.
    TaskRunner* task_runner() noexcept { return task_runner_.get(); }
    // Outside of coroutines: takes messages until the wait has all its results, or its time is over. Other messages are
    // kept for the loop.
    void read_results(const TaskWait& wait, coro::Deadline until);
    // After it has stopped reading because as many tasks ran as may.
    void read_on() noexcept;
    // What is called when this worker begins to leave; null when it has.
    LateCalls* leave_calls() noexcept { return leaving_ ? nullptr : &leave_calls_; }

    // In a process that it forked.
    void leave_in_child() noexcept;

    Error hand_over(const serve::Passport& passport, int fd, Bytes unread) override;
    Error pass_on(const serve::Passport& passport, int fd) override;

private:
    struct HeldMessage {
        proc::MessageHead head;
        std::string payload;
        Fd socket;
    };
    struct ServedPort {
        ServedPort(ServerWorker& worker, ServerObject& server, uint32_t index, const PortConfig& config) noexcept;
        serve::RequestHandler& request_handler() noexcept;
        serve::PortOptions options(ServerWorker& worker, const PortConfig& config, uint32_t index) const;
        Error open(serve::Context& context, const net::Listener& socket) noexcept;
        void leave(serve::HandoverSink* sink) noexcept;
        ServerDispatch dispatch;
        std::unique_ptr<PacketDispatch> packets;          // null: HTTP
        std::unique_ptr<DatagramDispatch> datagrams;      // null: connections
        std::unique_ptr<serve::StaticFiles> files;        // null: none are served
        std::unique_ptr<serve::AccessLog> access_log;     // null: there is none
        std::unique_ptr<serve::Compression> compression;  // null: answers are sent as they are
        std::unique_ptr<serve::TlsGate> tls;              // null: in clear
        serve::Port port;
    };

    // Whether what the program registered runs in coroutines.
    bool in_coroutines() const noexcept;
    Error settle_in() noexcept;
    void take_place() noexcept;
    Error watch_all() noexcept;
    void show_identity() noexcept;
    void start_program() noexcept;
    Error open_ports() noexcept;
    void serve_until_left() noexcept;
    void on_control() noexcept;
    void on_signal() noexcept;
    void reopen_logs() noexcept;
    void flush_logs() noexcept;
    void on_line() noexcept;
    void on_ring() noexcept;
    bool is_for_task_runner(const proc::Message& message) const noexcept;
    void take_task(const proc::Message& message) noexcept;
    void stop_reading() noexcept;
    void take_pipe_message(const proc::Message& message) noexcept;
    void hold_message(proc::Message& message);
    void take_kept() noexcept;
    void leave_kept() noexcept;
    bool read_one_result();
    void receive_message(proc::Message& message) noexcept;
    void take_message(proc::Message& message) noexcept;
    void take_push(Bytes payload) noexcept;
    void take_disconnect(Bytes payload) noexcept;
    void take_over(proc::Message& message) noexcept;
    Error send_connection(uint32_t seat, const serve::Passport& passport, int fd, Bytes unread,
                          uint32_t flags) noexcept;
    void on_foreign_room() noexcept;
    void send_for_another(const proc::Message& message) noexcept;
    void forward(const proc::Message& message) noexcept;
    void forward_to_owner(const proc::Message& message, int64_t session_id) noexcept;
    void leave(proc::DrainReason reason) noexcept;
    bool may_go() noexcept;
    void stop_program() noexcept;
    void call_worker_stop() noexcept;
    [[noreturn]] void give_up() noexcept;
    [[noreturn]] void end_process(int code) noexcept;
    void call(ServerEvent event) noexcept;

    static constexpr int kNoFailure = -1;

    ServerProcess& process_;
    ServerObject& server_;
    proc::WorkerSeat seat_;
    Runtime runtime_;
    PortHost& host_;
    serve::Context& context_;
    SendWaits send_waits_;
    ForeignSends foreign_sends_;
    LateCalls leave_calls_;
    WorkerSnapshot snapshot_;
    std::vector<std::unique_ptr<ServedPort>> ports_;
    WorkerRooms rooms_;
    std::unique_ptr<TaskRunner> task_runner_;
    std::unique_ptr<TraceExport> tracing_;  // null: off
    loop::SignalInbox inbox_;
    Buffer mail_;
    std::deque<HeldMessage> kept_;  // by read_results()
    size_t kept_bytes_ = 0;
    bool reads_messages_ = true;
    loop::Watch control_watch_;
    loop::Watch signal_watch_;
    loop::Watch line_watch_;
    loop::Watch ring_watch_;
    loop::Timer patience_;  // how long a leaving worker waits for its requests and coroutines
    int64_t requests_left_ = -1;
    int start_failure_ = kNoFailure;  // exit code after a workerStart that threw, or called exit()
    EngineState masters_;             // what the script had in output buffers is the master's to print
    bool leaving_ = false;
    bool leaves_to_successor_ = false;
    bool out_of_patience_ = false;
    bool told_exit_ = false;
    ProgramSpan exit_span_;   // the call of workerExit: its timers are waited for
    int64_t stop_by_ms_ = 0;  // what workerStop has begun is ended then; 0: nobody has said how long it may take
    bool stops_ = false;      // workerStop was called: only results are read, the rest is kept for the successor
};

}  // namespace tern::php
