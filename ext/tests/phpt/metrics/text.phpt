--TEST--
Metrics: as text, in Prometheus' format and OpenMetrics; whatever is in a label
--FILE--
<?php
use Tern\Metrics;

function own(string $text): string
{
    return implode("\n", preg_grep('/tern_/', explode("\n", $text), PREG_GREP_INVERT));
}

Metrics::counter('hits', "Lines\nand \\ and \".", ['of'])->inc(1, ["a\"b\\c\nd"]);
Metrics::counter('hits', "Lines\nand \\ and \".", ['of'])->inc(2, ["gr\u{fc}n \xff\u{fc}"]);
Metrics::counter('hits', "Lines\nand \\ and \".", ['of'])->inc(3, ["gr\u{fc}n"]);
Metrics::histogram('h', '', [], [1])->observe(0.5);
Metrics::counter('none', '', ['l']);
Metrics::gauge('nothing');
echo own(Metrics::render()), "--\n", own(Metrics::render(true));
var_dump(preg_match('/^tern_build_info\{version="[\d.]+",php_version="' . preg_quote(PHP_VERSION) . '"\} 1$/m', Metrics::render()));
?>
--EXPECT--
# HELP hits_total Lines\nand \\ and ".
# TYPE hits_total counter
hits_total{of="a\"b\\c\nd"} 1
hits_total{of="gr??n ???"} 2
hits_total{of="grün"} 3
# TYPE h histogram
h_bucket{le="1.0"} 1
h_bucket{le="+Inf"} 1
h_sum 0.5
h_count 1
# TYPE none_total counter
# TYPE nothing gauge
nothing 0
--
# HELP hits Lines\nand \\ and \".
# TYPE hits counter
hits_total{of="a\"b\\c\nd"} 1
hits_total{of="gr??n ???"} 2
hits_total{of="grün"} 3
# TYPE h histogram
h_bucket{le="1.0"} 1
h_bucket{le="+Inf"} 1
h_sum 0.5
h_count 1
# TYPE none counter
# TYPE nothing gauge
nothing 0
# EOF
int(1)
