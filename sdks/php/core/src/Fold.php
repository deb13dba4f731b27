<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Folds equal errors of one process. The first few pass unchanged; the rest become one event with `repeat` and
 * `users`, passed on after ten seconds or at the end. An event that was passed on never changes, so a retry always
 * counts the same.
 *
 * PHP has no timers: the ten seconds are checked when an error is added and on `tick`.
 */
final class Fold
{
    private const FIRST_FEW = 3;
    private const WINDOW_SECONDS = 10.0;
    private const MAX_SERIES = 100;
    private const MAX_REPEAT = 10_000;
    /** The most users the server accepts per event. */
    private const MAX_USERS = 1000;

    /**
     * @var array<string, array{
     *     since: float, passed: int, held: ?array<string, mixed>, users: array<array-key, int>
     * }>
     */
    private array $series = [];

    /** @param \Closure(array<string, mixed>): void $passOn */
    public function __construct(private readonly \Closure $passOn)
    {
    }

    /**
     * Takes an event; returns the id under which it will be reported.
     *
     * @param array<string, mixed> $event
     */
    public function add(array $event, ?float $now = null): string
    {
        $now ??= microtime(true);
        $this->tick($now);
        $key = self::keyOf($event);
        if (!isset($this->series[$key])) {
            $this->begin($key, $now);
        }
        if ($this->series[$key]['held'] === null && $this->series[$key]['passed'] < self::FIRST_FEW) {
            $this->series[$key]['passed'] += 1;
            ($this->passOn)($event);
            return $event['event_id'];
        }
        return $this->hold($key, $event);
    }

    /** Passes on held events whose ten seconds are over, and forgets series that were quiet that long. */
    public function tick(?float $now = null): void
    {
        $now ??= microtime(true);
        foreach ($this->series as $key => $series) {
            // A clock put back must not hold an event forever.
            if (abs($now - $series['since']) < self::WINDOW_SECONDS) {
                continue;
            }
            if ($series['held'] === null) {
                unset($this->series[$key]);
                continue;
            }
            $this->release($key);
            $this->series[$key]['since'] = $now;
        }
    }

    /** Passes on every held event. */
    public function releaseAll(): void
    {
        foreach (array_keys($this->series) as $key) {
            $this->release((string) $key);
        }
    }

    /** Forgets everything: after a fork, the parent has it. */
    public function forget(): void
    {
        $this->series = [];
    }

    /** @param array<string, mixed> $event */
    private function hold(string $key, array $event): string
    {
        $user = $event['user']['id'] ?? null;
        $users = $this->series[$key]['users'];
        if ($user !== null && !isset($users[$user]) && count($users) >= self::MAX_USERS) {
            $this->release($key);
        }
        $series = &$this->series[$key];
        if ($series['held'] === null) {
            $series['held'] = $event;
            $series['held']['repeat'] = 1;
        } else {
            $series['held']['repeat'] += 1;
            // A tag is kept only if all folded events share it.
            foreach ($series['held']['tags'] ?? [] as $name => $value) {
                if (($event['tags'][$name] ?? null) !== $value) {
                    unset($series['held']['tags'][$name]);
                }
            }
        }
        if ($user !== null) {
            $series['users'][$user] = ($series['users'][$user] ?? 0) + 1;
        }
        $id = $series['held']['event_id'];
        if ($series['held']['repeat'] >= self::MAX_REPEAT) {
            $this->release($key);
        }
        return $id;
    }

    private function begin(string $key, float $now): void
    {
        if (count($this->series) >= self::MAX_SERIES) {
            $oldest = (string) array_key_first($this->series);
            $this->release($oldest);
            unset($this->series[$oldest]);
        }
        $this->series[$key] = ['since' => $now, 'passed' => 0, 'held' => null, 'users' => []];
    }

    private function release(string $key): void
    {
        $held = $this->series[$key]['held'];
        if ($held === null) {
            return;
        }
        $users = $this->series[$key]['users'];
        $this->series[$key]['held'] = null;
        $this->series[$key]['users'] = [];
        $repeat = $held['repeat'];
        if ($repeat === 1) {
            unset($held['repeat']);
        }
        // A single user is already in the event itself.
        $own = $held['user']['id'] ?? '';
        if (count($users) > 1 || (count($users) === 1 && ($users[$own] ?? 0) !== $repeat)) {
            $held['users'] = [];
            foreach ($users as $id => $count) {
                $held['users'][] = ['id' => (string) $id, 'count' => $count];
            }
        }
        ($this->passOn)($held);
    }

    /**
     * Builds the key of equal errors: text, stack and kind. Users and other data are ignored.
     *
     * @param array<string, mixed> $event
     */
    private static function keyOf(array $event): string
    {
        return hash('xxh128', serialize(array_map(
            static fn (string $field): mixed => $event[$field] ?? null,
            ['exception_type', 'message', 'stack', 'exceptions', 'fingerprint', 'level', 'mechanism', 'environment'],
        )));
    }
}
