<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use Tern\Launcher\Php;
use Tern\Launcher\Plan;
use function ini_get;
use function is_array;
use function is_string;

/** Which options of a script have no effect. The script runs up to the start() of its server. */
final class OptionCheck
{
    private const TOPIC = 'options';
    private const SECONDS = 60;
    private const KILL = 9;  // SIGKILL; ext/pcntl may be missing

    /** @param list<string> $arguments of the script */
    public function __construct(private readonly string $script, private readonly array $arguments)
    {
    }

    /** @return list<Finding> */
    public function findings(): array
    {
        $file = tempnam(sys_get_temp_dir(), 'tern-doctor-');
        if ($file === false) {
            return [Finding::problem(self::TOPIC, 'there is no temporary file', 'a folder for them that can be written: TMPDIR')];
        }
        $said = $this->run($file);
        $options = json_decode((string) file_get_contents($file), true);
        unlink($file);
        if (!is_array($options)) {
            $why = $said === '' ? '' : ': ' . strtok($said, "\n");
            return [Finding::problem(self::TOPIC, basename($this->script) . " did not start a server$why", 'tern doctor SCRIPT -- ARGUMENTS, with those that make it start one')];
        }
        return $options === [] ? [Finding::ok(self::TOPIC, 'all have an effect')] : $this->withoutEffect($options);
    }

    /**
     * @param array<mixed> $options why, by name
     * @return list<Finding>
     */
    private function withoutEffect(array $options): array
    {
        $findings = [];
        foreach ($options as $name => $why) {
            $text = "$name has no effect here";
            $findings[] = is_string($why) && $why !== '' ? Finding::ok(self::TOPIC, "$text: $why")
                : Finding::advice(self::TOPIC, $text, "see docs/compat.md whether the program relies on it; without $name nothing changes");
        }
        return $findings;
    }

    /** @return string what it has written to standard error */
    private function run(string $file): string
    {
        $plan = new Plan($this->script, false, $this->arguments, announces: false, prepend: (string) ini_get('auto_prepend_file'), report: $file);
        $null = ['file', '/dev/null', 'r+'];
        $child = proc_open($plan->command(new Php()), [$null, $null, ['pipe', 'w']], $pipes);
        if ($child === false) {
            return 'it cannot be run';
        }
        $said = $this->read($pipes[2]);
        if ($said === null) {
            proc_terminate($child, self::KILL);
        }
        proc_close($child);
        return $said ?? 'start() was not called within ' . self::SECONDS . ' s';
    }

    /**
     * Up to the end of the script.
     *
     * @param resource $pipe
     * @return string|null null: it takes too long
     */
    private function read($pipe): ?string
    {
        stream_set_blocking($pipe, false);
        $end = microtime(true) + self::SECONDS;
        $said = '';
        while (!feof($pipe)) {
            $left = $end - microtime(true);
            $reads = [$pipe];
            $none = null;
            if ($left <= 0 || stream_select($reads, $none, $none, (int) $left, (int) (fmod($left, 1) * 1_000_000)) === 0) {
                return null;
            }
            $said .= fread($pipe, 8192);
        }
        return $said;
    }
}
