// Types and functions that the methods of Swoole\Process share.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/object.h"
#include "proc/message_queue.h"
#include "proc/process_pipe.h"

namespace tern::php {

// The part of a process object that is not on the Zend heap.
struct ProcessParts {
    proc::ProcessPipe pipe;
    proc::MessageQueue queue;
};

struct ProcessObject {
    ProcessParts* parts;  // owned; null before the constructor
    zval callback;        // undefined: a pool made the object
    zval exported;        // by exportSocket(); undefined before
    int64_t timeout_ms;   // of read() and write(); 0: no limit
    bool redirects;
    bool in_coroutine;
    bool does_not_block;
    bool queue_does_not_wait;
    bool any_message;
    bool is_of_server;  // a server starts it
    bool on_demand;     // the server starts it only when it is asked to
    zend_object std;

    static void release(ProcessObject& self) { delete self.parts; }
};

// Null after an Error: the constructor was not called.
ProcessObject* process_of(const zval* object);

// For a child: it now uses the child's side of the pipe. Parent 0: the peer is not known.
void become_child(ProcessObject& self, pid_t parent);

// Sets the property `pipe` to the descriptor of its side.
void show_pipe(ProcessObject& self);
// Detaches the socket of exportSocket() from this side of the pipe.
void drop_exported(ProcessObject& self);

// Call it after a start: those who still wait for a former process of this object now wait for the new one.
void watch_child(ProcessObject& self, pid_t pid) noexcept;

// The title of a process, as ps shows it.
// For a title that is not empty.
bool set_process_title(zend_string* title);

}  // namespace tern::php
