<?php

declare(strict_types=1);

// The layout of PHP: PER-CS, but for the comment that a program begins with, imports in one group, and fn(. Functions that PHP
// compiles to instructions of their own are imported: in a namespace it cannot do that otherwise.
return (new PhpCsFixer\Config())
    ->setRiskyAllowed(true)  // for native_function_invocation: no namespace here has functions of these names
    ->setUnsupportedPhpVersionAllowed(true)
    ->setRules([
        '@PER-CS2.0' => true,
        'blank_line_after_opening_tag' => false,
        'blank_line_between_import_groups' => false,
        'function_declaration' => ['closure_fn_spacing' => 'none'],
        'global_namespace_import' => ['import_classes' => null, 'import_constants' => null, 'import_functions' => true],
        'native_function_invocation' => ['include' => ['@compiler_optimized'], 'scope' => 'namespaced'],
        'no_unused_imports' => true,
        'single_line_empty_body' => false,
    ])
    ->setCacheFile(__DIR__ . '/build/php-cs-fixer.cache')
    ->setFinder(PhpCsFixer\Finder::create()
        ->in([__DIR__ . '/launcher', __DIR__ . '/ext/src/php/library', __DIR__ . '/examples', __DIR__ . '/bench', __DIR__ . '/scripts/api', __DIR__ . '/tests'])
        ->notPath('upstream'));
