<?php

declare(strict_types=1);

namespace Bugle\Tests;

use PHPUnit\Framework\TestCase;

/** The packages bring classes below `Bugle\` into a program, one a file, and nothing else. */
final class SymbolsTest extends TestCase
{
    private const PREFIXES = ['core' => 'Bugle', 'laravel' => 'Bugle\Laravel', 'symfony' => 'Bugle\Symfony'];

    /** @dataProvider files */
    public function testDeclaresOneClassNamedAfterItsFile(string $file, string $class): void
    {
        self::assertSame([$class], self::symbolsOf((string) file_get_contents($file)));
    }

    /** @return iterable<string, array{string, string}> */
    public static function files(): iterable
    {
        foreach (self::PREFIXES as $package => $prefix) {
            $root = dirname(__DIR__, 2) . "/$package/src/";
            $found = new \RecursiveDirectoryIterator($root, \FilesystemIterator::SKIP_DOTS);
            foreach (new \RecursiveIteratorIterator($found) as $file) {
                $name = substr((string) $file, strlen($root), -4);
                if ($name !== 'early') {
                    yield "$package/$name" => [(string) $file, $prefix . '\\' . strtr($name, '/', '\\')];
                }
            }
        }
    }

    /** @dataProvider scripts */
    public function testDeclaresNothingInAScript(string $file): void
    {
        self::assertSame([], self::symbolsOf((string) file_get_contents($file)));
    }

    /** @return iterable<string, array{string}> */
    public static function scripts(): iterable
    {
        foreach (['*/autoload.php', '*/src/early.php', '*/config/*.php'] as $pattern) {
            foreach (glob(dirname(__DIR__, 2) . "/$pattern") ?: [] as $file) {
                yield $file => [$file];
            }
        }
    }

    public function testSeesEverySymbol(): void
    {
        $code = '<?php const A = 1; function f() { return function () {}; } class C { const D = 2; function m() {} }
            define("E", 3); class_alias("C", "G"); interface I {} trait T {} enum N {} new class {}; C::class;
            global $x; $GLOBALS["y"] = 1;';
        self::assertSame(
            ['const A', 'function f', 'C', 'define', 'class_alias', 'I', 'T', 'N', 'global', '$GLOBALS'],
            self::symbolsOf($code),
        );
    }

    /**
     * Lists what a file declares outside of classes, and its global variables anywhere.
     *
     * @return list<string>
     */
    private static function symbolsOf(string $code): array
    {
        $tokens = array_values(array_filter(
            \PhpToken::tokenize($code),
            static fn (\PhpToken $token): bool => !$token->isIgnorable(),
        ));
        $symbols = [];
        $namespace = '';
        $depth = 0;
        foreach ($tokens as $at => $token) {
            $next = $tokens[$at + 1]->text ?? '';
            $before = $tokens[$at - 1]->text ?? '';
            $depth += $token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]) ? 1 : ($token->is('}') ? -1 : 0);
            $isType = $token->is([T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM]) && !in_array($before, ['new', '::'], true);
            if ($token->is(T_NAMESPACE)) {
                $namespace = $next . '\\';
            } elseif ($isType && $depth === 0) {
                $symbols[] = $namespace . $next;
            } elseif ($token->is([T_CONST, T_FUNCTION]) && $depth === 0 && $next !== '(' && $before !== 'use') {
                $symbols[] = "$token->text $next";
            } elseif ($token->is(['define', 'class_alias']) && $next === '(') {
                $symbols[] = $token->text;
            } elseif ($token->is([T_GLOBAL, '$GLOBALS'])) {
                $symbols[] = $token->text;
            }
        }
        return $symbols;
    }
}
