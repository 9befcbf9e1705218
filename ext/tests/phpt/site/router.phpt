--TEST--
Classic sites: what paths lead to
--FILE--
<?php
use Tern\Internal\Site\{NeverSent, Router, Target, UrlPath};

require __DIR__ . '/folder.inc';

const KINDS = ['Script', 'File', 'Folder', 'Forbidden', 'Missing', 'Unavailable'];

function show(Router $router, string $root, array $urls): void
{
    foreach ($urls as $url) {
        $path = UrlPath::of($url);
        $target = $path === null ? null : $router->find($path);
        $where = $target === null ? '' : match ($target->kind) {
            Target::SCRIPT => "$target->name [$target->pathInfo]" . ($target->file === $root . $target->name ? '' : " $target->file"),
            Target::FILE, Target::FOLDER => $target->name,
            default => '',
        };
        printf("%-38s %s\n", substr(addcslashes($url, "\0..\37"), 0, 38), addcslashes(rtrim(($target === null ? 'malformed' : KINDS[$target->kind]) . " $where"), "\n"));
    }
}

$outside = folder(['secret.php' => '', 'shared/page.php' => '', 'shared/logo.png' => 'x']);
$files = [
    'a.php' => '', 'a b.php' => '', 'style.css' => 'x', 'docs/index.html' => 'x', 'docs/readme.txt' => 'x', 'both/index.php' => '', 'both/index.html' => 'x',
    'empty' => null, 'dir.php/x.php' => '', '.git/config' => 'x', 'dump.sql' => 'x', 'lib/.hidden/a.php' => '', 'CASE.php' => '', 'old.php.bak' => 'x', 'UP.PHP' => '',
    'back\\slash.txt' => 'x', "new\nline.txt" => 'x',
];
$root = folder($files);
symlink("$outside/shared", "$root/shared");
symlink("$outside/secret.php", "$root/config.php");
symlink('docs', "$root/inner");
symlink('nowhere', "$root/broken.php");
$urls = [
    '/', '/a.php', '/a.php/', '/a.php/b/c', '/a.php/b.php/c', '/a%20b.php', '/a+b.php', '/%61.php', '/a.php%2Fb', '/a.php%00', '/a.php%00.txt', '/a%2ephp', '/a%252ephp',
    '/style.css', '/style.css/', '/docs', '/docs/', '/docs/readme.txt', '/both', '/both/', '/empty', '/empty/', '/dir.php', '/dir.php/', '/dir.php/x.php',
    '//a.php', '/docs//readme.txt', '/./a.php', '/docs/../a.php', '/docs/%2e%2e/a.php', '/../a.php', '/docs/../../a.php', '/%2e%2e%2fa.php', '/..', '/.', '/docs/.', '/docs/..',
    '/..%5ca.php', '/docs\\..\\a.php', '/a.php\\', '/back%5cslash.txt', '/new%0aline.txt', '/%zz', '/%', '', 'a.php', '/.git/config', '/.git', '/.git/', '/.env', '/dump.sql',
    '/lib/.hidden/a.php', '/a.php/.git', '/case.php', '/CASE.php', '/A.PHP', '/UP.PHP', '/old.php.bak', '/none', '/none.php', '/none.php/x', '/a.phpx', '/a.php.',
    '/shared/page.php', '/shared/logo.png', '/shared', '/config.php', '/inner/readme.txt', '/broken.php', '/' . str_repeat('x', 5000),
];
echo "without an index.php\n";
show(new Router($root, NeverSent::patterns($root)), $root, $urls);
echo "\nlinks beneath\n";
show(new Router($root, NeverSent::patterns($root), false), $root, ['/a.php', '/shared/page.php', '/shared/logo.png', '/shared/', '/config.php', '/inner/readme.txt', '/inner', '/shared/none']);
echo "\nwith an index.php\n";
file_put_contents("$root/index.php", '');
show(new Router($root, NeverSent::patterns($root)), $root, ['/', '/index.php', '/index.php/x', '/2020/01/post', '/none.php', '/empty/', '/.git/config', '/.git/none', '/wiki/.htaccess',
    '/wiki/a.sql', '/dump.sql', '/style.css/', '/docs', '/wiki/A%2FB', '/wiki/A%5CB', '/%zz']);
echo "\nwith links beneath and an index.php\n";
show(new Router($root, NeverSent::patterns($root), false), $root, ['/shared/logo.png', '/shared/', '/shared/none', '/none']);
echo "\nwhat is found is kept for a second\n";
$router = new Router($root, NeverSent::patterns($root), true, 3600);
show($router, $root, ['/new.php']);
file_put_contents("$root/new.php", '');
show($router, $root, ['/new.php']);
show(new Router($root, NeverSent::patterns($root), true, 0), $root, ['/new.php']);
echo "\nthe root is replaced\n";
$router = new Router($root, [], true, 0);
show($router, $root, ['/a.php']);
rename($root, "$root.old");
register_shutdown_function(remove(...), "$root.old");
show($router, $root, ['/a.php']);
mkdir($root);
file_put_contents("$root/b.php", '');
show($router, $root, ['/a.php', '/b.php']);
echo "\nwith open_basedir\n";
$router = new Router($root, [], true, 0);
symlink("/etc/passwd", "$root/secret.php");
ini_set('open_basedir', dirname($root));
show($router, $root, ['/b.php', '/secret.php']);
exec('rm ' . escapeshellarg("$root/secret.php"));

