<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Doctor\Code\Rule;
use Tern\Launcher\Doctor\Code\Survey;
use Tern\Launcher\Doctor\Code\SurveyText;
use Tern\Launcher\Doctor\Finding;
use Tern\Launcher\Doctor\Pools\PoolsDoctor;
use function extension_loaded;

/** Looks at what a server will stand on. */
final class Doctor extends Command
{
    public const SUMMARY = 'check PHP and this machine, and suggest fixes';
    public const OPERANDS = '[SCRIPT | --app [FOLDER] | --fpm [FILE]] [-- ARGUMENTS]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = 'file';
    public const OPTIONS = [
        '--port' => ['NUMBER', 'the port that is to be free; default: 9501'],
        '--json' => [null, 'for programs: {"healthy": ..., "findings": [{"level", "topic", "text", "fix"}, ...]}; with --app more, see docs/doctor.md'],
        '--strict' => [null, 'advice counts as a problem; with --app, what differs counts'],
        '--app' => [null, 'reads the code of an application, and says what in it behaves differently under Tern, with file and line'],
        '--fpm' => [null, 'reads the pools of PHP-FPM and the code of their sites, and says for each pool what differs under `tern fpm`'],
        '--root' => ['FOLDER', 'with --fpm: the site of the pools that no web server names; POOL=FOLDER: of that pool; may be repeated', 'folder'],
        '--web-server' => ['FILE', 'with --fpm: the configuration of nginx or Apache that names the sites; default: those below /etc; may be repeated', 'file'],
        '--all' => [null, 'with --app and --fpm: all places, not the first ones of each difference'],
        '--vendor' => [null, 'with --app and --fpm: packages in vendor/ as if they were the application\'s own code'],
    ];
    public const NOTES = 'With a SCRIPT that builds its own server, it also names the options that the script sets and that have no effect. '
        . "The script runs\nup to start(), with the ARGUMENTS.\n"
        . "With --app a FOLDER of PHP code, by default the one here, is read and not run: see docs/doctor.md.\n"
        . "With --fpm a FILE, by default the php-fpm.conf of this PHP, is read with all that it includes.\n"
        . 'Exit status: 0 when nothing stands in the way, 1 when there is a problem, 2 for wrong options.';

    private const CHECKS = [Doctor\PhpCheck::class, Doctor\OpcacheCheck::class, Doctor\LimitCheck::class,
        Doctor\KernelCheck::class, Doctor\LibraryCheck::class, Doctor\ContextCheck::class];

    /** Options that belong to others. */
    private const NEEDS = ['--all' => ['--app', '--fpm'], '--vendor' => ['--app', '--fpm'], '--root' => ['--fpm'], '--web-server' => ['--fpm']];

    public function run(Arguments $given): int
    {
        self::checkNeeds($given);
        if ($given->has('--fpm')) {
            return $this->runForPools($given);
        }
        if ($given->has('--app')) {
            return $this->runForCode($given);
        }
        $script = self::script($given->operands[0] ?? null);
        $port = $given->number('--port', 1, 65535) ?? 9501;
        $php = new Php();
        if (!extension_loaded('tern') && $php->extension() !== null) {
            return $php->again();
        }
        $findings = [];
        foreach (self::CHECKS as $check) {
            array_push($findings, ...(new $check())->findings());
        }
        array_push($findings, ...(new Doctor\PortCheck($port))->findings());
        if ($script !== null) {
            array_push($findings, ...(new Doctor\OptionCheck($script, $given->rest))->findings());
        }
        $bad = array_filter($findings, static fn(Finding $one): bool => $one->level === Finding::PROBLEM
            || $one->level === Finding::ADVICE && $given->has('--strict'));
        if ($given->has('--json')) {
            self::showJson(['healthy' => $bad === [], 'findings' => $findings]);
        } else {
            $this->show($findings);
        }
        return $bad === [] ? 0 : 1;
    }

    /** @throws UsageError */
    private static function checkNeeds(Arguments $given): void
    {
        foreach (self::NEEDS as $name => $others) {
            if ($given->has($name) && array_filter($others, $given->has(...)) === []) {
                throw new UsageError("$name needs " . implode(' or ', $others));
            }
        }
        foreach (['--fpm', '--app'] as $name) {
            if ($given->has($name) && $given->has('--port')) {
                throw new UsageError("--port goes without $name");
            }
            if ($given->has($name) && $given->rest !== []) {
                throw new UsageError("$name runs nothing that could have arguments, \"{$given->rest[0]}\" given");
            }
        }
        if ($given->has('--app') && $given->has('--fpm')) {
            throw new UsageError('--fpm reads the code of its sites by itself, without --app');
        }
    }

    /** Whether this PHP can read code. If not, it is called once more with the extension: the result is the exit status. */
    private static function prepareToRead(string $option): ?int
    {
        if (!extension_loaded('tokenizer')) {
            throw new UsageError("$option needs the extension tokenizer of PHP: apt install php-common, or configure PHP with --enable-tokenizer");
        }
        $php = new Php();
        if (!extension_loaded('tern')) {
            return $php->again();  // it knows what a folder is
        }
        ini_set('memory_limit', '-1');  // the tokens of 2 MB may take 400 MB; no file is larger
        return null;
    }

    /** Reads pools and their sites instead of the machine. */
    private function runForPools(Arguments $given): int
    {
        $code = self::prepareToRead('--fpm');
        if ($code !== null) {
            return $code;
        }
        $doctor = new PoolsDoctor($given);
        [$isHealthy, $general, $pools] = $doctor->run();
        $given->has('--json') ? self::showJson($doctor->data($isHealthy, $general, $pools)) : $doctor->show($general, $pools);
        return $isHealthy ? 0 : 1;
    }

    /** Reads an application instead of the machine. */
    private function runForCode(Arguments $given): int
    {
        $name = $given->operands[0] ?? '.';
        $folder = realpath($name);
        if ($folder === false || !is_dir($folder) || !is_readable($folder)) {
            throw new UsageError("--app needs a folder that can be read, \"$name\" given");
        }
        $code = self::prepareToRead('--app');
        if ($code !== null) {
            return $code;
        }
        $survey = new Survey($folder, $given->has('--vendor'));
        $isHealthy = $survey->count(Rule::BREAKS) === 0 && !($given->has('--strict') && $survey->count(Rule::DIFFERS) > 0);
        $text = new SurveyText($survey);
        $given->has('--json') ? self::showJson($text->data($isHealthy)) : $text->show($given->has('--all'));
        return $isHealthy ? 0 : 1;
    }

    /** @param array<string, mixed> $data */
    private static function showJson(array $data): void
    {
        echo json_encode($data, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE
            | JSON_THROW_ON_ERROR), "\n";
    }

    private static function script(?string $name): ?string
    {
        if ($name === null) {
            return null;
        }
        $path = realpath($name);
        return $path !== false && is_file($path) && is_readable($path) ? $path
            : throw new UsageError("there is no script \"$name\" that can be read");
    }

    /** @param list<Finding> $findings */
    private function show(array $findings): void
    {
        Finding::show($findings);
        $count = array_count_values(array_column($findings, 'level')) + [Finding::PROBLEM => 0, Finding::ADVICE => 0];
        printf("\n%d problems, %d pieces of advice\n", $count[Finding::PROBLEM], $count[Finding::ADVICE]);
    }
}
