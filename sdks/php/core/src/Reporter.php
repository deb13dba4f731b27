<?php

declare(strict_types=1);

namespace Bugle;

use Bugle\Transport\Transport;

/**
 * Takes an event from its building to its delivery: what the scope adds, what the host's rules drop, what is folded.
 * Loaded with the first error; most requests have none.
 *
 * @internal
 */
final class Reporter
{
    private readonly EventBuilder $builder;
    private readonly Fold $fold;
    private readonly Drops $drops;
    private readonly ?DirectoryStore $store;
    private readonly Delivery $delivery;
    private float $sentAt = 0.0;
    private int $pid;

    public function __construct(private readonly Options $options, ?Transport $transport)
    {
        $this->builder = new EventBuilder($options);
        $this->fold = new Fold($this->enqueue(...));
        $this->drops = new Drops();
        $this->store = DirectoryStore::of($options);
        $this->delivery = new Delivery($options, $transport, $this->store, $this->drops);
        $this->pid = (int) getmypid();
    }

    /**
     * Reports a thrown value.
     *
     * @param array<string, mixed> $hint
     */
    public function reportThrown(mixed $error, array $hint, Scope $scope): ?string
    {
        return $this->report(fn (): array => $this->builder->fromThrown($error, $hint), $hint, $scope, $error);
    }

    /** @param array<string, mixed> $hint */
    public function reportMessage(string $message, array $hint, Scope $scope): ?string
    {
        return $this->report(fn (): array => $this->builder->fromMessage($message), $hint, $scope);
    }

    /**
     * Reports an error that PHP itself raised.
     *
     * @param list<array<string, mixed>> $trace
     * @param array<string, mixed> $hint
     */
    public function reportError(
        string $type,
        string $message,
        string $file,
        int $line,
        array $trace,
        array $hint,
        Scope $scope,
    ): ?string {
        $build = fn (): array => $this->builder->fromError($type, $message, $file, $line, $trace);
        return $this->report($build, $hint, $scope);
    }

    /**
     * Adds items beside events to what is sent.
     *
     * @param array<string, string> $items bodies by id
     */
    public function addItems(array $items): void
    {
        $this->checkFork();
        foreach ($items as $id => $body) {
            $this->delivery->add($id, $body);
        }
    }

    /**
     * Sends a check-in now: it is of the time at which it arrives.
     *
     * @param array<string, mixed> $fields
     */
    public function sendCheckIn(array $fields): bool
    {
        $this->checkFork();
        $id = Item::newId(Item::CHECK_IN);
        return $this->delivery->sendNow($id, Item::toBody($fields), $this->options->exitTimeoutMs);
    }

    /** Sends the waiting events; see `Client::flush`. */
    public function flush(int $timeoutMs, bool $isForced): bool
    {
        $this->checkFork();
        $this->fold->releaseAll();
        $this->sentAt = microtime(true);
        return $this->delivery->send($timeoutMs, $isForced);
    }

    /** Sends a few events that earlier processes left. */
    public function drainIdle(): void
    {
        $this->fold->tick();
        if ($this->delivery->isEmpty()) {
            $this->delivery->drainIdle();
        } else {
            $this->flush($this->options->exitTimeoutMs, false);
        }
    }

    /** Finishes the response where the server can, sends, and keeps the counts of lost events for the next process. */
    public function end(): void
    {
        $this->checkFork();
        $this->fold->releaseAll();
        if (!$this->delivery->isEmpty() && $this->options->send !== Options::SEND_STORE) {
            $this->finishRequest();
            $this->flush($this->options->exitTimeoutMs, false);
        }
        $this->store?->keepDrops($this->drops);
    }

    /**
     * Sends at once where nobody waits: if asked to, and in a command that has been collecting for a while, since it
     * may never end.
     */
    public function sendSoon(bool $sendsAtOnce): void
    {
        if ($this->delivery->isEmpty()) {
            return;
        }
        $this->sentAt = $this->sentAt ?: microtime(true);
        $isLate = PHP_SAPI === 'cli' && ($this->delivery->hasMany() || microtime(true) - $this->sentAt > 5);
        $isNow = $sendsAtOnce || $this->options->send === Options::SEND_NOW;
        if ($isNow || ($this->options->send === Options::SEND_AFTER && $isLate)) {
            $this->sentAt = microtime(true);
            $this->delivery->send($this->options->exitTimeoutMs);
        }
    }

    /**
     * @param \Closure(): array<string, mixed> $build
     * @param array<string, mixed> $hint
     */
    private function report(\Closure $build, array $hint, Scope $scope, mixed $error = null): ?string
    {
        try {
            $this->checkFork();
            return $this->finish($this->completed($build(), $hint, $scope), $error);
        } catch (\Throwable $failure) {
            $this->drops->add('client_error');
            Hook::log($this->options, $failure);
            return null;
        }
    }

    /**
     * @param array<string, mixed> $event
     * @param array<string, mixed> $hint
     * @return array<string, mixed>
     */
    private function completed(array $event, array $hint, Scope $scope): array
    {
        $scope = self::scopeWith($hint, $scope);
        $details = $event['extra'];
        $ask = fn (\Closure $work): mixed => Hook::guard($this->options, $work);
        $event = $scope->applyTo($event, $ask, $this->options->scrubKeys, $this->options->maxBreadcrumbs);
        $extra = isset($hint['extra']) ? Plain::copyMap($hint['extra'], $this->options->scrubKeys) : [];
        $event['extra'] = $details + $extra + $event['extra'];
        if (is_array($hint['mechanism'] ?? null)) {
            $event['mechanism'] = [
                'type' => Scrub::toText($hint['mechanism']['type'] ?? 'generic', 200),
                'handled' => ($hint['mechanism']['handled'] ?? true) !== false,
            ];
        }
        if (is_string($hint['screenshot'] ?? null)) {
            $event['screenshot'] = $hint['screenshot'];
        }
        $event['attachments'] = [...Item::filesOf($hint['attachments'] ?? null), ...$scope->attachments()];
        return $event;
    }

