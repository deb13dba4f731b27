<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Calls functions of the host and contains their failures.
 *
 * @internal
 */
final class Hook
{
    /**
     * Passes a copy to a hook. Keeps the original when the hook throws or its result lacks an essential field; null
     * drops it.
     *
     * @param array<string, mixed> $given
     * @param list<string> $essential
     * @return array<string, mixed>|null
     */
    public static function run(Options $options, array $given, array $essential, \Closure $hook): ?array
    {
        try {
            $result = $hook($given);
        } catch (\Throwable $failure) {
            self::log($options, $failure);
            return $given;
        }
        if ($result === null) {
            return null;
        }
        foreach ($essential as $field) {
            $isSame = is_array($result) && gettype($result[$field] ?? null) === gettype($given[$field]);
            if (!$isSame || ($result[$field] === '' && $field !== 'message')) {
                return $given;
            }
        }
        return $result;
    }

    /** Calls a function; returns null if it throws. */
    public static function guard(Options $options, \Closure $work, mixed ...$given): mixed
    {
        try {
            return $work(...$given);
        } catch (\Throwable $failure) {
            self::log($options, $failure);
            return null;
        }
    }

    /** Logs a failure, if the program wants to know. */
    public static function log(Options $options, \Throwable $failure): void
    {
        if ($options->debug) {
            error_log('[bugle] ' . Plain::nameOf($failure) . ' in ' . $failure->getFile() . ':' . $failure->getLine());
        }
    }
}
