--TEST--
Scripts: $_ENV is the environment of the process, whatever other scripts do to theirs
--EXTENSIONS--
opcache
--INI--
variables_order=EGPCS
--FILE--
<?php
require __DIR__ . '/site.inc';

foreach (['TERN_NAME=kept', '7=a number as its name', 'TERN_EMPTY=', 'TERN[bracket]=no name of a variable'] as $variable) {
    putenv($variable);
}

Site::run([
    'shows' => '
        ksort($_ENV);
        echo json_encode(array_filter($_ENV, fn($name) => $name === 7 || str_starts_with($name, "TERN"), ARRAY_FILTER_USE_KEY));
        echo $_ENV["TERN_NAME"] === getenv("TERN_NAME") ? " alike" : " differs";',
    'changes' => '
        putenv("TERN_NAME=changed");
        putenv("TERN_NEW=new");
        $_ENV["TERN_NAME"] .= " twice";
        Co::sleep(0.001);
        unset($_ENV["TERN_EMPTY"]);
        echo getenv("TERN_NAME"), " ", getenv()["TERN_NEW"], " ", $_ENV["TERN_NAME"], " ", isset($_ENV["TERN_NEW"]) ? "new" : "as it was";',
], function (Site $site) {
    for ($i = 0; $i < 2; ++$i) {
        foreach ($site->askAll('/shows', '/changes', '/shows') as $answer) {
            echo explode("\n\n", $answer, 2)[1], "\n";
        }
    }
    putenv('TERN_NAME=of the server');
    echo explode("\n\n", $site->ask('/shows'), 2)[1], "\n";
});
?>
--EXPECT--
{"7":"a number as its name","TERN_EMPTY":"","TERN_NAME":"kept"} alike
changed new kept twice as it was
{"7":"a number as its name","TERN_EMPTY":"","TERN_NAME":"kept"} alike
{"7":"a number as its name","TERN_EMPTY":"","TERN_NAME":"kept"} alike
changed new kept twice as it was
{"7":"a number as its name","TERN_EMPTY":"","TERN_NAME":"kept"} alike
{"7":"a number as its name","TERN_EMPTY":"","TERN_NAME":"of the server"} alike