    /** @param array<string, mixed> $event */
    private function finish(array $event, mixed $error): ?string
    {
        $files = array_slice($event['attachments'], 0, Item::MAX_FILES);
        unset($event['attachments']);
        $reason = $this->reasonToDrop($event, $error);
        if ($reason !== null) {
            $this->drops->add($reason);
            return null;
        }
        $chosen = $this->options->fingerprint;
        if ($chosen instanceof \Closure && !isset($event['fingerprint'])) {
            $chosen = Hook::guard($this->options, $chosen, $event);
        }
        $parts = $event['fingerprint'] ?? $chosen;
        unset($event['fingerprint']);
        if (is_array($parts) && $parts !== []) {
            $event['fingerprint'] = Scope::partsOf($parts);
        }
        if ($this->options->beforeSend !== null) {
            $hook = fn (array $copy): mixed => ($this->options->beforeSend)($copy, ['error' => $error]);
            $result = Hook::run($this->options, $event, ['app_id', 'exception_type', 'message'], $hook);
            if ($result === null) {
                $this->drops->add('before_send');
                return null;
            }
            // A hook may not change the fields that counting depends on.
            foreach (['event_id', 'timestamp', 'platform', 'sdk'] as $field) {
                $result[$field] = $event[$field];
            }
            unset($result['repeat'], $result['users'], $result['client_drops']);
            $event = $result;
        }
        return $this->fold->add(['attachments' => $files] + $event);
    }

    /** @param array<string, mixed> $event */
    private function reasonToDrop(array $event, mixed $error): ?string
    {
        $title = $event['exception_type'] . ': ' . $event['message'];
        foreach ($this->options->ignoreErrors as $rule) {
            if ((is_object($error) && is_a($error, $rule)) || self::matches($rule, $title)) {
                return 'ignored';
            }
        }
        $rate = $this->options->sampleRate;
        return $rate < 1 && mt_rand() / mt_getrandmax() >= $rate ? 'sampled' : null;
    }

    /** @param array<string, mixed> $event */
    private function enqueue(array $event): void
    {
        try {
            $files = $event['attachments'] ?? [];
            unset($event['attachments']);
            $this->store?->takeDrops($this->drops);
            $event['client_drops'] = $this->drops->take();
            foreach (['tags', 'contexts', 'extra', 'exceptions', 'breadcrumbs', 'client_drops'] as $field) {
                if (($event[$field] ?? null) === []) {
                    unset($event[$field]);
                }
            }
            $this->delivery->add($event['event_id'], Shrink::toBody($event));
            foreach ($files as ['name' => $name, 'type' => $type, 'data' => $data]) {
                $file = ['event_id' => $event['event_id'], 'name' => $name, 'type' => $type];
                $file['data'] = base64_encode($data);
                $this->delivery->add(Item::newId(Item::FILE), Item::toBody($file));
            }
        } catch (\Throwable $failure) {
            $this->drops->add('client_error', $event['repeat'] ?? 1);
            Hook::log($this->options, $failure);
        }
    }

    /** Lets the visitor go before sending. */
    private function finishRequest(): void
    {
        if (!$this->options->finishRequest || PHP_SAPI === 'cli') {
            return;
        }
        // Otherwise the visitor's next request waits for us behind the lock of the session.
        if (function_exists('session_status') && session_status() === PHP_SESSION_ACTIVE) {
            session_write_close();
        }
        if (function_exists('fastcgi_finish_request')) {
            fastcgi_finish_request();
        } elseif (function_exists('litespeed_finish_request')) {
            litespeed_finish_request();
        }
    }

    /** Forgets what the parent of a forked process has: both would send and count it. */
    private function checkFork(): void
    {
        $pid = (int) getmypid();
        if ($pid !== $this->pid) {
            $this->pid = $pid;
            $this->fold->forget();
            $this->drops->take();
            $this->delivery->forget();
        }
    }

    /**
     * Returns the scope with a hint's additions.
     *
     * @param array<string, mixed> $hint
     */
    private static function scopeWith(array $hint, Scope $current): Scope
    {
        if ($hint === []) {
            return $current;
        }
        $scope = clone $current;
        if (is_array($hint['tags'] ?? null)) {
            $scope->setTags($hint['tags']);
        }
        if (array_key_exists('user', $hint)) {
            $scope->setUser(is_array($hint['user']) ? $hint['user'] : null);
        }
        foreach (is_array($hint['contexts'] ?? null) ? $hint['contexts'] : [] as $name => $facts) {
            $scope->setContext((string) $name, is_array($facts) || $facts instanceof \Closure ? $facts : null);
        }
        if (is_string($hint['level'] ?? null) && in_array($hint['level'], EventBuilder::LEVELS, true)) {
            $scope->setLevel($hint['level']);
        }
        if (is_array($hint['fingerprint'] ?? null)) {
            $scope->setFingerprint($hint['fingerprint']);
        }
        return $scope;
    }

    private static function matches(string $rule, string $title): bool
    {
        $isExpression = preg_match('~^([/#\~]).+\1[a-zA-Z]*$~s', $rule) === 1;
        return $isExpression ? @preg_match($rule, $title) === 1 : $rule !== '' && str_contains($title, $rule);
    }
}
