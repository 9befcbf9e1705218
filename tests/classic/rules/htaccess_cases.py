"""What Apache and Tern are asked for: the site of htaccess_test.py, and requests as (target, headers, method)."""

# Each file has its own path as its content.
FILES = """
index.php new-page.html wrong.html old-page.html skip secret/file gone.txt hidden.txt note.txt~ settings.inc style.css code.js
some.special named.html images/photo.png cache/full.html errors/404.html plain/deep/file.txt direct.html folder/index.html
folder/inner/file.txt empty-folder/keep.txt loop/file end/keep alias/other.txt
wordpress/index.php wordpress/wp-login.php wordpress/xmlrpc.php wordpress/wp-content/style.css wordpress/wp-admin/index.php
wordpress/wp-content/uploads/photo.png wordpress/wp-content/uploads/evil.php
drupal/index.php drupal/core/install.php drupal/core/rebuild.php drupal/core/lib.inc drupal/composer.json drupal/autoload.php
drupal/sites/default/file.png drupal/sites/default/evil.php drupal/style.css drupal/style.css.gz drupal/robots.txt drupal/core/modules/a/b.php
laravel/index.php laravel/robots.txt laravel/css/app.css laravel/storage/photo.png
mediawiki/w/index.php mediawiki/w/load.php mediawiki/w/images/a.png
joomla/index.php joomla/administrator/index.php joomla/images/a.png joomla/robots.txt
own/start.html own/other.html own/mine own/files/a.txt own/inner/start.html own/inner/file.txt
off/file.txt off/old-page.html off/index.php fallback/front.html
addresses/ip.txt addresses/not-ip.txt addresses/local.txt addresses/method.txt addresses/env.txt addresses/none.txt addresses/order.txt
addresses/order-env.txt
flags/file.txt flags/index.php flags/wrong.txt flags/typed.txt flags/folder/file.txt flags/program.txt flags/target/a before/own.html
before/old-page.html nothing/file.txt nothing/old-page.html slash/open.txt slash/closed.txt slash/either.txt slash/inner/open.txt base/file.txt
expressions/file.txt expressions/other.txt expressions/denied.txt expressions/allowed.txt
base/inner/file.txt base/inner/deeper/file.txt base/inner/ignored/file.txt
"""
LINKS = ["flags/link"]
PROGRAMS = ["flags/program.txt"]
UNUSUAL = ["with space.html", "100%.html", "a#b.html", "what?.html", "caf\u00e9.html", "flags/with space.txt"]
EMPTY = ["cache/empty.html"]
# Where the files of htaccess/ go.
RULES = {"root": "", "wordpress": "wordpress", "uploads": "wordpress/wp-content/uploads", "drupal": "drupal", "laravel": "laravel",
         "mediawiki": "mediawiki", "joomla": "joomla", "own": "own", "off": "off", "flags": "flags", "before": "before", "nothing": "nothing",
         "slash": "slash", "base": "base", "base-inner": "base/inner", "base-deeper": "base/inner/deeper",
         "expressions": "expressions", "base-ignored": "base/inner/ignored", "addresses": "addresses"}
VARIABLES = ["HTTP_AUTHORIZATION", "REDIRECT_HTTP_AUTHORIZATION", "HTTP_X_XSRF_TOKEN", "COLOR", "SIZE", "REDIRECT_COLOR", "REDIRECT_SIZE", "FOLDER",
             "REDIRECT_FOLDER", "IS_IMAGE", "BAD", "IS_MOZILLA", "SITE", "REDIRECT_SITE", "protossl", "REDIRECT_protossl", "REDIRECT_STATUS"]

