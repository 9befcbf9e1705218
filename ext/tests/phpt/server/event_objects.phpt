--TEST--
The objects of event_object: plain data
--FILE--
<?php
foreach (['Event', 'Packet', 'PipeMessage', 'StatusInfo', 'TaskResult'] as $name) {
    $class = "Swoole\\Server\\$name";
    echo $name, ': ', implode(' ', array_keys(get_object_vars(new $class()))), "\n";
}
?>
--EXPECT--
Event: reactor_id fd dispatch_time data
Packet: server_socket server_port dispatch_time address port data
PipeMessage: source_worker_id worker_id dispatch_time data
StatusInfo: worker_id worker_pid status exit_code signal
TaskResult: task_id task_worker_id dispatch_time data
