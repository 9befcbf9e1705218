--TEST--
The status of a pool in each format of php-fpm
--ENV--
TZ=UTC
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip php-fpm has a further line there'); ?>
--FILE--
<?php
use Tern\Internal\Fpm\{Child, LocalTime, PoolStatus, Stage, StatusText};

$children = [
    new Child(0, 101, Stage::Running, 1796000000, 3, 1500, 'GET', '/a.php', 'x="1"&<y>/', 0, '', '/srv/a.php', 0.0, 0),
    new Child(1, 102, Stage::Idle, 1796000001, 0, 0, '', '', '', 0, '', '', 12.345, 2097152),
];
$status = new PoolStatus('www', 'dynamic', 1796000000, 1796000060, 7, 1, 2, 511, 1, 1, 2, 0, 0, 0, $children);
$time = new LocalTime();
$short = new StatusText($status, $time, false);
$full = new StatusText($status, $time, true);
echo $full->plain(), "\n", $short->html(), "\n\n", substr($full->html(), strpos($full->html(), '<table border')), "\n\n", $full->xml(), "\n\n", $short->json(), "\n", $full->json(), "\n\n";
echo $full->openMetrics();
?>
--EXPECT--
pool:                 www
process manager:      dynamic
start time:           30/Nov/2026:00:53:20 +0000
start since:          60
accepted conn:        7
listen queue:         1
max listen queue:     2
listen queue len:     511
idle processes:       1
active processes:     1
total processes:      2
max active processes: 2
max children reached: 0
slow requests:        0

************************
pid:                  101
state:                Running
start time:           30/Nov/2026:00:53:20 +0000
start since:          60
requests:             3
request duration:     1500
request method:       GET
request URI:          /a.php?x="1"&<y>/
content length:       0
user:                 -
script:               /srv/a.php
last request cpu:     0.00
last request memory:  0

************************
pid:                  102
state:                Idle
start time:           30/Nov/2026:00:53:21 +0000
start since:          59
requests:             0
request duration:     0
request method:       -
request URI:          -
content length:       0
user:                 -
script:               -
last request cpu:     12.35
last request memory:  2097152

<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head><title>PHP-FPM Status Page</title></head>
<body>
<table>
<tr><th>pool</th><td>www</td></tr>
<tr><th>process manager</th><td>dynamic</td></tr>
<tr><th>start time</th><td>30/Nov/2026:00:53:20 +0000</td></tr>
<tr><th>start since</th><td>60</td></tr>
<tr><th>accepted conn</th><td>7</td></tr>
<tr><th>listen queue</th><td>1</td></tr>
<tr><th>max listen queue</th><td>2</td></tr>
<tr><th>listen queue len</th><td>511</td></tr>
<tr><th>idle processes</th><td>1</td></tr>
<tr><th>active processes</th><td>1</td></tr>
<tr><th>total processes</th><td>2</td></tr>
<tr><th>max active processes</th><td>2</td></tr>
<tr><th>max children reached</th><td>0</td></tr>
<tr><th>slow requests</th><td>0</td></tr>
</table>
</body></html>

<table border="1">
<tr><th>pid</th><th>state</th><th>start time</th><th>start since</th><th>requests</th><th>request duration</th><th>request method</th><th>request uri</th><th>content length</th><th>user</th><th>script</th><th>last request cpu</th><th>last request memory</th></tr>
<tr><td>101</td><td>Running</td><td>30/Nov/2026:00:53:20 +0000</td><td>60</td><td>3</td><td>1500</td><td>GET</td><td>/a.php?x="1"&amp;&lt;y&gt;/</td><td>0</td><td>-</td><td>/srv/a.php</td><td>0.00</td><td>0</td></tr>
<tr><td>102</td><td>Idle</td><td>30/Nov/2026:00:53:21 +0000</td><td>59</td><td>0</td><td>0</td><td>-</td><td>-</td><td>0</td><td>-</td><td>-</td><td>12.35</td><td>2097152</td></tr>
</table></body></html>

<?xml version="1.0" ?>
<status>
<pool>www</pool>
<process-manager>dynamic</process-manager>
<start-time>1796000000</start-time>
<start-since>60</start-since>
<accepted-conn>7</accepted-conn>
<listen-queue>1</listen-queue>
<max-listen-queue>2</max-listen-queue>
<listen-queue-len>511</listen-queue-len>
<idle-processes>1</idle-processes>
<active-processes>1</active-processes>
<total-processes>2</total-processes>
<max-active-processes>2</max-active-processes>
<max-children-reached>0</max-children-reached>
<slow-requests>0</slow-requests>
<processes>
<process><pid>101</pid><state>Running</state><start-time>1796000000</start-time><start-since>60</start-since><requests>3</requests><request-duration>1500</request-duration><request-method>GET</request-method><request-uri>/a.php?x="1"&amp;&lt;y&gt;/</request-uri><content-length>0</content-length><user>-</user><script>/srv/a.php</script><last-request-cpu>0.00</last-request-cpu><last-request-memory>0</last-request-memory></process>
<process><pid>102</pid><state>Idle</state><start-time>1796000001</start-time><start-since>59</start-since><requests>0</requests><request-duration>0</request-duration><request-method>-</request-method><request-uri>-</request-uri><content-length>0</content-length><user>-</user><script>-</script><last-request-cpu>12.35</last-request-cpu><last-request-memory>2097152</last-request-memory></process>
</processes>
</status>

