--TEST--
Scripts: warnings before any code of the script runs
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
html_errors=0
log_errors=0
output_buffering=0
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run(['never' => 'echo "never";'], function (Site $site) {
    foreach (range(1, 2) as $round) {
        echo $site->ask('/never'), "\n";
    }
}, ['open_basedir' => '/nowhere', 'display_errors' => '1']);
?>
--EXPECTF--
%s 200 OK
%AWarning: Unknown: open_basedir restriction in effect.%A
%s 200 OK
%AWarning: Unknown: open_basedir restriction in effect.%A
