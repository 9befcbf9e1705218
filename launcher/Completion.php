<?php

declare(strict_types=1);

namespace Tern\Launcher;

/** What shells offer behind `tern`, made of the constants of the commands. */
final class Completion extends Command
{
    public const SUMMARY = 'completion for a shell: eval "$(tern completion bash)"';
    public const OPERANDS = 'bash|zsh|fish';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = ['bash', 'zsh', 'fish'];
    public const NOTES = <<<'TEXT'
        bash  eval "$(tern completion bash)"             in ~/.bashrc
        zsh   eval "$(tern completion zsh)"              in ~/.zshrc, behind compinit
        fish  tern completion fish | source              in ~/.config/fish/config.fish
        TEXT;

    public function run(Arguments $given): int
    {
        echo match ($given->operands[0] ?? '') {
            'bash' => $this->bash(),
            'zsh' => $this->zsh(),
            'fish' => $this->fish(),
            default => throw new UsageError('say for which shell: bash, zsh or fish'),
        };
        return 0;
    }

    /**
     * @param class-string<Command> $class
     * @return list<string>|string a list of words, or 'file', 'folder'
     */
    private function operands(string $class): array|string
    {
        return $class::COMPLETES === 'command' ? array_keys(Commands::ALL) : $class::COMPLETES;
    }

    private function bash(): string
    {
        $values = $words = '';
        foreach (Commands::ALL as $name => $class) {
            foreach ($class::OPTIONS as $option => $row) {
                if ($row[0] !== null) {
                    $values .= "        $name:$option) " . $this->bashReply($row[2] ?? []) . " ;;\n";
                }
            }
            $options = implode(' ', [...array_keys($class::OPTIONS), '--help']);
            $words .= "        $name:-*) " . $this->bashReply(explode(' ', $options)) . " ;;\n"
                . "        $name:*) " . $this->bashReply($this->operands($class)) . " ;;\n";
        }
        $commands = implode(' ', array_keys(Commands::ALL));
        return <<<BASH
            _tern() {
                local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
                COMPREPLY=()
                if [ "\$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=(\$(compgen -W '$commands' -- "\$word"))
                    return
                fi
                case "\${COMP_WORDS[1]}:\$before" in
            {$values}        *)
                    case "\${COMP_WORDS[1]}:\$word" in
            {$words}        esac ;;
                esac
            }
            complete -o filenames -F _tern tern

            BASH;
    }

    /** @param list<string>|string $offered */
    private function bashReply(array|string $offered): string
    {
        $what = match ($offered) {
            'file' => '-f',
            'folder' => '-d',
            default => "-W '" . implode(' ', (array) $offered) . "'",
        };
        return "COMPREPLY=(\$(compgen $what -- \"\$word\"))";
    }

    private function zsh(): string
    {
        $commands = $cases = '';
        foreach (Commands::ALL as $name => $class) {
            $commands .= '        ' . self::quoted("$name:" . $class::SUMMARY) . "\n";
            $arguments = '';
            foreach ($class::OPTIONS + ['--help' => [null, 'what it can do']] as $option => $row) {
                $value = $row[0] === null ? '' : "=:{$row[0]}:" . $this->zshAction($row[2] ?? []);
                $arguments .= ' ' . self::quoted($option . ($value === '' ? '' : '=') . '[' . strtr($row[1], ['[' => '(', ']' => ')'])
                    . ']' . substr($value, $value === '' ? 0 : 1));
            }
            $operands = $this->operands($class);
            $arguments .= $operands === [] ? '' : ' ' . self::quoted('*:operand:' . $this->zshAction($operands));
            $cases .= "        $name) _arguments$arguments ;;\n";
        }
        return <<<ZSH
            #compdef tern
            _tern() {
                local -a commands
                commands=(
            $commands    )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local name="\${words[2]}"
                shift words
                (( CURRENT-- ))
                case "\$name" in
            $cases    esac
            }
            if [ "\${funcstack[1]}" = _tern ]; then
                _tern "\$@"
            else
                compdef _tern tern
            fi

            ZSH;
    }

    /** @param list<string>|string $offered */
    private function zshAction(array|string $offered): string
    {
        return match ($offered) {
            'file' => '_files',
            'folder' => '_files -/',
            default => '(' . strtr(implode(' ', (array) $offered), [':' => '\:']) . ')',
        };
    }

    private function fish(): string
    {
        $text = "complete -c tern -f\n";
        /** @var class-string<Command> $class */
        foreach (Commands::ALL as $name => $class) {
            $text .= "complete -c tern -n __fish_use_subcommand -a $name -d " . self::quoted($class::SUMMARY) . "\n";
            $here = "complete -c tern -n '__fish_seen_subcommand_from $name'";
            foreach ($class::OPTIONS as $option => $row) {
                $values = match ($row[2] ?? []) {
                    'file' => ' -rF',
                    'folder' => " -x -a '(__fish_complete_directories)'",
                    default => $row[0] === null ? '' : ' -x -a ' . self::quoted(implode(' ', (array) ($row[2] ?? []))),
                };
                $text .= "$here -l " . substr($option, 2) . "$values -d " . self::quoted($row[1]) . "\n";
            }
            $text .= match ($operands = $this->operands($class)) {
                'file' => "$here -F\n",
                'folder' => "$here -a '(__fish_complete_directories)'\n",
                default => $operands === [] ? '' : "$here -a " . self::quoted(implode(' ', (array) $operands)) . "\n",
            };
        }
        return $text;
    }

    private static function quoted(string $text): string
    {
        return "'" . strtr($text, ["'" => "'\\''"]) . "'";
    }
}
