--TEST--
Contexts: what modules of PHP keep for a request
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function with_date(string $name, int $round): array
{
    date_default_timezone_set(['ann' => 'Asia/Tokyo', 'bob' => 'Europe/Berlin', 'cid' => 'America/Lima'][$name]);
    $name === 'bob' && date_create('no date');
    pause();
    return [date_default_timezone_get(), date_get_last_errors()['error_count'] ?? null];
}
function with_mbstring(string $name): array
{
    mb_internal_encoding(['ann' => 'UTF-8', 'bob' => 'ISO-8859-1', 'cid' => 'EUC-JP'][$name]);
    mb_substitute_character(ord($name[0]));
    mb_detect_order([mb_internal_encoding()]);
    mb_convert_encoding("\xff$name", 'ASCII', 'UTF-8');
    @mb_ereg_search_init("$name $name $name", '\w+');
    @mb_ereg_search();
    pause();
    return [mb_internal_encoding(), mb_substitute_character(), mb_detect_order(), mb_get_info('illegal_chars'),
        @mb_ereg_search_getregs(), @mb_ereg_search_getpos(), @mb_ereg_search_regs()];
}
function with_libxml(string $name): array
{
    $opened = stream_context_create(['http' => ['user_agent' => $name]]);
    libxml_set_streams_context($opened);
    libxml_use_internal_errors($name !== 'cid');
    $name !== 'cid' && simplexml_load_string("<$name>");
    libxml_set_external_entity_loader(fn(?string $public, ?string $system) => 'data:,' . $name);
    pause();
    $document = new DOMDocument();
    $document->loadXML('<!DOCTYPE a [<!ENTITY e SYSTEM "file">]><a>&e;</a>', LIBXML_NOENT);
    return [libxml_use_internal_errors(), array_map(fn($error) => trim($error->message), libxml_get_errors()),
        libxml_get_last_error() === false, $document->textContent];
}
function with_others(string $name): array
{
    $size = strlen($name) + ord($name[0]) - ord('a');
    @iconv_set_encoding('input_encoding', ['ann' => 'UTF-8', 'bob' => 'ISO-8859-1', 'cid' => 'ISO-8859-2'][$name]);
    $name === 'ann' && numfmt_create('de', -5);
    @json_decode('{' . $name);
    mt_srand($size);
    $name === 'bob' && posix_kill(-1, 99);
    $name === 'bob' && @socket_create(AF_INET, SOCK_RAW, 999);
    pause();
    return [@iconv_get_encoding('input_encoding'), intl_get_error_code(), intl_get_error_message(), mt_rand(), posix_get_last_error(),
        socket_last_error(), json_last_error()];
}
function with_resources(string $name): array
{
    $others = count(get_resources('stream'));
    $open = [fopen('php://memory', 'r+'), fopen('php://memory', 'r+')];
    pause();
    $seen = [count(get_resources('stream')) - $others, get_resource_id($open[1]) - get_resource_id($open[0])];
    fclose($open[0]);
    pause();
    return [...$seen, count(get_resources('stream')) - $others, is_resource($open[1]), get_resource_type($open[0])];
}
function with_phar(string $name): array
{
    $file = sys_get_temp_dir() . "/modules-$name-" . getmypid() . '.tar';
    $archive = new PharData($file);
    $archive["$name.txt"] = $name;
    pause();
    $seen = [count($archive), file_get_contents("phar://$file/$name.txt")];
    unset($archive);
    PharData::unlinkArchive($file);
    return $seen;
}
function with_settings(string $name): array
{
    foreach (['precision' => ord($name[0]) % 10 + 3, 'include_path' => "/$name", 'session.name' => "for_$name",
        'mbstring.language' => $name === 'ann' ? 'Japanese' : 'neutral', 'default_charset' => "x-$name",
        'zlib.output_compression_level' => 3, 'assert.warning' => 0, 'user_agent' => $name, 'error_append_string' => $name] as $setting => $value) {
        @ini_set($setting, $value);
    }
    session_cache_limiter($name);
    pause();
    $seen = [ini_get('precision'), 1 / 3, get_include_path(), session_name(), session_cache_limiter(), mb_language(), ini_get('default_charset'),
        ini_get('zlib.output_compression_level'), ini_get('user_agent'), ini_get('error_append_string')];
    ini_restore('precision');
    $name === 'bob' && ini_restore('include_path');
    pause();
    return [...$seen, ini_get('precision'), 2 / 3, get_include_path(), count(array_filter(ini_get_all(), fn($row) => $row['local_value'] !== $row['global_value']))];
}
function program(string $name): array
{
    $seen = [];
    for ($round = 0; $round < 2; ++$round) {
        $seen[] = with_date($name, $round);
        extension_loaded('mbstring') && $seen[] = with_mbstring($name);
        extension_loaded('dom') && $seen[] = with_libxml($name);
        extension_loaded('intl') && extension_loaded('posix') && extension_loaded('sockets') && extension_loaded('iconv') && $seen[] = with_others($name);
        $seen[] = with_resources($name);
        extension_loaded('phar') && $seen[] = with_phar($name);
        extension_loaded('session') && $seen[] = with_settings($name);
    }
    return $seen;
}
PHP, array_map(
    fn($name) => "extension=$name",
    array_filter(
        ['mbstring', 'iconv', 'intl', 'posix', 'sockets', 'xml', 'dom', 'simplexml', 'phar'],
        fn($name) => is_file(ini_get('extension_dir') . "/$name.so"),
    ),
));
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
