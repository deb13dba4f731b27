<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Removes secrets from text, URLs and named values.
 *
 * The expressions are those of every Bugle SDK and are bounded, so that a long word is as fast as a long sentence.
 * They work on bytes, because a host's text need not be UTF-8.
 */
final class Scrub
{
    public const SCRUBBED = '[scrubbed]';
    public const UNREADABLE = '[unreadable]';
    /** Bytes of a message that the server keeps. */
    public const MAX_TEXT = 8192;

    private const SECRET_KEY = '/pass(word|wd|phrase|code)|^(pass|pwd|pin|otp|sid|ssn|iban|cvv|cvc|auth)$|secret'
        . '|token|(api|private|access)[-_]?key|authori[sz]ation|cookie|session|credential|csrf|xsrf|jwt'
        . '|card[-_]?(number|no)/i';

    /** Parts of which each expression below needs one, and bytes beyond ASCII; most texts have none. */
    private const NEEDS_WORK = '~[:=]|b(?:earer|asic)\s|bgl_live_|[rs]k_|gh[opsur]_|github_pat_|glpat-|xox[a-z]-'
        . '|sk-|A(?:KI|SI)A|AIza|eyJ|PRIVATE KEY|[\x80-\xff]~i';

    /**
     * Replaced in text, in this order: expression, modifiers, replacement. See conformance/scrub, whose rule SDKs and
     * server share.
     */
    public const RULE = [
        'urls' => [
            ['(\\b\\w{1,20}://)[^\\s/@"\']{1,200}@', '', '$1'],
            ['(\\b\\w{1,20}://[^\\s?#"\'<>]{1,2000})[?#][^\\s"\'<>)]*', '', '$1'],
        ],
        'secrets' => [
            [
                '\\b(Bearer|Basic)\\s+[\\w.~+/=-]{6,}',
                'i',
                '$1 ' . self::SCRUBBED,
            ],
            [
                '((?:passw(?:or)?d|passphrase|pwd(?!=/)|secret(?!ar)|token(?!s|iz)|(?:api'
                    . '|access|private)[_-]?key)[\\w-]{0,20}\\\\{0,2}["\']?\\s{0,3}[=:](?![=:>])\\s{0'
                    . ',3})(?!\\[|(?:is|was|are|must|has|have|can|cannot|should|required|invalid'
                    . '|missing|wrong|expired|empty|unknown|undefined|null|none|true|false|not|'
                    . 'no|too|Bearer|Basic)(?=[\\s.,;:!)\\]}]|$))(?:\\\\{1,2}"[^"\\\\]{0,4000}\\\\{0,2}'
                    . '"?|"[^"\\\\]{0,4000}(?:\\\\.[^"\\\\]{0,4000}){0,99}"?|\'[^\'\\\\]{0,4000}(?:\\\\.[^\''
                    . '\\\\]{0,4000}){0,99}\'?|[^\\s"\'&,;)}\\]<>\\\\]{1,4000})',
                'i',
                '$1' . self::SCRUBBED,
            ],
            [
                '\\b(?:bgl_live_\\w+|[rs]k_(?:live|test)_\\w{10,200}|gh[opsur]_\\w{16,300}|gi'
                    . 'thub_pat_\\w{20,300}|glpat-[\\w-]{16,300}|xox[a-z]-[\\w-]{10,300}|sk-(?:[A-'
                    . 'Za-z\\d]{32,100}|(?:ant|proj)-[\\w-]{16,300})|A(?:KI|SI)A[A-Z\\d]{16}|AIza['
                    . '\\w-]{30,100}|eyJ[\\w-]{8,500}\\.[\\w-]{8,4000}(?:\\.[\\w-]{0,2000})?)|-----BE'
                    . 'GIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}',
                '',
                self::SCRUBBED,
            ],
        ],
    ];

    /**
     * Returns whether the value under this name looks like a secret.
     *
     * @param string|null $more an expression for further names
     */
    public static function isSecretKey(string $key, ?string $more = null): bool
    {
        return preg_match(self::SECRET_KEY, $key) === 1 || ($more !== null && @preg_match($more, $key) === 1);
    }

