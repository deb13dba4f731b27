<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Watches the end of the process: reports fatal errors (memory, time limit, compile errors) and sends what waits.
 *
 * The function must be registered before a framework's own, which may need memory that is not there.
 */
final class ProcessEnd
{
    private const FATAL = [
        E_ERROR => 'FatalError',
        E_PARSE => 'ParseError',
        E_CORE_ERROR => 'CoreError',
        E_COMPILE_ERROR => 'CompileError',
    ];
    /** Bytes that building and sending one short event needs. */
    private const NEEDED = 8 * 1024 * 1024;

    private static bool $isWatching = false;
    private static bool $hasReported = false;
    /** Freed first when memory has run out, so that this class can work at all. */
    private static ?string $reserve = null;

    /** Registers the shutdown function, once. */
    public static function watch(): void
    {
        self::$reserve ??= str_repeat('x', 32_768);
        if (!self::$isWatching) {
            self::$isWatching = true;
            register_shutdown_function(self::end(...));
        }
    }

    /** Returns whether the fatal error that ends the process was reported, for frameworks that report it as well. */
    public static function hasReported(): bool
    {
        return self::$hasReported;
    }

    private static function end(): void
    {
        self::$reserve = null;
        $client = Bugle::client();
        if ($client === null) {
            return;
        }
        $error = error_get_last();
        if ($error !== null && isset(self::FATAL[$error['type']])) {
            self::report($client, $error);
        }
        // Registered from here, it runs after every other one, which may report too.
        register_shutdown_function(static fn () => $client->end());
    }

    /** @param array{type: int, message: string, file: string, line: int, trace?: list<array<string, mixed>>} $error */
    private static function report(Client $client, array $error): void
    {
        $message = $error['message'];
        if (str_starts_with($message, 'Uncaught ') && ProcessErrors::hasReported()) {
            return;
        }
        $isOutOfMemory = str_starts_with($message, 'Allowed memory size') || str_starts_with($message, 'Out of memory');
        if ($isOutOfMemory) {
            self::makeRoom();
        }
        $client->beginEnd($isOutOfMemory);
        self::$hasReported = true;
        $client->captureError(
            self::FATAL[$error['type']],
            $message,
            $error['file'],
            $error['line'],
            // PHP 8.5 and later.
            $error['trace'] ?? [],
            ['mechanism' => ['type' => 'onfatalerror', 'handled' => false], 'level' => 'fatal'],
        );
    }

    /** Raises the limit above what is in use: the limit itself may be below that already. */
    private static function makeRoom(): void
    {
        $text = trim((string) ini_get('memory_limit'));
        $unit = ['k' => 10, 'm' => 20, 'g' => 30][strtolower(substr($text, -1))] ?? 0;
        $limit = (int) $text << $unit;
        if ($limit > 0) {
            @ini_set('memory_limit', (string) (max($limit, memory_get_usage(true)) + self::NEEDED));
        }
    }
}
