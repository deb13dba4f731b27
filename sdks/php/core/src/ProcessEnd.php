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
    /** @var array<string, mixed>|null the last fatal error that was looked at */
    private static ?array $seen = null;
    /** Freed first when memory has run out, so that this class can work at all. */
    private static ?string $reserve = null;
    /** Destroyed after the last shutdown function, also after one that threw, which ends all others. */
    private static ?object $last = null;

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
        self::look($client);
        self::$last = new class (static fn () => self::look($client, true)) {
            public function __construct(private readonly \Closure $run)
            {
            }

            public function __destruct()
            {
                ($this->run)();
            }
        };
        // Registered from here, it runs after every other one, which may report too.
        register_shutdown_function(static function () use ($client): void {
            $client->end();
            // Only destructors follow, and nothing of PHP's own runs after one that throws but the end of the output.
            // One byte at a time, so that their output is not held.
            ob_start(static function (string $output, int $phase) use ($client): string {
                if (($phase & PHP_OUTPUT_HANDLER_FINAL) !== 0) {
                    self::look($client, true);
                }
                return $output;
            }, 1);
        });
    }

    /**
     * Reports the fatal error that ended the process, if there is one.
     *
     * @param bool $isVeryEnd whether nothing else will send it
     */
    private static function look(Client $client, bool $isVeryEnd = false): void
    {
        $error = error_get_last();
        if ($error === null || !isset(self::FATAL[$error['type']]) || $error === self::$seen) {
            return;
        }
        self::$seen = $error;
        self::report($client, $error);
        if ($isVeryEnd) {
            $client->end();
        }
    }

    /** @param array{type: int, message: string, file: string, line: int, trace?: list<array<string, mixed>>} $error */
    private static function report(Client $client, array $error): void
    {
        $message = $error['message'];
        if (ProcessErrors::hasReported($error)) {
            return;
        }
        $type = self::FATAL[$error['type']];
        // Thrown where no handler is called: in a shutdown function, or in a destructor at the end.
        if (preg_match('/^Uncaught ([\w\\\\]+)(?:: (.*?))? in .{1,1000}:\d+\nStack trace:/s', $message, $found) === 1) {
            [, $type] = $found;
            $message = $found[2] ?? '';
        }
        $isOutOfMemory = str_starts_with($message, 'Allowed memory size') || str_starts_with($message, 'Out of memory');
        if ($isOutOfMemory) {
            self::makeRoom();
        }
        $client->beginEnd($isOutOfMemory);
        self::$hasReported = true;
        $client->captureError(
            $type,
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
