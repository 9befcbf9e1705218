<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function array_slice;

/** The commands by name, and how one is run. */
final class Commands
{
    private const UNUSABLE = 2;  // what shells exit with for wrong options

    /** @var array<string, class-string<Command>> */
    public const ALL = [
        'serve' => Serve::class,
        'fpm' => Fpm::class,
        'status' => Status::class,
        'top' => Top::class,
        'trace' => Trace::class,
        'cache' => Cache::class,
        'queries' => Queries::class,
        'reload' => Reload::class,
        'upgrade' => Upgrade::class,
        'supervise' => Supervise::class,
        'stop' => Stop::class,
        'doctor' => Doctor::class,
        'init' => Init::class,
        'completion' => Completion::class,
        'version' => Version::class,
        'help' => Help::class,
    ];

    /** @param list<string> $words as typed behind `tern` */
    public static function run(array $words): int
    {
        $name = match ($words[0] ?? null) {
            null, '-h', '--help' => 'help',
            '-V', '--version' => 'version',
            default => $words[0],
        };
        try {
            $class = self::ALL[$name] ?? throw new UsageError(Arguments::unknown('command', $name, array_keys(self::ALL)));
            $own = array_slice($words, 1);
            $isAsked = $own === ['--help'] && !str_starts_with(basename(Php::script()), 'php-fpm');
            if ($class === Fpm::class && !$isAsked) {
                return (new Fpm())->runWords($own);
            }
            $ours = array_slice($own, 0, array_search('--', $own, true) ?: null);
            if (array_intersect(['-h', '--help'], $ours) !== []) {
                Help::show($name);
                return 0;
            }
            return (new $class())->run(new Arguments($own, $class));
        } catch (UsageError $error) {
            fwrite(STDERR, 'tern: ' . Text::lines($error->getMessage()) . "\n");
            return self::UNUSABLE;
        }
    }
}
