--TEST--
swoole_mime_type_*(): types of files by their names
--FILE--
<?php
var_dump(swoole_mime_type_get('a/b.HTML'), swoole_get_mime_type('x.css'), swoole_mime_type_get('x.nothing-like-it'));
var_dump(swoole_mime_type_exists('html'), swoole_mime_type_exists('a.html'), swoole_mime_type_exists('nothing-like-it'));
var_dump(swoole_mime_type_add('moc', 'application/x-mocha'), swoole_mime_type_add('moc', 'text/plain'));
var_dump(swoole_mime_type_get('x.moc'), swoole_mime_type_list()['moc'], count(swoole_mime_type_list()) > 100);
swoole_mime_type_set('html', 'text/x-mine');
var_dump(swoole_mime_type_get('x.html'), swoole_mime_type_add('css', 'text/plain'));
var_dump(swoole_mime_type_delete('html'), swoole_mime_type_delete('html'), isset(swoole_mime_type_list()['html']));
foreach (["a\r\nb: c", ''] as $type) {
    try {
        swoole_mime_type_set('x', $type);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
string(9) "text/html"
string(8) "text/css"
string(24) "application/octet-stream"
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
string(19) "application/x-mocha"
string(19) "application/x-mocha"
bool(true)
string(11) "text/x-mine"
bool(false)
bool(true)
bool(false)
bool(false)
swoole_mime_type_set(): Argument #2 ($mime_type) must be a media type
swoole_mime_type_set(): Argument #2 ($mime_type) must be a media type
