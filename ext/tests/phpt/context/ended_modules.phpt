--TEST--
Contexts: what a context has set in modules of PHP ends with it
--EXTENSIONS--
opcache
mbstring
iconv
intl
posix
sockets
dom
simplexml
phar
openssl
zlib
session
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Tern\Context;

$code = tempnam(sys_get_temp_dir(), 'ended');
file_put_contents($code, <<<'PHP'
<?php
function spoil(string $archive): void
{
    date_default_timezone_set('Asia/Tokyo');
    date_create('no date');
    mb_internal_encoding('EUC-JP');
    mb_substitute_character(42);
    mb_detect_order('ASCII');
    mb_convert_encoding("\xff", 'ASCII', 'UTF-8');
    mb_ereg_search_init('text', 't');
    mb_ereg_search();
    mb_http_output('ISO-8859-1');
    libxml_set_streams_context(stream_context_create(['http' => ['user_agent' => 'spoiled']]));
    libxml_set_external_entity_loader(fn() => null);
    libxml_use_internal_errors(true);
    simplexml_load_string('<broken');
    @iconv_set_encoding('input_encoding', 'ISO-8859-1');
    numfmt_create('de', -5);
    openssl_pkey_get_private('no key');
    putenv('RANDFILE=/missing');  // an error of the library, which the module does not ask for
    openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
    posix_kill(-1, 99);
    @socket_create(AF_INET, SOCK_RAW, 999);
    mt_srand(1);
    mt_rand();
    foreach (['session.name' => 'spoiled', 'zlib.output_compression_level' => 3, 'include_path' => '/spoiled', 'precision' => 3, 'default_charset' => 'ISO-8859-15',
        'opcache.enable' => '0'] as $name => $value) {
        ini_set($name, $value);
    }
    $data = new PharData($archive);
    $data['file'] = 'old';
    fopen('php://memory', 'r');
    $GLOBALS['open'] = [fopen('php://memory', 'r')];
}
function probe(string $archive): array
{
    $data = is_file($archive) ? [...array_map(fn($file) => $file->getFilename(), iterator_to_array(new PharData($archive), false))] : [];
    return [date_default_timezone_get(), date_get_last_errors(), mb_internal_encoding(), mb_substitute_character(), mb_detect_order(),
        mb_get_info('illegal_chars'), mb_ereg_search_getpos(), mb_http_output(), libxml_get_external_entity_loader(), libxml_use_internal_errors(),
        libxml_get_last_error(), @iconv_get_encoding(), intl_get_error_code(), openssl_error_string(), posix_get_last_error(), socket_last_error(),
        ini_get_all(details: false), count(get_resources('stream')), $data, opcache_get_status(false)['opcache_enabled']];
}
PHP);

function in_context(string $function, string ...$arguments): mixed
{
    $context = Context::fresh();
    try {
        $context->include($GLOBALS['code']);
        return $context->run($function, ...$arguments);
    } finally {
        $context->end();
    }
}

Co\run(function () use ($code) {
    $archive = "$code.tar";
    $first = in_context('probe', $archive);
    in_context('spoil', $archive);
    unlink($archive);
    foreach (in_context('probe', $archive) as $i => $value) {
        $value == $first[$i] || print "$i: " . json_encode($first[$i]) . ' became ' . json_encode($value) . "\n";
    }
    in_context('spoil', $archive);
    unlink($archive);
    $new = new PharData($archive);
    $new['other'] = 'new';
    unset($new);
    echo json_encode(in_context('probe', $archive)[18]), "\n";
    array_map(unlink(...), [$archive, $code]);
});
?>
--EXPECT--
["other"]
