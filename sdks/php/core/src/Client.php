<?php

declare(strict_types=1);

namespace Bugle;

use Bugle\Transport\Transport;

/**
 * A connection between a program and a project. It never throws into the program; sending waits until nobody else
 * does.
 *
 * @phpstan-type Hint array{
 *     tags?: array<array-key, mixed>, user?: array{id: string|int}|null, contexts?: array<string, array<mixed>|null>,
 *     level?: string, extra?: array<array-key, mixed>, fingerprint?: list<string>,
 *     mechanism?: array{type: string, handled: bool}, screenshot?: string,
 *     attachments?: list<array{name: string, data: string, type?: string}>
 * }
 */
final class Client
{
    public readonly Options $options;
    /** Created with the first error. */
    private ?Reporter $reporter = null;
    /** @var \WeakMap<\Throwable, string> */
    private \WeakMap $seen;
    /** @var non-empty-list<Scope> */
    private array $scopes;
    private bool $isBusy = false;
    private bool $isClosed = false;
    private bool $isEnding = false;
    private bool $sendsAtOnce = false;
    /** How the running request has fared so far; null outside of one. */
    private ?string $session = null;
    private ?string $lastEventId = null;

    /** @param Options|array<string, mixed> $options */
    public function __construct(Options|array $options, private readonly ?Transport $transport = null)
    {
        $this->options = is_array($options) ? new Options($options) : $options;
        $this->isClosed = !$this->options->enabled;
        $this->seen = new \WeakMap();
        $root = new Scope($this);
        if ($this->options->tags !== []) {
            $root->setTags($this->options->tags);
        }
        $this->scopes = [$root];
    }

    /** Returns the program's client for injection; while Bugle is off, one that does nothing. */
    public static function current(): self
    {
        return Bugle::client() ?? new self(['enabled' => false]);
    }

    /**
     * Reports an error with its causes. The same object is reported once, however many handlers see it.
     *
     * @param array<string, mixed> $hint see docs/sdk-php.md
     * @return string|null the id of the event; null when it is not sent
     * @example try { $bank->pay($order); } catch (BankError $error) { $client->captureException($error); }
     */
    public function captureException(mixed $error, array $hint = []): ?string
    {
        if ($this->isBusy || $this->isClosed) {
            return null;
        }
        if ($error instanceof \Throwable && isset($this->seen[$error])) {
            return $this->seen[$error] === '' ? null : $this->seen[$error];
        }
        $id = $this->report(fn (Reporter $to): ?string => $to->reportThrown($error, $hint, $this->scope()));
        $this->noteError($id, $hint + ['level' => 'error']);
        if ($error instanceof \Throwable) {
            $this->seen[$error] = $id ?? '';
        }
        return $id;
    }

    /** Leaves an error unreported, also by others that meet it later, such as a logger. */
    public function ignore(\Throwable $error): void
    {
        $this->seen[$error] ??= '';
    }

    /**
     * Reports a problem for which nothing was thrown.
     *
     * @param string|array<string, mixed>|null $level `fatal`, `error`, `warning`, `info` (default), or a hint
     * @param array<string, mixed> $hint
     * @example $client->captureMessage('The cache was cold', 'warning')
     */
    public function captureMessage(string $message, string|array|null $level = null, array $hint = []): ?string
    {
        $hint = is_array($level) ? $level : ['level' => $level ?? 'info'] + $hint;
        $hint += ['level' => 'info'];
        $id = $this->report(fn (Reporter $to): ?string => $to->reportMessage($message, $hint, $this->scope()));
        $this->noteError($id, $hint);
        return $id;
    }

    /**
     * Reports an error that PHP itself raised, with its type, location and, where PHP knows it, its trace.
     *
     * @param list<array<string, mixed>> $trace
     * @param array<string, mixed> $hint
     */
    public function captureError(
        string $type,
        string $message,
        string $file,
        int $line,
        array $trace = [],
        array $hint = [],
    ): ?string {
        $work = function (Reporter $to) use ($type, $message, $file, $line, $trace, $hint): ?string {
            return $to->reportError($type, $message, $file, $line, $trace, $hint, $this->scope());
        };
        $id = $this->report($work);
        $this->noteError($id, $hint + ['level' => 'error']);
        return $id;
    }

