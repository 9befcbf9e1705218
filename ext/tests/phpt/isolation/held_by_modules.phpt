--TEST--
What a call of a module holds while it runs code of the program is each coroutine's own
--SKIPIF--
<?php
foreach (['dom', 'intl', 'mbstring', 'xml', 'xsl'] as $name) {
    if (!extension_loaded($name) && !file_exists(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
?>
--EXTENSIONS--
dom
intl
mbstring
xml
xsl
--FILE--
<?php
require __DIR__ . '/held_state.inc';

final class Text
{
    public function __construct(private string $text) {}
    public function __toString(): string { pause(); return $this->text; }
}

function called(array $nodes): string
{
    pause();
    return $nodes[0]->nodeName;
}

final class Messages
{
    public static array $of = [];
}
set_error_handler(function ($level, $text) { pause(); Messages::$of[Co::getCid()][] = $text; return true; });

function messages(callable $call): array
{
    Messages::$of[Co::getCid()] = [];
    $call();
    return Messages::$of[Co::getCid()];
}

Co\run(function () {
    check_held('messages of libxml', fn ($name) => messages(fn () => (new DOMDocument())->loadXML("<$name><b></$name><&>")));
    check_held('XPath', function ($name) {
        $document = new DOMDocument();
        $document->loadXML("<$name><x/><y/></$name>");
        $path = new DOMXPath($document);
        $path->registerNamespace('php', 'http://php.net/xpath');
        $path->registerPhpFunctions('called');
        return $path->query("//*[php:function('called', .) = '$name' or php:function('called', .) = 'y']")->length;
    });
    check_held('XSLT', function ($name) {
        $sheet = new DOMDocument();
        $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:php="http://php.net/xsl"><xsl:template match="/">'
            . '<out><xsl:value-of select="php:function(\'called\', /*)"/><xsl:value-of select="php:function(\'called\', /*/*)"/></out></xsl:template></xsl:stylesheet>');
        $processor = new XSLTProcessor();
        $processor->registerPHPFunctions();
        $processor->importStylesheet($sheet);
        $document = new DOMDocument();
        $document->loadXML("<$name><x/></$name>");
        return $processor->transformToXml($document);
    });
    check_held('XML parsers', function ($name) {
        $found = [];
        $parser = xml_parser_create();
        xml_set_element_handler($parser, function ($parser, $tag) use (&$found) { pause(); $found[] = $tag; }, fn () => null);
        xml_parse($parser, "<$name><x/><y/></$name>", true);
        return $found;
    });
    check_held('Collator', function ($name) {
        $list = $name === 'ann' ? [new Text('b'), new Text('a'), new Text('c')] : [new Text('10'), new Text('9'), new Text('8')];
        (new Collator('en'))->sort($list, $name === 'ann' ? Collator::SORT_STRING : Collator::SORT_REGULAR);
        return implode(' ', $list);
    });
    check_held('mb_ereg_replace_callback()', fn ($name) => mb_ereg_replace_callback('[a-z]', function ($m) use ($name) { return "$m[0]$name"; }, 'xY', $name === 'ann' ? 'i' : ''));
    // These do not wait: hooked calls block in them.
    Co::set(['hook_flags' => SWOOLE_HOOK_ALL]);
    $done = [];
    go(function () use (&$done) { mb_ereg_replace_callback('.', function ($m) use (&$done) { usleep(1); $done[] = 'first'; return ''; }, 'ab'); });
    go(function () use (&$done) { $done[] = 'second'; });
    echo json_encode($done), "\n";
    go(function () { mb_ereg_replace_callback('.', function ($m) { try { Co::sleep(0.001); } catch (Error $e) { echo $e->getMessage(), "\n"; } return ''; }, 'a'); });
});
echo Turns::$same, " the same\n";
?>
--EXPECT--
["first","first","second"]
Cannot switch coroutines in the current execution context
12 the same
