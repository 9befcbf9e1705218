--TEST--
Tern\Cache: values live as long as they were given
--FILE--
<?php
$cache = new Tern\Cache(1 << 20);
$forms = ['none' => null, 'seconds' => 3600, 'fraction' => 3600.5, 'endless' => INF, 'interval' => new DateInterval('P1DT1S'),
    'over' => 0, 'past' => -1, 'long past' => -INF, 'negative interval' => DateInterval::createFromDateString('-1 day')];
foreach ($forms as $name => $ttl) {
    $cache->set($name, 'former');
    echo $name, ': ', json_encode([$cache->set($name, 1, $ttl), $cache->has($name), $cache->add("new $name", 1, $ttl), $cache->has("new $name"),
        $cache->increment("sum of $name", 1, $ttl), $cache->has("sum of $name"), $cache->remember("r $name", $ttl, fn () => 2), $cache->has("r $name")]), "\n";
}
$cache->set('short', 1, 0.005);
$cache->increment('sum', 5, 0.005);
while ($cache->has('short') || $cache->has('sum')) {
    $cache->increment('sum', 0, 0.005);  // keeps the time that it has, or this would not end
}
echo $cache->increment('sum', 1), ' ', $cache->stats()['expired'] >= 2 ? 'expired' : 'not expired', "\n";
?>
--EXPECT--
none: [true,true,true,true,1,true,2,true]
seconds: [true,true,true,true,1,true,2,true]
fraction: [true,true,true,true,1,true,2,true]
endless: [true,true,true,true,1,true,2,true]
interval: [true,true,true,true,1,true,2,true]
over: [true,false,true,false,1,false,2,false]
past: [true,false,true,false,1,false,2,false]
long past: [true,false,true,false,1,false,2,false]
negative interval: [true,false,true,false,1,false,2,false]
1 expired