    /**
     * Reports what a person says, in a form of the program.
     *
     * @param array{
     *     name?: ?string, email?: ?string, url?: ?string, eventId?: ?string, id?: ?string, screenshot?: ?string
     * } $details `eventId`: the event that it is about, by default the last one of this process; `screenshot`: a JPEG
     *     in base64, kept with that event
     * @return string|null the id of the feedback; null when it is not sent
     * @example $client->captureFeedback('The button does nothing', ['email' => $form->email])
     */
    public function captureFeedback(string $message, array $details = []): ?string
    {
        $text = trim(Scrub::cleanText($message, 4096));
        if ($text === '') {
            return null;
        }
        $eventId = $details['eventId'] ?? $this->lastEventId;
        $fields = [
            'app_id' => $this->options->appId,
            'id' => $details['id'] ?? Uuid7::create(),
            'message' => $text,
            'name' => self::shortOf($details['name'] ?? null, 200),
            'email' => self::shortOf($details['email'] ?? null, 254),
            'url' => isset($details['url']) ? Scrub::cleanUrl($details['url']) : null,
            'event_id' => $eventId,
            'screenshot' => $eventId === null ? null : $details['screenshot'] ?? null,
        ];
        return $this->report(static function (Reporter $to) use ($fields): string {
            $to->addItems([$fields['id'] . '.' . Item::FEEDBACK => Item::toBody($fields)]);
            return $fields['id'];
        });
    }

    /**
     * Tells a monitor that a scheduled job has begun or ended. It is sent at once, and never later: a job whose report
     * is late was late. `withMonitor` does it for a function.
     *
     * @param 'in_progress'|'ok'|'error' $status
     * @param array<string, mixed> $details see `withMonitor`; `checkInId` and `durationMs` belong to the end
     * @return string|null the id to end it by; null while Bugle is off
     */
    public function captureCheckIn(string $monitor, string $status, array $details = []): ?string
    {
        if ($this->isBusy || $this->isClosed) {
            return null;
        }
        $isNamed = array_key_exists('checkInId', $details);
        $id = $isNamed ? $details['checkInId'] : Uuid7::create();
        $fields = [
            'app_id' => $this->options->appId,
            'monitor' => Scrub::cleanText($monitor, 200),
            'status' => $status,
            'check_in_id' => $id,
            'duration_ms' => $details['durationMs'] ?? null,
            'environment' => $this->options->environment,
            'schedule' => $details['schedule'] ?? null,
            'timezone' => $details['timezone'] ?? null,
            'margin_minutes' => $details['marginMinutes'] ?? null,
            'max_runtime_minutes' => $details['maxRuntimeMinutes'] ?? null,
            'failure_threshold' => $details['failureThreshold'] ?? null,
            'recovery_threshold' => $details['recoveryThreshold'] ?? null,
        ];
        $this->guard(fn (): bool => $this->reporter()->sendCheckIn($fields));
        return $id;
    }

    /**
     * Runs a scheduled job, and tells its monitor when it begins, and how it ends. What it throws is thrown on.
     *
     * @template T
     * @param callable(): T $job
     * @param string|array{
     *     schedule?: string, timezone?: string, marginMinutes?: int, maxRuntimeMinutes?: int, failureThreshold?: int,
     *     recoveryThreshold?: int
     * } $schedule a crontab or `every 5 minutes`, which makes the monitor or changes it; or that with further settings
     * @return T
     * @example $client->withMonitor('nightly-backup', fn () => backUp(), '0 3 * * *')
     */
    public function withMonitor(string $monitor, callable $job, string|array $schedule = []): mixed
    {
        $details = is_string($schedule) ? ['schedule' => $schedule] : $schedule;
        $id = $this->captureCheckIn($monitor, 'in_progress', $details);
        $began = hrtime(true);
        $status = 'error';
        try {
            $result = $job();
            $status = 'ok';
            return $result;
        } finally {
            $took = ['durationMs' => intdiv(hrtime(true) - $began, 1_000_000)];
            $this->captureCheckIn($monitor, $status, ['checkInId' => $id] + $took + $details);
        }
    }

