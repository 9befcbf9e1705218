--TEST--
Classic sites: files that are never sent, scripts that are never run, and what changes that
--FILE--
<?php
use Tern\Internal\Site\{NeverSent, Router, Target};
use function Tern\Internal\is_hidden_path;

require __DIR__ . '/folder.inc';

function show(string $root, array $patterns, array $files, array $scripts): void
{
    foreach ($files as $path) {
        printf("%-7s %s\n", is_hidden_path($path, $patterns) ? 'hidden' : 'sent', $path);
    }
    $router = new Router($root, $patterns);
    foreach ($scripts as $path) {
        is_dir(dirname($root . $path)) || mkdir(dirname($root . $path), 0777, true);
        touch($root . $path);
        printf("%-7s %s\n", $router->find($path)->kind === Target::SCRIPT ? 'run' : 'hidden', $path);
    }
}

$plain = folder([]);
show($plain, NeverSent::patterns($plain), [
    '/', '/style.css', '/.well-known/security.txt', '/.env', '/.git/config', '/wp-content/.htaccess', '/a.php', '/a.PHP', '/wp-config.php.bak', '/a.php~',
    '/x.inc', '/composer.json', '/a/composer.lock', '/package.json', '/dump.sql', '/A.SQL', '/data/site.sqlite3', '/php.ini', '/prod.env',
    '/wp-content/debug.log', '/node_modules/a/b.js', '/js/node_modules/a.js', '/vendor/jquery.js', '/js/vendor/jquery.js', '/key.pem', '/sql', '/.sql',
], [
    '/index.php', '/a/b.php', '/.hidden.php', '/.git/a.php', '/a/.b/c.php', '/.well-known/a.php', '/js/vendor/a.php', '/a/node_modules/b.php',
    '/vendor.php', '/Vendor/a.php', '/x.old/a.php', '/index.bak.php',
]);
echo "with Composer\n";
$composer = folder(['vendor/autoload.php' => '']);
show($composer, NeverSent::patterns($composer), ['/vendor/x.css', '/vendor', '/js/vendor/x.css'], []);
echo "with options\n";
$own = NeverSent::patterns($composer, ['*.csv', '/private', '/upload/*.php'], ['*.log', '/vendor']);
show($composer, $own, ['/a.csv', '/private/a.txt', '/b/private/a.txt', '/a.log', '/a.sql', '/vendor/x.css'], ['/upload/a.php', '/upload/b/a.php', '/private/a.php', '/vendor/a.php']);
try {
    NeverSent::patterns($plain, [], ['*.bak']);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
sent    /
sent    /style.css
sent    /.well-known/security.txt
hidden  /.env
hidden  /.git/config
hidden  /wp-content/.htaccess
hidden  /a.php
hidden  /a.PHP
hidden  /wp-config.php.bak
hidden  /a.php~
hidden  /x.inc
hidden  /composer.json
hidden  /a/composer.lock
hidden  /package.json
hidden  /dump.sql
hidden  /A.SQL
hidden  /data/site.sqlite3
hidden  /php.ini
hidden  /prod.env
hidden  /wp-content/debug.log
hidden  /node_modules/a/b.js
sent    /js/node_modules/a.js
sent    /vendor/jquery.js
sent    /js/vendor/jquery.js
hidden  /key.pem
sent    /sql
hidden  /.sql
run     /index.php
run     /a/b.php
hidden  /.hidden.php
hidden  /.git/a.php
hidden  /a/.b/c.php
run     /.well-known/a.php
hidden  /js/vendor/a.php
hidden  /a/node_modules/b.php
run     /vendor.php
hidden  /Vendor/a.php
hidden  /x.old/a.php
run     /index.bak.php
with Composer
hidden  /vendor/x.css
hidden  /vendor
sent    /js/vendor/x.css
with options
hidden  /a.csv
hidden  /private/a.txt
sent    /b/private/a.txt
sent    /a.log
hidden  /a.sql
sent    /vendor/x.css
hidden  /upload/a.php
run     /upload/b/a.php
hidden  /private/a.php
hidden  /vendor/a.php
must be one of *.sql *.sqlite *.sqlite3 *.ini *.env *.log *.pem package.json package-lock.json yarn.lock web.config /node_modules /vendor, "*.bak" given
