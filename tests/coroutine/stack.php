<?php
// What uses the C stacks of coroutines. /wait and /silent answer when /wake is asked for: what they are in the middle of
// lies on their stacks.

require __DIR__ . '/../support/server.php';

$server = http_server();

function parse(string $text): string
{
    return preg_replace_callback('/^\((.*)\)$/s', fn($found) => '[' . parse($found[1]) . ']', $text);
}
function post(int $n, $request): int
{
    return substr_count(parse($request->getContent()), '[');
}
function linked(int $n): int
{
    for ($list = null, $i = 0; $i < $n; ++$i) {
        $list = (object) ['next' => $list];
    }
    $list = null;
    return $n;
}
function values(int $n): int
{
    for ($all = 1, $i = 0; $i < $n; ++$i) {
        $all = [$all];
    }
    return strlen(json_encode(unserialize(serialize($all)), 0, $n + 1));
}
function level(int $n): int
{
    return $n === 0 ? 0 : 1 + array_map('level', [$n - 1])[0];
}
function copying(int $n): int
{
    if ($n > 0) {
        return array_map('copying', [$n - 1])[0];
    }
    [$from, $to] = [fopen('php://memory', 'w+'), fopen('php://memory', 'w+')];
    fwrite($from, str_repeat('A', 20000));
    rewind($from);
    return stream_copy_to_stream($from, $to);
}
function matches(int $n, $request): string
{
    return var_export(fnmatch($request->getContent(), 'x'), true);
}
function xslt(int $n): int
{
    $document = new DOMDocument();
    $document->loadXML('<a/>');
    $sheet = new DOMDocument();
    $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
        <xsl:template match="/"><xsl:call-template name="r"><xsl:with-param name="n" select="' . $n . '"/></xsl:call-template></xsl:template>
        <xsl:template name="r"><xsl:param name="n"/>level<xsl:if test="$n &gt; 1"><xsl:call-template name="r">
        <xsl:with-param name="n" select="$n - 1"/></xsl:call-template></xsl:if></xsl:template></xsl:stylesheet>');
    $processor = new XSLTProcessor();
    $processor->importStylesheet($sheet);
    return substr_count($processor->transformToXml($document), 'level');
}

$server->on('request', function ($request, $response) use ($server) {
    static $waiting = [];
    [$path, $n] = explode('/', substr($request->server['request_uri'], 1) . '/0');
    switch ($path) {
        case 'waiting': return $response->end((string) count($waiting));
        case 'wait': $response->write('waits');
            // no break
        case 'silent':
            $sum = array_sum(array_map(function ($n) use (&$waiting) {
                if ($n === 5) {
                    $waiting[] = Co::getCid();
                    Co::yield();
                }
                return $n * $n;
            }, range(1, 10)));
            return $response->end(" $sum");
        case 'wake':
            foreach (array_splice($waiting, 0) as $id) {
                Co::resume($id);
            }
            return $response->end('woken');
        default: return $response->end((string) $path((int) $n, $request));
    }
});
run();
