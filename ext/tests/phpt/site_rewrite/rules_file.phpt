--TEST--
Tern's own file of rules
--FILE--
<?php
require __DIR__ . '/site.inc';
$root = site(['index.php' => '', 'about.html' => '', 'assets/app.js' => '', 'docs/index.html' => '', 'private/a' => '', '404.php' => '', '100%.txt' => '', 'docs/a?b' => '']);
$site = rules($root, <<<'RULES'
# the first of these that matches decides
redirect 301 /old              /new
redirect 302 /shop/            https://shop.example/
redirect 308 ^/news/(\d+)$     /archive?id=$1
deny         ^/private/
deny         /secret.txt
rewrite      ^/blog/(.*)$      /index.php?p=$1
rewrite      /pages/           /docs/
rewrite      ^/price/(.*)$     /index.php?cost=5%&of=$1&literal=%1

try          $path $path/ $path.html /index.php

# these all count
header       /assets/          Cache-Control "public, max-age=31536000"
header       ^                 X-Frame-Options DENY
header       /about.html       X-Percent 50%t
header       ^\.js$            X-Never 1
header       /                 X-Powered-By
error        404               /404.php
error        500               /500.html
index        index.php index.html
RULES);
foreach (['/', '/old', '/old?a=b', '/old/x', '/shop/', '/shop/a%20b/%C3%A9?c=d', '/shop', '/news/12', '/news/12?x=y', '/private/a', '/privates', '/secret.txt',
    '/blog/hello', '/blog/a%26b=c%3Fd%23e%25?page=2', '/blog/a b', '/pages/a', '/pages/a%3Fb', '/price/x', '/about', '/about.html', '/docs', '/docs/', '/assets/app.js?v=1',
    '/index.php/path', '/index.php/path?x=1', '/none', '/none/deep?x', '/100%25.txt', '/../x', '/a%2Fb', '/pages/../old'] as $target) {
    show($site, $target);
}
foreach (['/assets/app.js', '/about.html'] as $target) {
    $headers = get($site, $target)->responseHeaders()->apply([['X-Powered-By', 'PHP']], 200, false, 1e9);
    echo $target, ': ', implode('; ', array_map(fn($one) => implode(': ', $one), $headers)), "\n";
}
$decision = get($site, '/none');
echo $decision->errorDocument(404)->path, ' ', implode(',', $decision->index()), "\n";
show(rules($root, 'try $path /docs/$path =404'), '/none');
show(rules($root, 'try $path =404'), '/about.html');
show(rules($root, ''), '/anything');
show(rules($root, ''), '/docs/');
?>
--EXPECT--
/: /index.php
/old: 301 http://site.example/new
/old?a=b: 301 http://site.example/new?a=b
/old/x: /index.php
/shop/: 302 https://shop.example/
/shop/a%20b/%C3%A9?c=d: 302 https://shop.example/a%20b/%c3%a9?c=d
/shop: /index.php
/news/12: 308 http://site.example/archive?id=12
/news/12?x=y: 308 http://site.example/archive?id=12&x=y
/private/a: 403
/privates: /index.php
/secret.txt: 403
/blog/hello: /index.php?p=hello
/blog/a%26b=c%3Fd%23e%25?page=2: /index.php?p=a&b=c%3fd%23e%25&page=2
/blog/a b: /index.php?p=a%20b
/pages/a: /docs/a
/pages/a%3Fb: /docs/a?b
/price/x: /index.php?cost=5%&of=x&literal=%1
/about: /about.html
/about.html: /about.html
/docs: /docs
/docs/: /docs/index.html
/assets/app.js?v=1: /assets/app.js?v=1
/index.php/path: /index.php/path
/index.php/path?x=1: /index.php/path?x=1
/none: /index.php
/none/deep?x: /index.php?x
/100%25.txt: /100%.txt
/../x: 400
/a%2Fb: 404
/pages/../old: 301 http://site.example/new
/assets/app.js: Cache-Control: public, max-age=31536000; X-Frame-Options: DENY
/about.html: X-Frame-Options: DENY; X-Percent: 50%t
/404.php index.php,index.html
/none: 404
/about.html: /about.html
/anything: /anything
/docs/: /docs/index.html
