--TEST--
Scripts: a script that closes all resources it finds leaves the body of the request, and what is within other streams
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'closes' => '
        $kept = fopen("php://temp", "w+");
        fwrite($kept, "text");
        foreach (get_resources() as $one) {
            if ($one !== $kept && get_resource_type($one) === "stream") {
                fclose($one);
            }
        }
        rewind($kept);
        echo fread($kept, 10), " ", file_get_contents("php://input");',
    'lists' => '
        $own = opendir(__DIR__);
        echo in_array($own, get_resources("stream"), true) ? "own" : "not own", count(get_resources("Unknown"));',
], function (Site $site) {
    for ($i = 0; $i < 2; ++$i) {
        echo explode("\n\n", $site->ask('/closes', ['Content-Type: application/x-www-form-urlencoded'], 'name=value', 'POST'), 2)[1], "\n";
        echo explode("\n\n", $site->ask('/lists'), 2)[1], "\n";
    }
});
?>
--EXPECT--
text name=value
own0
text name=value
own0