echo "\nwhat cannot be\n";
try {
    $router->find('/b.php')->__construct(Target::FILE);
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
foreach (['', 'a.php', "/a\0"] as $path) {
    try {
        $router->find($path);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
echo UrlPath::escape("/a b/ä?#%.php/"), "\n";
echo implode(" ", array_map(UrlPath::forRules(...), ["/a%20b/../c", "/a%2Fb", "/a%00", "/%zz", "%2Fa", "/..", "/a//b/."])), "\n";
?>
--EXPECT--
without an index.php
/                                      Forbidden
/a.php                                 Script /a.php []
/a.php/                                Script /a.php [/]
/a.php/b/c                             Script /a.php [/b/c]
/a.php/b.php/c                         Script /a.php [/b.php/c]
/a%20b.php                             Script /a b.php []
/a+b.php                               Missing
/%61.php                               Script /a.php []
/a.php%2Fb                             Script /a.php [/b]
/a.php%00                              malformed
/a.php%00.txt                          malformed
/a%2ephp                               Script /a.php []
/a%252ephp                             Missing
/style.css                             File /style.css
/style.css/                            Missing
/docs                                  Folder /docs/
/docs/                                 File /docs/index.html
/docs/readme.txt                       File /docs/readme.txt
/both                                  Folder /both/
/both/                                 Script /both/index.php []
/empty                                 Folder /empty/
/empty/                                Forbidden
/dir.php                               Missing
/dir.php/                              Missing
/dir.php/x.php                         Missing
//a.php                                Script /a.php []
/docs//readme.txt                      File /docs/readme.txt
/./a.php                               Script /a.php []
/docs/../a.php                         Script /a.php []
/docs/%2e%2e/a.php                     Script /a.php []
/../a.php                              malformed
/docs/../../a.php                      malformed
/%2e%2e%2fa.php                        malformed
/..                                    malformed
/.                                     Forbidden
/docs/.                                File /docs/index.html
/docs/..                               Forbidden
/..%5ca.php                            Missing
/docs\..\a.php                         Missing
/a.php\                                Missing
/back%5cslash.txt                      File /back\slash.txt
/new%0aline.txt                        File /new\nline.txt
/%zz                                   malformed
/%                                     malformed
                                       malformed
a.php                                  malformed
/.git/config                           Missing
/.git                                  Missing
/.git/                                 Missing
/.env                                  Missing
/dump.sql                              Missing
/lib/.hidden/a.php                     Missing
/a.php/.git                            Script /a.php [/.git]
/case.php                              Missing
/CASE.php                              Script /CASE.php []
/A.PHP                                 Missing
/UP.PHP                                Missing
/old.php.bak                           Missing
/none                                  Missing
/none.php                              Missing
/none.php/x                            Missing
/a.phpx                                Missing
/a.php.                                Missing
/shared/page.php                       Script /shared/page.php []
/shared/logo.png                       File /shared/logo.png
/shared                                Folder /shared/
/config.php                            Script /config.php []
/inner/readme.txt                      File /inner/readme.txt
/broken.php                            Missing
/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx Missing

links beneath
/a.php                                 Script /a.php []
/shared/page.php                       Missing
/shared/logo.png                       Missing
/shared/                               Missing
/config.php                            Missing
/inner/readme.txt                      File /inner/readme.txt
/inner                                 Folder /inner/
/shared/none                           Missing

with an index.php
/                                      Script /index.php []
/index.php                             Script /index.php []
/index.php/x                           Script /index.php [/x]
/2020/01/post                          Script /index.php []
/none.php                              Missing
/empty/                                Forbidden
/.git/config                           Missing
/.git/none                             Missing
/wiki/.htaccess                        Script /index.php []
/wiki/a.sql                            Script /index.php []
/dump.sql                              Missing
/style.css/                            Script /index.php []
/docs                                  Folder /docs/
/wiki/A%2FB                            Script /index.php []
/wiki/A%5CB                            Script /index.php []
/%zz                                   malformed

with links beneath and an index.php
/shared/logo.png                       Missing
/shared/                               Missing
/shared/none                           Script /index.php []
/none                                  Script /index.php []

what is found is kept for a second
/new.php                               Missing
/new.php                               Missing
/new.php                               Script /new.php []

the root is replaced
/a.php                                 Script /a.php []
/a.php                                 Script /a.php []
/a.php                                 Missing
/b.php                                 Script /b.php []

with open_basedir
/b.php                                 Script /b.php []
/secret.php                            Missing

what cannot be
The target is constructed already
Tern\Internal\Site\Router::find(): Argument #1 ($path) must start with one "/"
Tern\Internal\Site\Router::find(): Argument #1 ($path) must start with one "/"
Tern\Internal\Site\Router::find(): Argument #1 ($path) must not contain any null bytes
/a%20b/%c3%a4%3f%23%25.php/
/c 404 404 400 400 400 /a/b/
