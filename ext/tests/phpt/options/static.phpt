--TEST--
Options of static files: lists and maps are kept in order, wrong ones are refused by name
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set([
    'enable_static_handler' => true, 'document_root' => __DIR__, 'static_handler_locations' => ['/a', '/b/'],
    'http_index_files' => ['index.html', 'index.htm'], 'url_rewrite_rules' => ['~^/a/(\d+)$~i' => '/b/$1', '/c' => '/d'],
    'static_hidden_names' => ['*.sql', '/private', '/a/*.log'],
    'static_cache_control' => ['*.css' => 'max-age=60'], 'static_cache_size' => '1M', 'static_cache_valid' => 0.5,
]);
$wrong = [
    ['static_handler_locations' => ['/a', 'b']],
    ['static_handler_locations' => '/a'],
    ['static_handler_locations' => [[]]],
    ['http_index_files' => ['a/b']],
    ['http_index_files' => ['']],
    ['static_hidden_names' => ['*.sql', 'private/*']],
    ['static_hidden_names' => ['/private/']],
    ['static_hidden_names' => ['']],
    ['static_hidden_names' => '*.sql'],
    ['url_rewrite_rules' => ['a' => '/b']],
    ['url_rewrite_rules' => ['~(~' => '/b']],
    ['url_rewrite_rules' => ['/a' => 'b']],
    ['url_rewrite_rules' => ['/a']],
    ['static_cache_control' => ['*' => "a\r\nb: c"]],
    ['document_root' => "a\0b"],
    ['static_cache_valid' => -1],
    ['static_cache_entries' => 0],
];
foreach ($wrong as $one) {
    try {
        $server->set($one);
        echo "accepted: ", json_encode($one), "\n";
    } catch (TypeError | ValueError $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "static_handler_locations" must start with "/", "b" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "static_handler_locations" must be array of string, "/a" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "static_handler_locations" must be array of string, array given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "http_index_files" must be the name of a file, without "/", "a/b" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "http_index_files" must be the name of a file, without "/", "" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "static_hidden_names" must be a pattern of names without "/", or of a path that starts with "/" and does not end with one, "private/*" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "static_hidden_names" must be a pattern of names without "/", or of a path that starts with "/" and does not end with one, "/private/" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each element of option "static_hidden_names" must be a pattern of names without "/", or of a path that starts with "/" and does not end with one, "" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "static_hidden_names" must be array of string, "*.sql" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each key of option "url_rewrite_rules" must start with "/", or be a regular expression between "~", "a" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each key of option "url_rewrite_rules" must be a valid regular expression between "~", with no flag but "i", "~(~" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each key of option "url_rewrite_rules" must lead to a path that starts with "/", "/a" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "url_rewrite_rules" must be array of string by string, a key without a name given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each key of option "static_cache_control" must lead to the value of a field, without line ends, "*" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "document_root" must not contain NUL bytes
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "static_cache_valid" must be between 0 and 86400, -1 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "static_cache_entries" must be between 1 and 1000000, 0 given