    /**
     * Removes query, fragment and credentials from a URL. A `data:` URL is reduced to its scheme.
     *
     * @example Scrub::cleanUrl('https://me:pw@x.io/cart?id=7#top') // 'https://x.io/cart'
     */
    public static function cleanUrl(string $url): string
    {
        if (strncmp($url, 'data:', 5) === 0) {
            return 'data:';
        }
        $path = substr($url, 0, strcspn($url, '?#'));
        return preg_replace('~^(\w+://)[^/@]*@~', '$1', $path) ?? self::UNREADABLE;
    }

    /** Converts anything to text without URL queries and credentials, named secrets and keys of known forms. */
    public static function cleanText(mixed $value, int $length = self::MAX_TEXT): string
    {
        return self::clean($value, $length, [...self::RULE['urls'], ...self::RULE['secrets']]);
    }

    /** Cleans a line of source code, whose `'password' => $input` tells no secret. */
    public static function cleanCode(string $line): string
    {
        [$authorization, , $keys] = self::RULE['secrets'];
        return self::clean($line, self::MAX_TEXT, [...self::RULE['urls'], $authorization, $keys]);
    }

    /** @param list<array{string, string, string}> $expressions */
    private static function clean(mixed $value, int $length, array $expressions): string
    {
        if (is_string($value) && strlen($value) <= $length && preg_match(self::NEEDS_WORK, $value) === 0) {
            return $value;
        }
        $text = self::toText($value, $length);
        foreach ($expressions as [$expression, $modifiers, $replacement]) {
            // A delimiter that no expression has. null when a limit of the engine is reached.
            $text = preg_replace("\1$expression\1$modifiers", $replacement, $text) ?? self::UNREADABLE;
        }
        return $text;
    }

    /** Removes values that are written into a statement of SQL instead of being bound, and shortens it. */
    public static function cleanStatement(string $sql): string
    {
        $short = self::cut($sql, 1000);
        return str_contains($short, "'")
            ? preg_replace("/'(?:[^'\\\\]|\\\\.|'')*+('|$)/s", '?', $short) ?? self::UNREADABLE
            : $short;
    }

    /** Removes the values that databases quote in their messages: MySQL's duplicate entry, PostgreSQL's detail. */
    public static function cleanStatementMessage(string $message): string
    {
        return preg_replace(
            ["/(Duplicate entry ').{0,2000}?(' for key)/s", '/(\)=\().{0,2000}?(\) (?:already|is|conflicts))/s'],
            '$1?$2',
            $message,
        ) ?? self::UNREADABLE;
    }

    /** Converts anything to valid UTF-8 of limited length in bytes. Calls no method of the host. */
    public static function toText(mixed $value, int $length = self::MAX_TEXT): string
    {
        return self::cut(is_string($value) ? $value : match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            $value === null => 'null',
            is_int($value), is_float($value) => (string) $value,
            is_object($value) => Plain::nameOf($value),
            is_array($value) => '[array]',
            default => '[resource]',
        }, $length);
    }

    /** Cuts a text between characters and replaces bytes that are not UTF-8. */
    public static function cut(string $text, int $length): string
    {
        if (strlen($text) > $length) {
            $text = substr($text, 0, $length);
            // At most three bytes of an incomplete character.
            for ($back = 1; $back <= 3 && $back <= $length; $back += 1) {
                $byte = ord($text[-$back]);
                if ($byte >= 0xC0) {
                    $needed = $byte >= 0xF0 ? 4 : ($byte >= 0xE0 ? 3 : 2);
                    $text = $back < $needed ? substr($text, 0, -$back) : $text;
                    break;
                }
                if ($byte < 0x80) {
                    break;
                }
            }
        }
        if (preg_match('/[\x80-\xff]/', $text) === 0 || preg_match('//u', $text) === 1) {
            return $text;
        }
        $json = json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE);
        return $json === false ? self::UNREADABLE : (string) json_decode($json);
    }
}
