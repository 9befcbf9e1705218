--TEST--
Process\Pool: numbers that set() refuses, and sizes that it clamps
--FILE--
<?php
$pool = new Swoole\Process\Pool(1);
foreach ([0, -1, -0.5, NAN, INF, (1 << 30) + 1, 'x', null] as $value) {
    foreach (['max_wait_time', 'max_package_size'] as $name) {
        try {
            $pool->set([$name => $value]);
            echo "taken\n";
        } catch (ValueError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
$pool->set(['max_wait_time' => 0.5, 'max_package_size' => '1000']);
echo "done\n";
?>
--EXPECT--
max_wait_time must be a number above 0, int given
taken
max_wait_time must be a number above 0, int given
taken
max_wait_time must be a number above 0, float given
taken
max_wait_time must be a number above 0, float given
max_package_size must be a number above 0, float given
max_wait_time must be a number above 0, float given
taken
max_wait_time must be a number above 0, int given
taken
max_wait_time must be a number above 0, string given
max_package_size must be a number above 0, string given
max_wait_time must be a number above 0, null given
max_package_size must be a number above 0, null given
done
