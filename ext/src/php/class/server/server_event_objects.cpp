// The objects that callbacks of a server get when event_object is on: plain objects without methods.
#include "php/class/registry.h"
#include "php/class/server/server_event_objects_arginfo.h"

namespace tern::php {

void register_server_event_objects(Classes& into) {
    into.server_event = register_class_Swoole_Server_Event();
    into.server_packet = register_class_Swoole_Server_Packet();
    into.server_pipe_message = register_class_Swoole_Server_PipeMessage();
    into.server_status_info = register_class_Swoole_Server_StatusInfo();
    into.server_task_result = register_class_Swoole_Server_TaskResult();
}

}  // namespace tern::php