{"pool":"www","process manager":"dynamic","start time":1796000000,"start since":60,"accepted conn":7,"listen queue":1,"max listen queue":2,"listen queue len":511,"idle processes":1,"active processes":1,"total processes":2,"max active processes":2,"max children reached":0,"slow requests":0}
{"pool":"www","process manager":"dynamic","start time":1796000000,"start since":60,"accepted conn":7,"listen queue":1,"max listen queue":2,"listen queue len":511,"idle processes":1,"active processes":1,"total processes":2,"max active processes":2,"max children reached":0,"slow requests":0, "processes":[{"pid":101,"state":"Running","start time":1796000000,"start since":60,"requests":3,"request duration":1500,"request method":"GET","request uri":"/a.php?x=\"1\"&<y>\/","content length":0,"user":"-","script":"/srv/a.php","last request cpu":0.00,"last request memory":0},{"pid":102,"state":"Idle","start time":1796000001,"start since":59,"requests":0,"request duration":0,"request method":"-","request uri":"-","content length":0,"user":"-","script":"-","last request cpu":12.35,"last request memory":2097152}]}

# HELP phpfpm_up Could pool www using a dynamic PM on PHP-FPM be reached?
# TYPE phpfpm_up gauge
phpfpm_up 1
# HELP phpfpm_start_since The number of seconds since FPM has started.
# TYPE phpfpm_start_since counter
phpfpm_start_since 60
# HELP phpfpm_accepted_connections The number of requests accepted by the pool.
# TYPE phpfpm_accepted_connections counter
phpfpm_accepted_connections 7
# HELP phpfpm_listen_queue The number of requests in the queue of pending connections.
# TYPE phpfpm_listen_queue gauge
phpfpm_listen_queue 1
# HELP phpfpm_max_listen_queue The maximum number of requests in the queue of pending connections since FPM has started.
# TYPE phpfpm_max_listen_queue counter
phpfpm_max_listen_queue 2
# TYPE phpfpm_listen_queue_length gauge
# HELP phpfpm_listen_queue_length The size of the socket queue of pending connections.
phpfpm_listen_queue_length 511
# HELP phpfpm_idle_processes The number of idle processes.
# TYPE phpfpm_idle_processes gauge
phpfpm_idle_processes 1
# HELP phpfpm_active_processes The number of active processes.
# TYPE phpfpm_active_processes gauge
phpfpm_active_processes 1
# HELP phpfpm_total_processes The number of idle + active processes.
# TYPE phpfpm_total_processes gauge
phpfpm_total_processes 2
# HELP phpfpm_max_active_processes The maximum number of active processes since FPM has started.
# TYPE phpfpm_max_active_processes counter
phpfpm_max_active_processes 2
# HELP phpfpm_max_children_reached The number of times, the process limit has been reached, when pm tries to start more children (works only for pm 'dynamic' and 'ondemand').
# TYPE phpfpm_max_children_reached counter
phpfpm_max_children_reached 0
# HELP phpfpm_slow_requests The number of requests that exceeded your 'request_slowlog_timeout' value.
# TYPE phpfpm_slow_requests counter
phpfpm_slow_requests 0
# HELP phpfpm_process_state The state of the process: 1 is what it does now.
# TYPE phpfpm_process_state gauge
phpfpm_process_state{pool="www",child="0",state="Creating"} 0
phpfpm_process_state{pool="www",child="0",state="Idle"} 0
phpfpm_process_state{pool="www",child="0",state="Reading headers"} 0
phpfpm_process_state{pool="www",child="0",state="Getting request information"} 0
phpfpm_process_state{pool="www",child="0",state="Running"} 1
phpfpm_process_state{pool="www",child="0",state="Ending"} 0
phpfpm_process_state{pool="www",child="0",state="Finishing"} 0
phpfpm_process_state{pool="www",child="1",state="Creating"} 0
phpfpm_process_state{pool="www",child="1",state="Idle"} 1
phpfpm_process_state{pool="www",child="1",state="Reading headers"} 0
phpfpm_process_state{pool="www",child="1",state="Getting request information"} 0
phpfpm_process_state{pool="www",child="1",state="Running"} 0
phpfpm_process_state{pool="www",child="1",state="Ending"} 0
phpfpm_process_state{pool="www",child="1",state="Finishing"} 0
# HELP phpfpm_process_requests The number of requests the process has served.
# TYPE phpfpm_process_requests counter
phpfpm_process_requests{pool="www",child="0"} 3
phpfpm_process_requests{pool="www",child="1"} 0
# HELP phpfpm_process_request_duration The duration in microseconds of the last request.
# TYPE phpfpm_process_request_duration gauge
phpfpm_process_request_duration{pool="www",child="0"} 1500
phpfpm_process_request_duration{pool="www",child="1"} 0
# HELP phpfpm_process_last_request_cpu The %cpu the last request consumed.
# TYPE phpfpm_process_last_request_cpu gauge
phpfpm_process_last_request_cpu{pool="www",child="0"} 0.00
phpfpm_process_last_request_cpu{pool="www",child="1"} 12.35
# HELP phpfpm_process_last_request_memory The max amount of memory the last request consumed.
# TYPE phpfpm_process_last_request_memory gauge
phpfpm_process_last_request_memory{pool="www",child="0"} 0
phpfpm_process_last_request_memory{pool="www",child="1"} 2097152
# EOF