ROOT = """
/ /?a=b /index.php /index.php?x=1 /index.php/path/info /index.php/path/info?x=1 /new-page.html /old-page.html /old-page.html?a=b
/moved/a/b /moved/a%20b?c=d /moved/%C3%A9 /secret/file /secret/ /secret /gone.txt /teapot /loop/file /nowhere /nowhere/deep?x
/product/12/blue-shoe /product/12/blue-shoe?size=9 /product/x/blue /discard?a=b /discard /noquery?a=b /chain-abc /one-abc /skip
/dashes/a-b-c-d /escaped/a%26b%3Dc /escaped/a%20b /escaped/%C3%A9+x /escaped/a/b /escaped-few/a%26b=c /escaped-few/x%23y /no-plus/a%20b
/upper /mixed /Mixed /search/a%20b /search/caf%C3%A9 /find/a%20b /find/a?b=c%20d /find/a%26b /permanent /permanent?x=%2F&y=a+b /anchor /end/a
/last/a /self /not-this /cookie /variable /unset /info/some/path /type /path/x
/agent /list?page=3 /list?a=1&page=12&b=2 /list?xpage=3 /list /method /header /secure /secure?x=y /direct.html /either?token /either
/greater?x /greater /less?a /less?c /less?abc /number?7 /number?3 /number?x
/cached/full /cached/none /cached/empty /filled/full /filled/empty /named /named/ /direct /with%20space
/alias/old /alias/old/ /alias/old/a/b?c=d /alias/older /alias/temporary/x?y /alias/gone /alias/permanent /alias/temp?a=b
/alias/match/a/b.asp /alias/match/a%20b.asp?c /x/.git/config /alias/other /alias/other/y?z=1 /alias/other.txt
/hidden.txt /note.txt~ /settings.inc /.htaccess /style.css /code.js /some.special /images/photo.png /images/none.png /plain/deep/file.txt
/folder /folder?a=b /folder/ /folder/inner /folder/inner/ /folder/inner/file.txt/more /empty-folder/ /empty-folder /folder//inner/./file.txt
/a/../new-page.html /../x /%2e%2e/new-page.html /a%2Fb /%zz /100%25.html /with%20space.html /%00 /index.php%3Fx=1 /escaped/a%3Fb /dashes/a%3Fb /info/a%3Fb
/find/a%3Fb /a%23b.html /a%23b /what%3F.html /what%3F /caf%C3%A9.html /caf%C3%A9 /dashes/a%20b /info/a%23b
/errors/404.html /index.html /folder/index.html
"""
SITES = """
/wordpress /wordpress/ /wordpress/hello-world/ /wordpress/2024/05/post?replytocom=3 /wordpress/wp-login.php /wordpress/xmlrpc.php
/wordpress/wp-content/style.css /wordpress/wp-content/none.css /wordpress/wp-admin /wordpress/wp-admin/ /wordpress/index.php/archive/x
/wordpress/wp-content/uploads/photo.png /wordpress/wp-content/uploads/evil.php /wordpress/wp-content/uploads/evil.PHP
/wordpress/wp-content/uploads/none.png /wordpress/caf%C3%A9/?a=%20 /wordpress/wp-json/wp/v2/posts
/drupal /drupal/ /drupal/node/1 /drupal/node/1?page=2 /drupal/core/install.php /drupal/core/install.php?langcode=en /drupal/install.php
/drupal/install.php?x=1 /drupal/rebuild.php /drupal/core/lib.inc /drupal/composer.json /drupal/autoload.php /drupal/sites/default/file.png
/drupal/sites/default/evil.php /drupal/style.css /drupal/.git/config /drupal/.well-known/x /drupal/robots.txt /drupal/favicon.ico
/drupal/core/modules/a/b.php /drupal/index.php/node/1 /drupal/sites/default/none.png /drupal/core/rebuild.php
/laravel /laravel/ /laravel/users/7 /laravel/users/7/ /laravel/users/7/?a=b /laravel/robots.txt /laravel/css/app.css /laravel/css/ /laravel/css
/laravel/index.php /laravel/index.php/users /laravel/storage/none.png /laravel/search?q=a%20b
/mediawiki/wiki/Main_Page /mediawiki/wiki /mediawiki/wiki/A/B?action=edit /mediawiki/ /mediawiki /mediawiki/w/load.php?x=y /mediawiki/w/images/a.png
/mediawiki/wiki/Caf%C3%A9 /mediawiki/wiki/Who%3F /mediawiki/w/ /mediawiki/other
/joomla/ /joomla/component/users /joomla/some/article.html /joomla/administrator/ /joomla/images/a.png /joomla/robots.txt /joomla/images/none.png
/joomla/?x=base64_encode(abc) /joomla/?q=<script>alert</script> /joomla/?q=%3Cscript%3E /joomla/?GLOBALS=1 /joomla/?a[b]=c /joomla/index.php/a
/own/ /own /own/mine /own/relative/a.txt /own/old-page.html /own/moved/x /own/inner/ /own/inner/file.txt /own/none /own/gone.txt /own/inner/mine
/off/old-page.html /off/file.txt /off/none /off/none?a=b /off/ /off
/addresses/ip.txt /addresses/not-ip.txt /addresses/local.txt /addresses/method.txt /addresses/env.txt /addresses/none.txt /addresses/order.txt
/addresses/order-env.txt
"""
MORE = """
/flags/relative/a /flags/relative/a%20b?c=d /flags/absolute /flags/pass /flags/keeps-going /flags/rounds/x /flags/first-a /flags/second-a
/flags/third-a /flags/no-a /flags/last-question/a%3Fb /flags/last-question/ab /flags/discards-info/x/y /flags/index.php/discard/me
/flags/index.php/keep/me /flags/typed.txt /flags/groups/ab /flags/groups/abc /flags/literal /flags/append?b=2 /flags/append
/flags/append-empty?b=2 /flags/append-empty /flags/ampersand /flags/encoded /flags/to-encoded /flags/redirected-query
/flags/redirected-query-ne /flags/append-redirect?y=a%20b /flags/append-redirect /flags/twice /flags/condition/a /flags/condition/c
/flags/both?q=1 /flags/both /flags/is-not /flags/kept-group?a /flags/kept-group?ab /flags/either?a /flags/either?b /flags/either?c
/flags/has-folder /flags/has-link /flags/is-link /flags/can-run /flags/can-read /flags/dots /flags/variables /flags/no-query
/flags/no-query?x /flags/numbers?7 /flags/numbers?2 /flags/numbers?5 /flags/numbers /flags/not-seven?7 /flags/not-seven?8 /flags/order?abd
/flags/order?abb /flags/order?b /flags/order?abcd /flags/case?aBc /flags/with-header /flags/referred /flags/not-found /flags/server-error
/flags/relative-up /flags/beyond /flags/root-file /flags/quoted%20words /flags/ends /flags/ends/a/b /flags/none /flags/ /flags /flags/link
/before/old-page.html /before/own /before/gone.txt /before/alias/x /before/moved/y /nothing/old-page.html /nothing/moved/x /nothing/none
/nothing/ /nothing/file.txt /slash /slash/ /slash/open.txt /slash/closed.txt /slash/either.txt /slash/inner /slash/inner/ /slash/inner/open.txt
/slash/none.txt /base/from-base /base/both /base/inner/from-base /base/inner/both /base/inner/moved /base/inner /base/inner/file.txt
/base/inner/deeper/both /base/inner/deeper/from-base /base/inner/deeper/here /base/inner/ignored/both /base/inner/ignored/from-base
/base/inner/ignored/here
"""
EXPRESSIONS = """
/expressions/file.txt /expressions/file.txt?v=1 /expressions/file.txt?x&v=2 /expressions/other.txt /expressions/denied.txt /expressions/denied.txt?key
/expressions/allowed.txt /expressions/moved /expressions/moved?go /expressions/none /expressions/file.txt?7 /expressions/file.txt?b
"""
SPECIAL = [
    ("/expressions/file.txt", {"X-Test": "Word"}), ("/expressions/file.txt", {"X-Test": "other"}), ("/expressions/file.txt", {}, "POST"),
    ("/expressions/denied.txt", {"X-Test": "Word"}), ("/expressions/other.txt", {"X-Test": "Word"}), ("/expressions/other.txt", {}, "POST"),
    ("/flags/with-header", {"X-Test": "x"}), ("/flags/referred", {"Referer": "http://example.org/a"}), ("/flags/twice", {}, "POST"),
    ("/agent", {"User-Agent": "Some bot/2.1"}), ("/agent", {"User-Agent": "Mozilla/5.0"}), ("/agent", {"User-Agent": "Mozilla BadBot"}),
    ("/new-page.html", {"User-Agent": "badbot"}), ("/", {"Host": "www.example.org"}), ("/a/b?c=d", {"Host": "WWW.example.org:8080"}),
    ("/method", {}, "POST"), ("/header", {"X-Test": "word"}), ("/header", {"X-Test": "two words"}),
    ("/either", {"Cookie": "token=a"}), ("/either", {"Cookie": "token=b"}), ("/either", {"Cookie": "token=b"}, "POST"),
    ("/new-page.html", {}, "DELETE"), ("/new-page.html", {}, "HEAD"), ("/variable", {}, "HEAD"), ("/index.php", {}, "POST"),
    ("/wordpress/wp-json/", {"Authorization": "Bearer x"}), ("/wordpress/index.php", {"Authorization": "Bearer x"}),
    ("/laravel/api", {"Authorization": "Bearer x"}), ("/laravel/api", {"X-XSRF-TOKEN": "t"}), ("/mediawiki/wiki/A", {"Authorization": "Basic eA=="}),
    ("/joomla/api", {"Authorization": "Bearer x"}), ("/drupal/style.css", {"Accept-Encoding": "gzip"}), ("/drupal/robots.txt", {"Accept-Encoding": "gzip"}),
    ("/addresses/method.txt", {}, "POST"), ("/addresses/ip.txt", {}, "OPTIONS"), ("/addresses/ip.txt", {}, "DELETE"), ("/addresses/env.txt", {"X-Key": "open"}),
    ("/addresses/env.txt", {"X-Key": "other"}), ("/addresses/order-env.txt", {"X-Key": "open"}),
]


def requests():
    """All of them, as Tern's side of the test is given them."""
    plain = [(target, {}) for target in (ROOT + SITES + MORE + EXPRESSIONS).split()]
    return [{"target": one[0], "headers": one[1], "method": one[2] if len(one) > 2 else "GET"} for one in plain + SPECIAL]
