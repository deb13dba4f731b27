<?php

declare(strict_types=1);

namespace Bugle;

/** Finds the template of a compiled Blade view, whose last line names it. */
final class Blade
{
    private const MAX_BYTES = 1_048_576;

    /**
     * Reads which template a compiled file was made from.
     *
     * Lines are kept only where the compiled file has as many as its template: Blade adds and removes lines for some
     * directives, and a wrong line is worse than none.
     *
     * @return array{file: string, keepsLines: bool}|null null if the file is no compiled view
     */
    public static function templateOf(string $compiled): ?array
    {
        $size = @filesize($compiled);
        $code = $size !== false && $size <= self::MAX_BYTES ? @file_get_contents($compiled) : false;
        $mark = '~<\?php /\*\*PATH (.{1,1000}?) ENDPATH\*\*/ \?>\s*$~s';
        if ($code === false || preg_match($mark, $code, $found) !== 1) {
            return null;
        }
        $template = $found[1];
        $isReadable = is_file($template) && @filesize($template) <= self::MAX_BYTES;
        $source = $isReadable ? @file_get_contents($template) : false;
        $body = substr($code, 0, -strlen($found[0]));
        $linesOf = static fn (string $text): int => substr_count(rtrim($text), "\n");
        return [
            'file' => strtr($template, '\\', '/'),
            'keepsLines' => $source !== false && $linesOf($source) === $linesOf($body),
        ];
    }
}
