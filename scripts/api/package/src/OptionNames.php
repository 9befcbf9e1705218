<?php

declare(strict_types=1);

namespace Tern\PHPStan;

use PhpParser\Node;
use PhpParser\Node\Expr\MethodCall;
use PHPStan\Analyser\Scope;
use PHPStan\Rules\IdentifierRuleError;
use PHPStan\Rules\Rule;
use PHPStan\Rules\RuleErrorBuilder;
use PHPStan\Type\ObjectType;

/**
 * Names in the array that set() of a server or a port gets are those of options.
 *
 * @implements Rule<MethodCall>
 */
final class OptionNames implements Rule
{
    private const CLASSES = ['Swoole\Server', 'Swoole\Server\Port'];
    /** A name that differs in more letters is no suggestion. */
    private const NEAR = 4;

    /** @var array<string, true> */
    private readonly array $known;

    public function __construct()
    {
        $this->known = array_fill_keys(require __DIR__ . '/options.php', true);
    }

    public function getNodeType(): string
    {
        return MethodCall::class;
    }

    /** @return list<IdentifierRuleError> */
    public function processNode(Node $node, Scope $scope): array
    {
        if (!$node->name instanceof Node\Identifier || $node->name->toLowerString() !== 'set' || !isset($node->getArgs()[0]) || !$this->isServer($node, $scope)) {
            return [];
        }
        $errors = [];
        foreach ($scope->getType($node->getArgs()[0]->value)->getConstantArrays() as $array) {
            foreach ($array->getKeyTypes() as $key) {
                foreach ($key->getConstantStrings() as $name) {
                    if (!isset($this->known[$name->getValue()])) {
                        $errors[$name->getValue()] = self::unknown($name->getValue(), $this->nearest($name->getValue()));
                    }
                }
            }
        }
        return array_values($errors);
    }

    private function isServer(MethodCall $node, Scope $scope): bool
    {
        $type = $scope->getType($node->var);
        foreach (self::CLASSES as $class) {
            if ((new ObjectType($class))->isSuperTypeOf($type)->yes()) {
                return true;
            }
        }
        return false;
    }

    private function nearest(string $name): ?string
    {
        $best = null;
        $least = self::NEAR;
        foreach (array_keys($this->known) as $known) {
            $distance = levenshtein($name, $known);
            if ($distance < $least) {
                [$best, $least] = [$known, $distance];
            }
        }
        return $best;
    }

    private static function unknown(string $name, ?string $nearest): IdentifierRuleError
    {
        $error = RuleErrorBuilder::message("Tern has no option \"$name\".")->identifier('tern.option');
        return ($nearest === null ? $error : $error->tip("The nearest known one is \"$nearest\"."))->build();
    }
}
