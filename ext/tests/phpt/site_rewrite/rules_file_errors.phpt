--TEST--
Tern's own file of rules: mistakes
--FILE--
<?php
require __DIR__ . '/site.inc';
use Tern\Internal\Site\Rewrite\{Engine, RulesFile, RulesFileError};

foreach (["\n\nrewite /a /b", 'redirect /a /b', 'redirect 200 /a /b', 'redirect 301 a /b', 'redirect 301 /a b', 'rewrite ^/(a /b', 'rewrite /a http://x/', 'deny',
    'deny /a /b', 'try $path', 'try index.html /index.php', 'try $path index.php', 'header /a Bad:Name x', 'header /a', 'error 200 /x', 'error 404 text', 'index'] as $text) {
    try {
        RulesFile::parse($text, '/etc/site.rules', '/srv');
        echo "no error\n";
    } catch (RulesFileError $error) {
        echo $error->getMessage(), "\n";
    }
}
foreach (['/nowhere/site.rules', '/'] as $file) {
    try {
        Engine::ofRulesFile($file, '/srv');
    } catch (RulesFileError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
/etc/site.rules:3: rewite: is unknown; redirect, deny, rewrite, try, header, error, index are allowed
/etc/site.rules:1: redirect: must be "redirect STATUS PATH TARGET", 2 arguments given
/etc/site.rules:1: redirect: the status must be 301, 302, 303, 307, 308, 200 given
/etc/site.rules:1: redirect: a path must start with / or, as a regular expression, with ^; a given
/etc/site.rules:1: redirect: the target must be a path that starts with / or a URL, b given
/etc/site.rules:1: rewrite: ^/(a is no regular expression: missing closing parenthesis at offset 4
/etc/site.rules:1: rewrite: must name a path that starts with /, http://x/ given
/etc/site.rules:1: deny: must be "deny PATH", 0 arguments given
/etc/site.rules:1: deny: must be "deny PATH", 2 arguments given
/etc/site.rules:1: try: must be "try CANDIDATE... LAST", 1 arguments given
/etc/site.rules:1: try: a candidate must start with $path or /, index.html given
/etc/site.rules:1: try: must name a path that starts with /, index.php given
/etc/site.rules:1: header: Bad:Name is no name of a header
/etc/site.rules:1: header: must be "header PATH NAME [VALUE]", 1 arguments given
/etc/site.rules:1: error: the status must be from 400 to 599, 200 given
/etc/site.rules:1: error: must name a path that starts with /, text given
/etc/site.rules:1: index: must be "index NAME...", 0 arguments given
/nowhere/site.rules: cannot be read
/: cannot be read
