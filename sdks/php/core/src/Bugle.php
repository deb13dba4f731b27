<?php

declare(strict_types=1);

namespace Bugle;

/**
 * The program's client, by static functions. None of them ever throws; before `init`, and while Bugle is off, they do
 * nothing.
 */
final class Bugle
{
    private static ?Client $client = null;

    /**
     * Starts the SDK; call it as early in the program as possible. Uncaught errors and PHP's fatal errors are reported,
     * and the program ends as it would without Bugle. With unusable options Bugle stays off and logs why.
     *
     * @param array<string, mixed> $options see docs/sdk-php.md
     * @example Bugle::init(['token' => 'bgl_live_…', 'endpoint' => 'https://bugle.example.com', 'appId' => 'com.shop'])
     */
    public static function init(array $options): void
    {
        $client = self::create($options);
        if ($client !== null) {
            self::use($client);
            ProcessErrors::install();
        }
    }

    /**
     * Creates a client from options; null while Bugle is off. Frameworks call it, and watch errors by their own means.
     *
     * @param array<string, mixed> $given
     */
    public static function create(array $given): ?Client
    {
        try {
            $options = new Options($given);
            $problem = $options->enabled ? $options->problem() : null;
            if ($problem !== null) {
                ErrorLog::once("off: $problem");
            }
            return $options->enabled && $problem === null ? new Client($options) : null;
        } catch (\Throwable $failure) {
            ErrorLog::once('off: ' . Plain::className($failure));
            return null;
        }
    }

    /** Makes a client the program's own, and closes a former one; null turns Bugle off. */
    public static function use(?Client $client): void
    {
        $former = self::$client;
        self::$client = $client;
        if ($former !== null && $former !== $client) {
            $former->close();
        }
        if ($client !== null) {
            ProcessEnd::watch();
            if (PHP_SAPI !== 'cli' && PHP_SAPI !== 'phpdbg') {
                $client->beginSession();
            }
        }
    }

    /** Returns the program's client; null before `init`, and while Bugle is off. */
    public static function client(): ?Client
    {
        return self::$client;
    }

    /**
     * Reports an error with its causes. Accepts any value.
     *
     * @param array<string, mixed> $hint for this event only: `tags`, `user`, `contexts`, `level`, `fingerprint`,
     *     `extra`, `mechanism`, `screenshot`, `attachments`
     * @return string|null the id of the event; null when it is not sent
     * @example try { pay($order); } catch (BankError $error) { Bugle::captureException($error); }
     */
    public static function captureException(mixed $error, array $hint = []): ?string
    {
        return self::$client?->captureException($error, $hint);
    }

    /**
     * Reports a problem for which nothing was thrown.
     *
     * @param string|array<string, mixed>|null $level `fatal`, `error`, `warning`, `info` (default), or a hint
     * @param array<string, mixed> $hint
     * @example Bugle::captureMessage('The cache was cold', 'warning')
     */
    public static function captureMessage(string $message, string|array|null $level = null, array $hint = []): ?string
    {
        return self::$client?->captureMessage($message, $level, $hint);
    }

    /**
     * Reports what a person says, in a form of the program.
     *
     * @param array<string, mixed> $details `name`, `email`, `url`, `eventId` (by default the last event of this
     *     process), `screenshot` (a JPEG in base64, kept with that event)
     * @return string|null the id of the feedback; null when it is not sent
     * @example Bugle::captureFeedback('The button does nothing', ['email' => $form->email])
     */
    public static function captureFeedback(string $message, array $details = []): ?string
    {
        return self::$client?->captureFeedback($message, $details);
    }

    /**
     * Tells a monitor that a scheduled job has begun or ended; `withMonitor` does it for a function.
     *
     * @param 'in_progress'|'ok'|'error' $status
     * @param array<string, mixed> $details as `withMonitor` takes; `checkInId` and `durationMs` belong to the end
     * @return string|null the id to end it by; null while Bugle is off
     * @example $id = Bugle::captureCheckIn('import', 'in_progress')
     */
    public static function captureCheckIn(string $monitor, string $status, array $details = []): ?string
    {
        return self::$client?->captureCheckIn($monitor, $status, $details);
    }

    /**
     * Runs a scheduled job, and tells its monitor when it begins, and how it ends. What it throws is thrown on.
     *
     * @template T
     * @param callable(): T $job
     * @param string|array<string, mixed> $schedule a crontab or `every 5 minutes`, which makes the monitor or changes
     *     it; or `schedule`, `timezone`, `marginMinutes`, `maxRuntimeMinutes`, `failureThreshold`, `recoveryThreshold`
     * @return T
     * @example Bugle::withMonitor('nightly-backup', fn () => backUp(), '0 3 * * *')
     */
    public static function withMonitor(string $monitor, callable $job, string|array $schedule = []): mixed
    {
        return self::$client === null ? $job() : self::$client->withMonitor($monitor, $job, $schedule);
    }

    /**
     * Adds a breadcrumb; an event carries the last 50.
     *
     * @param array{category: string, message: string, ts?: int, data?: array<array-key, mixed>} $breadcrumb
     * @example Bugle::addBreadcrumb(['category' => 'cart', 'message' => 'coupon applied', 'data' => ['percent' => 20]])
     */
    public static function addBreadcrumb(array $breadcrumb): void
    {
        self::$client?->addBreadcrumb($breadcrumb);
    }

    /**
     * Sets the affected user by an anonymous id; nothing else is kept. null clears it.
     *
     * @param array{id?: string|int|null}|null $user
     * @example Bugle::setUser(['id' => 'a81f'])
     */
    public static function setUser(?array $user): void
    {
        self::$client?->setUser($user);
    }

    /**
     * Sets a tag: a short value that events can be searched by.
     *
     * @example Bugle::setTag('plan', 'team')
     */
    public static function setTag(string $name, mixed $value): void
    {
        self::$client?->setTag($name, $value);
    }

    /**
     * Sets several tags.
     *
     * @param array<array-key, mixed> $tags
     */
    public static function setTags(array $tags): void
    {
        self::$client?->setTags($tags);
    }

    /**
     * Sets a named group of facts. A closure is evaluated when an event is built; null removes the group.
     *
     * @param array<array-key, mixed>|\Closure(): ?array<array-key, mixed>|null $facts
     * @example Bugle::setContext('order', ['id' => 7, 'items' => 3])
     */
    public static function setContext(string $name, array|\Closure|null $facts): void
    {
        self::$client?->setContext($name, $facts);
    }

    /** Sets extra data of any shape. */
    public static function setExtra(string $name, mixed $value): void
    {
        self::$client?->setExtra($name, $value);
    }

    /**
     * Runs work in a scope of its own, so that what is set inside does not leak out.
     *
     * @template T
     * @param callable(Scope): T $work
     * @return T
     * @example Bugle::withScope(function (Scope $scope) use ($job) { $scope->setTag('job', $job->name); $job->run(); })
     */
    public static function withScope(callable $work): mixed
    {
        return self::$client === null ? $work(new Scope()) : self::$client->withScope($work);
    }

    /** Sends the waiting events now, for at most the timeout. Returns whether the server has every one. */
    public static function flush(?int $timeoutMs = null): bool
    {
        return self::$client?->flush($timeoutMs) ?? true;
    }

    /** Sends the waiting events, then turns Bugle off. */
    public static function close(?int $timeoutMs = null): bool
    {
        $client = self::$client;
        self::$client = null;
        return $client?->close($timeoutMs) ?? true;
    }
}
