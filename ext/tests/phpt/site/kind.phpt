--TEST--
tern serve FOLDER: what a folder is, found without running its code
--FILE--
<?php
use Tern\Internal\Site\Kind;

require __DIR__ . '/folder.inc';

$indexes = [
    'a handler' => '<?php return fn() => "x";',
    'a handler, after statements' => '<?php declare(strict_types=1); require __DIR__ . "/a.php"; if ($x) { return false; } $app = new App(); return $app;',
    'functions behind it' => "<?php return make(...);\nfunction make() { echo 1; }\n#[A(['b'])]\nfinal class X { function f() { return 1; } }\n",
    'with a namespace in braces' => '<?php namespace A { return function () {}; }',
    'without a semicolon' => '<?php return $x ?>',
    'a line behind it' => "<?php return new class { public \$a = '}'; };\n?>\n",
    'a string with braces' => '<?php $a = "{$b} ${c} }{"; return $a;',
    'match and closures' => '<?php $f = function () { return 1; }; $g = match (true) { default => function () { return 2; } }; return [$f, $g];',
    'a page' => '<?php echo "hello";',
    'a page with HTML' => "<html><?php return 1; ?></html>",
    'includes' => "<?php\ndefine('WP_USE_THEMES', true);\nrequire __DIR__ . '/wp-blog-header.php';\n",
    'a return of nothing' => '<?php echo 1; return;',
    'a return of nothing, end of PHP' => "<?php echo 1; return ?>\n",
    'a return of true' => '<?php echo 1; return true;',
    'a return of a number' => '<?php echo 1; return 0 ?>',
    'a return of a text' => '<?php return "text";',
    'a call' => '<?php return App\make();',
    'a function by its name' => '<?php return "a" . $b;',
    'a return within a condition' => '<?php if (PHP_SAPI === "cli-server") { return false; } $app->run();',
    'the same without braces' => '<?php if (PHP_SAPI === "cli-server") return false; else return 1;',
    'the same, other syntax' => '<?php if ($a): echo 1; return false; endif;',
    'a return within a function' => '<?php main(); function main() { return 1; }',
    'a return that something follows' => '<?php return 1; echo 2;',
    'a comment' => "<?php // return 1;\necho 1; # return 2;\n/* return 3; */",
    'a string' => "<?php echo <<<X\nreturn 1;\nX;\n",
    'a comment until the end of PHP' => "<?php // a ?>x<?php return 1;",
    'interpolation' => '<?php $a = "{$b["}"]} {$c->d()}"; if ($a) { echo `x {`; } return $a;',
    'a heredoc with code' => "<?php \$a = <<<'X'\n  } return; {\n  X . 'y';\nreturn \$a;",
    'nothing' => '',
    'only text' => 'return 1;',
    'a short echo' => '<?= 1 ?>',
    'broken' => '<?php return (',
];
foreach ($indexes as $what => $code) {
    printf("%-34s %s\n", $what, Kind::of(folder(['index.php' => $code]))->value);
}
echo "\n";
$folders = [
    'Laravel' => ['public/index.php' => "<?php\n(require_once __DIR__.'/../bootstrap/app.php')\n    ->handleRequest(Request::capture());", 'bootstrap/app.php' => ''],
    'symfony/runtime' => ['public/index.php' => "<?php require_once dirname(__DIR__).'/vendor/autoload_runtime.php';\nreturn fn(array \$c) => new Kernel();"],
    'names Laravel only' => ['public/index.php' => "<?php echo 'bootstrap/app.php';"],
    'scripts' => ['public/a/b/c.php' => ''],
    'pages' => ['public/index.html' => '', 'public/a/b.txt' => 'x.php'],
    'libraries' => ['public/index.html' => '', 'public/vendor/a.php' => '', 'public/node_modules/b/c.php' => '', 'public/.cache/a.php' => ''],
    'a folder with such a name' => ['public/a.php/b.txt' => ''],
    'empty' => ['public' => null],
];
foreach ($folders as $what => $files) {
    printf("%-34s %s\n", $what, Kind::of(folder($files) . '/public')->value);
}
?>
--EXPECT--
a handler                          application
a handler, after statements        application
functions behind it                application
with a namespace in braces         application
without a semicolon                application
a line behind it                   application
a string with braces               application
match and closures                 application
a page                             classic
a page with HTML                   classic
includes                           classic
a return of nothing                classic
a return of nothing, end of PHP    classic
a return of true                   classic
a return of a number               classic
a return of a text                 classic
a call                             application
a function by its name             application
a return within a condition        classic
the same without braces            classic
the same, other syntax             classic
a return within a function         classic
a return that something follows    classic
a comment                          classic
a string                           classic
a comment until the end of PHP     classic
interpolation                      application
a heredoc with code                application
nothing                            classic
only text                          classic
a short echo                       classic
broken                             application

Laravel                            application
symfony/runtime                    application
names Laravel only                 classic
scripts                            classic
pages                              files
libraries                          files
a folder with such a name          files
empty                              files