    /**
     * Begins a request, unless one has begun. It counts as a session if the program has a release. For frameworks and
     * workers.
     */
    public function beginSession(): void
    {
        if ($this->options->sessions && $this->options->release !== null && !$this->isClosed) {
            $this->session ??= SessionCounts::EXITED;
        }
    }

    /** Ends the request, if there is one, and counts it. */
    public function endSession(): void
    {
        $how = $this->session;
        $this->session = null;
        if ($how === null) {
            return;
        }
        $this->guard(function () use ($how): void {
            // Most requests have nothing to send, and need not load what does.
            $store = DirectoryStore::of($this->options);
            $items = $store === null ? [] : (new SessionCounts($this->options, $store))->add($how);
            if ($items !== []) {
                $this->reporter()->addItems($items);
            }
        });
    }

    /**
     * Adds a breadcrumb; an event carries the last 50.
     *
     * @param array{category: string, message: string, ts?: int, data?: array<array-key, mixed>} $breadcrumb
     */
    public function addBreadcrumb(array $breadcrumb, ?Scope $scope = null): void
    {
        if ($this->isBusy || $this->isClosed || $this->options->maxBreadcrumbs < 1) {
            return;
        }
        $this->isBusy = true;
        try {
            $ts = $breadcrumb['ts'] ?? null;
            $kept = [
                'category' => Scrub::cleanText($breadcrumb['category'] ?? '', 100),
                'message' => Scrub::cleanText($breadcrumb['message'] ?? '', 1024),
                'ts' => is_int($ts) && $ts > 0 ? $ts : (int) (microtime(true) * 1000),
            ];
            if (isset($breadcrumb['data']) && $breadcrumb['data'] !== []) {
                $kept['data'] = Plain::copyMap($breadcrumb['data'], $this->options->scrubKeys, 200);
            }
            if ($this->options->beforeBreadcrumb !== null) {
                $fields = ['category', 'message', 'ts'];
                $kept = Hook::run($this->options, $kept, $fields, $this->options->beforeBreadcrumb);
            }
            if ($kept !== null) {
                ($scope ?? end($this->scopes))->keepBreadcrumb($kept, $this->options->maxBreadcrumbs);
            }
        } catch (\Throwable $failure) {
            Hook::log($this->options, $failure);
        } finally {
            $this->isBusy = false;
        }
    }

    /**
     * Sets the affected user by an anonymous id; nothing else is kept. null clears it.
     *
     * @param array{id?: string|int|null}|null $user
     */
    public function setUser(?array $user): void
    {
        $this->scope()->setUser($user);
    }

    /** Sets a tag: a short value that events can be searched by. */
    public function setTag(string $name, mixed $value): void
    {
        $this->scope()->setTag($name, $value);
    }

    /**
     * Sets several tags.
     *
     * @param array<array-key, mixed> $tags
     */
    public function setTags(array $tags): void
    {
        $this->scope()->setTags($tags);
    }

    /**
     * Sets a named group of facts. A closure is evaluated when an event is built; null removes the group.
     *
     * @param array<array-key, mixed>|\Closure(): ?array<array-key, mixed>|null $facts
     */
    public function setContext(string $name, array|\Closure|null $facts): void
    {
        $this->scope()->setContext($name, $facts);
    }

    /** Sets extra data of any shape. */
    public function setExtra(string $name, mixed $value): void
    {
        $this->scope()->setExtra($name, $value);
    }

    /** Returns the scope of the running work. */
    public function scope(): Scope
    {
        return $this->scopes[array_key_last($this->scopes)];
    }

    /**
     * Runs work in a scope of its own, so that what is set inside does not leak out.
     *
     * @template T
     * @param callable(Scope): T $work
     * @return T
     */
    public function withScope(callable $work): mixed
    {
        $depth = count($this->scopes);
        try {
            return $work($this->pushScope());
        } finally {
            $this->scopes = array_slice($this->scopes, 0, $depth);
        }
    }

    /** Opens a scope until `popScope`, for frameworks that announce begin and end of work by events. */
    public function pushScope(): Scope
    {
        // Bounded, because an end may never be announced.
        if (count($this->scopes) >= 50) {
            array_splice($this->scopes, 1, 1);
        }
        $scope = clone $this->scope();
        $this->scopes[] = $scope;
        return $scope;
    }

