--TEST--
Encodings and languages of mbstring and intl are each coroutine's own
--SKIPIF--
<?php
foreach (['mbstring', 'intl'] as $name) {
    if (!extension_loaded($name) && !file_exists(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
?>
--EXTENSIONS--
mbstring
intl
--FILE--
<?php
require __DIR__ . '/settings.inc';
try_settings(<<<'PHP'
$rows = [
    'mb_internal_encoding' => [mb_internal_encoding(...), fn () => mb_internal_encoding(), 'ISO-8859-1', 'SJIS'],
    'mb_language' => [mb_language(...), fn () => mb_language(), 'Japanese', 'German'],
    'mb_substitute_character' => [mb_substitute_character(...), fn () => mb_substitute_character(), 33, 'none'],
    'mb_detect_order' => [mb_detect_order(...), fn () => mb_detect_order(), ['UTF-8'], ['SJIS', 'ASCII']],
    'mb_regex_encoding' => [mb_regex_encoding(...), fn () => mb_regex_encoding(), 'SJIS', 'EUC-JP'],
    'mb_regex_set_options' => [mb_regex_set_options(...), fn () => mb_regex_set_options(), 'i', 'x'],
    'locale_set_default' => [locale_set_default(...), locale_get_default(...), 'ja_JP', 'fr_FR'],
    'Locale::setDefault' => [Locale::setDefault(...), Locale::getDefault(...), 'ja_JP', 'fr_FR'],
];
PHP, ['extension' => 'mbstring', ' extension' => 'intl', 'intl.default_locale' => 'en_US']);
?>
--EXPECT--
mb_internal_encoding: ["UTF-8","ISO-8859-1","SJIS","UTF-8"]
mb_language: ["neutral","Japanese","German","neutral"]
mb_substitute_character: [63,33,"none",63]
mb_detect_order: [["ASCII","UTF-8"],["UTF-8"],["SJIS","ASCII"],["ASCII","UTF-8"]]
mb_regex_encoding: ["UTF-8","SJIS","EUC-JP","UTF-8"]
mb_regex_set_options: ["pr","ir","xr","pr"]
locale_set_default: ["en_US","ja_JP","fr_FR","en_US"]
Locale::setDefault: ["en_US","ja_JP","fr_FR","en_US"]
before, another request while one waits, a child of that one, a later request
"UTF-8", "UTF-8", "ISO-8859-1", "UTF-8"
"neutral", "neutral", "Japanese", "neutral"
63, 63, 33, 63
["ASCII","UTF-8"], ["ASCII","UTF-8"], ["UTF-8"], ["ASCII","UTF-8"]
"UTF-8", "UTF-8", "SJIS", "UTF-8"
"pr", "pr", "ir", "pr"
"en_US", "en_US", "ja_JP", "en_US"
"en_US", "en_US", "ja_JP", "en_US"
