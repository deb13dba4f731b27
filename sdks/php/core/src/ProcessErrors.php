<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Reports uncaught errors and PHP's own, for programs without a framework. Handlers that were there before keep their
 * say, and the program ends with the same words and exit code.
 */
final class ProcessErrors
{
    private const NAMES = [
        E_WARNING => 'Warning', E_NOTICE => 'Notice', E_USER_ERROR => 'UserError', E_USER_WARNING => 'Warning',
        E_USER_NOTICE => 'Notice', E_RECOVERABLE_ERROR => 'RecoverableError',
    ];

    private static bool $isInstalled = false;
    /** The uncaught error that was reported last. */
    private static ?\Throwable $reported = null;

    /** Sets the handlers, once; those that were there before are called by them. */
    public static function install(): void
    {
        if (self::$isInstalled) {
            return;
        }
        self::$isInstalled = true;
        $formerException = set_exception_handler(null);
        set_exception_handler(static function (\Throwable $error) use ($formerException): void {
            self::$reported = $error;
            Bugle::captureException($error, [
                'mechanism' => ['type' => 'onuncaughtexception', 'handled' => false],
                'level' => 'fatal',
            ]);
            if ($formerException !== null) {
                $formerException($error);
                return;
            }
            // PHP prints its words and ends with 255, as without a handler.
            throw $error;
        });
        $formerError = set_error_handler(null);
        set_error_handler(
            static function (int $type, string $message, string $file, int $line) use ($formerError): bool {
                self::note($type, $message, $file, $line);
                return $formerError !== null && $formerError($type, $message, $file, $line) !== false;
            },
        );
    }

    /**
     * Returns whether the fatal error that ends the process is the uncaught one that was reported. Its text need not
     * begin with `Uncaught`: that of a syntax error does not.
     *
     * @param array{message: string, file: string, line: int} $fatal
     */
    public static function hasReported(array $fatal): bool
    {
        $error = self::$reported;
        return $error !== null && $error->getFile() === $fatal['file'] && $error->getLine() === $fatal['line']
            && str_contains($fatal['message'], $error->getMessage());
    }

    /** Reports an error of a type that was asked for; others become breadcrumbs, deprecations nothing. */
    private static function note(int $type, string $message, string $file, int $line): void
    {
        $client = Bugle::client();
        // `@` takes the type out of what is reported.
        $isSilent = (error_reporting() & $type) === 0 || ($type & (E_DEPRECATED | E_USER_DEPRECATED)) !== 0;
        if ($client === null || $isSilent) {
            return;
        }
        $name = self::NAMES[$type] ?? 'Error';
        if (($type & $client->options->errorTypes) === 0) {
            $client->addBreadcrumb(['category' => 'php', 'message' => "$name: $message"]);
            return;
        }
        // Without the frames of this handler.
        $trace = array_slice(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 250), 2);
        $client->captureError($name, $message, $file, $line, $trace, [
            'mechanism' => ['type' => 'onerror', 'handled' => false],
            'level' => $type === E_USER_ERROR || $type === E_RECOVERABLE_ERROR ? 'fatal' : 'warning',
        ]);
    }
}