    /** Closes the scope that `pushScope` opened; the first one stays. */
    public function popScope(): void
    {
        if (count($this->scopes) > 1) {
            array_pop($this->scopes);
        }
    }

    /** Opens a scope that knows nothing of earlier work, in place of all open ones: a worker's next job. */
    public function freshScope(): Scope
    {
        $this->scopes = array_slice($this->scopes, 0, 1);
        return $this->pushScope();
    }

    /**
     * Sends the waiting events now, for at most the timeout.
     *
     * @param bool $isForced also sends what the store has, and although an earlier failure asks for a pause
     * @return bool whether the server has every one; the rest is still sent later
     */
    public function flush(?int $timeoutMs = null, bool $isForced = false): bool
    {
        if (($this->reporter === null && !$isForced) || !$this->options->enabled) {
            return true;
        }
        $work = fn (): bool => $this->reporter()->flush($timeoutMs ?? $this->options->exitTimeoutMs, $isForced);
        return Hook::guard($this->options, $work) === true;
    }

    /**
     * Runs work of a framework package; an error in it is ours, and must not reach the program.
     *
     * @internal
     */
    public function guard(\Closure $work, mixed ...$given): mixed
    {
        return Hook::guard($this->options, $work, ...$given);
    }

    /** Sends a few events that earlier processes left, for a worker that has nothing to do. */
    public function drainIdle(): void
    {
        Hook::guard($this->options, fn () => $this->reporter()->drainIdle());
    }

    /** Sends each event as it is made, from now on: in a worker nobody waits. */
    public function sendAtOnce(): void
    {
        $this->sendsAtOnce = $this->options->send === Options::SEND_AFTER;
    }

    /** Sends the waiting events, then ignores new ones. */
    public function close(?int $timeoutMs = null): bool
    {
        $isSent = $this->flush($timeoutMs);
        $this->isClosed = true;
        $this->end();
        return $isSent;
    }

    /** Finishes the response where the server can, sends, and keeps the counts of lost events for the next process. */
    public function end(): void
    {
        $this->endSession();
        if ($this->reporter !== null) {
            Hook::guard($this->options, $this->reporter->end(...));
        }
    }

    /**
     * Prepares for the report of a fatal error, which may have happened within our own work.
     *
     * @internal
     * @param bool $isShort forgets breadcrumbs, because memory has run out
     */
    public function beginEnd(bool $isShort): void
    {
        $this->isEnding = true;
        $this->isBusy = false;
        foreach ($isShort ? $this->scopes : [] as $scope) {
            $scope->forgetBreadcrumbs();
        }
    }

    /**
     * Notes an error for the session of the request, and for feedback.
     *
     * @param array<string, mixed> $hint
     */
    private function noteError(?string $id, array $hint): void
    {
        if ($id === null) {
            return;
        }
        $this->lastEventId = $id;
        if ($this->session === null || !in_array($hint['level'] ?? null, ['error', 'fatal'], true)) {
            return;
        }
        $isHandled = ($hint['mechanism']['handled'] ?? true) !== false;
        $this->session = $isHandled && $this->session !== SessionCounts::CRASHED
            ? SessionCounts::ERRORED
            : SessionCounts::CRASHED;
    }

    private static function shortOf(mixed $text, int $max): ?string
    {
        return is_string($text) && trim($text) !== '' ? Scrub::toText(trim($text), $max) : null;
    }

    /** @param \Closure(Reporter): ?string $work */
    private function report(\Closure $work): ?string
    {
        // Errors that the host's hooks cause inside our work would never end.
        if ($this->isBusy || $this->isClosed) {
            return null;
        }
        $this->isBusy = true;
        try {
            $id = $work($this->reporter());
        } catch (\Throwable $failure) {
            Hook::log($this->options, $failure);
            return null;
        } finally {
            $this->isBusy = false;
        }
        if (!$this->isEnding) {
            Hook::guard($this->options, fn () => $this->reporter()->sendSoon($this->sendsAtOnce));
        }
        return $id;
    }

    private function reporter(): Reporter
    {
        return $this->reporter ??= new Reporter($this->options, $this->transport);
    }
}
