// What the methods of Swoole\Process share.
#pragma once

#include "php/bridge/object.h"
#include "proc/message_queue.h"
#include "proc/process_pipe.h"

namespace tern::php {

// What a process object owns outside of the Zend heap.
struct ProcessParts {
    proc::ProcessPipe pipe;
    proc::MessageQueue queue;
};

struct ProcessObject {
    ProcessParts* parts;  // owned; null before the constructor
    zval callback;        // undefined: an object that a pool made
    zval exported;        // of exportSocket(), undefined before
    int64_t timeout_ms;   // of read() and write(); 0: none
    bool redirects;
    bool in_coroutine;
    bool does_not_block;
    bool queue_does_not_wait;
    bool any_message;
    bool is_of_server;  // which starts it
    zend_object std;

    static void release(ProcessObject& self) { delete self.parts; }
};

// Null after an Error: the constructor was not called.
ProcessObject* process_of(const zval* object);

// In a child: its side of the pipe is this process's. Parent 0: nobody in particular is on the other side.
void become_child(ProcessObject& self, pid_t parent);

// Shows its side of the pipe as the property `pipe`.
void show_pipe(ProcessObject& self);
// What exportSocket() has given is for this side of the pipe no more.
void drop_exported(ProcessObject& self);

}  // namespace tern::php
