--TEST--
swoole_version, swoole_cpu_num, swoole_get_local_ip, swoole_get_local_mac, swoole_hashcode
--FILE--
<?php
var_dump(swoole_version() === SWOOLE_VERSION);
$mask = preg_match('/^Cpus_allowed:\s*([0-9a-f,]+)$/m', file_get_contents('/proc/self/status'), $found) ? $found[1] : '';
$allowed = 0;
foreach (str_split(str_replace(',', '', $mask)) as $digit) $allowed += substr_count(decbin(hexdec($digit)), '1');
var_dump(swoole_cpu_num() === $allowed);
foreach (swoole_get_local_ip() as $name => $address) {
    if ($name === 'lo' || !filter_var($address, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4)) echo "$name $address\n";
}
foreach (swoole_get_local_mac() as $name => $address) {
    if ($name === 'lo' || !preg_match('/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/', $address)) echo "$name $address\n";
}
var_dump(swoole_hashcode('a') === swoole_hashcode('a', 0), swoole_hashcode('a') === swoole_hashcode('b'));
try {
    swoole_hashcode('a', 9);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
swoole_hashcode(): Argument #2 ($type) must be 0
