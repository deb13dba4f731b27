<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Keeps events as files until the server has them, in a directory that only its user may read. Processes share it.
 * It holds events and counts, no token.
 *
 * Without a writable directory, events are sent once, from memory.
 */
final class DirectoryStore
{
    /** Events and items beside them are counted apart: a day of sessions costs no error. */
    private const MAX_FILES = 100;
    private const MAX_AGE_MS = 30 * 86_400_000;
    /** Younger events are still being sent by the process that made them. */
    private const OWNED_MS = 10_000;
    private const NAME = '/^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.[a-z-]{1,20})?)\.json$/';

    private bool $isOpen = false;

    public function __construct(public readonly string $directory)
    {
    }

    /** Returns the store of a program; null if it keeps events in memory only. */
    public static function of(Options $options): ?self
    {
        return $options->storeDirectory === false
            ? null
            : new self($options->storeDirectory ?? self::defaultDirectory($options));
    }

    /**
     * Names the directory of a user and project: programs of several projects must not send each other's events.
     */
    public static function defaultDirectory(Options $options): string
    {
        $project = substr(hash('sha256', $options->endpoint . "\n" . $options->token), 0, 16);
        $user = function_exists('posix_geteuid') ? (string) posix_geteuid() : get_current_user();
        return sys_get_temp_dir() . "/bugle-$user-$project";
    }

    /** Writes an event; returns whether it is on disk. */
    public function put(string $id, string $body, Drops $drops): bool
    {
        if (!$this->open()) {
            return false;
        }
        $this->makeRoom($drops, self::isEvent($id));
        return $this->write("$id.json", $body);
    }

    public function remove(string $id): void
    {
        @unlink("$this->directory/$id.json");
    }

    /** Returns whether there is a directory at all, without creating it. */
    public function exists(): bool
    {
        return is_dir($this->directory);
    }

    /**
     * Reads waiting events, oldest first, then items beside them.
     *
     * @param bool $isForced also those that another process may be sending
     * @return array<string, string> bodies by id
     */
    public function read(int $max, bool $isForced = false): array
    {
        $youngest = Uuid7::timePart((int) (microtime(true) * 1000) - self::OWNED_MS);
        $events = [];
        $ids = $this->ids();
        $items = array_filter($ids, static fn (string $id): bool => !self::isEvent($id));
        foreach ([...array_diff($ids, $items), ...$items] as $id) {
            if (count($events) >= $max) {
                break;
            }
            if (!$isForced && $id > $youngest) {
                continue;
            }
            $body = @file_get_contents("$this->directory/$id.json");
            if ($body === false) {
                continue;
            }
            if (json_decode($body) === null) {
                $this->remove($id);
                continue;
            }
            $events[$id] = $body;
        }
        return $events;
    }

    /** Keeps counts of lost events for the next process that sends. */
    public function keepDrops(Drops $drops): void
    {
        $counts = $drops->take();
        if ($counts === [] || !$this->open()) {
            return;
        }
        $this->withDrops(static function (array $known) use ($counts): array {
            $all = new Drops();
            foreach ([...$known, ...$counts] as $one) {
                $all->add((string) $one['reason'], (int) $one['count']);
            }
            return $all->take();
        });
    }

    /** Moves the counts that earlier processes left to those of this one. */
    public function takeDrops(Drops $drops): void
    {
        if (!is_file("$this->directory/drops")) {
            return;
        }
        $this->withDrops(static function (array $known) use ($drops): array {
            foreach ($known as $one) {
                $drops->add((string) $one['reason'], (int) $one['count']);
            }
            return [];
        });
    }

    /**
     * Runs work that one process at a time may do; returns false without doing it if another one is at it.
     *
     * @param \Closure(): bool $work
     */
    public function alone(\Closure $work): bool
    {
        if (!$this->exists()) {
            return $work();
        }
        $lock = @fopen("$this->directory/lock", 'c');
        if ($lock === false) {
            return false;
        }
        try {
            return flock($lock, LOCK_EX | LOCK_NB) && $work();
        } finally {
            fclose($lock);
        }
    }

    /** Replaces a file at once: a process killed in between leaves the former one. */
    public function write(string $name, string $content): bool
    {
        if (!$this->open()) {
            return false;
        }
        $part = "$this->directory/$name." . getmypid() . '.part';
        if (@file_put_contents($part, $content) === strlen($content) && @rename($part, "$this->directory/$name")) {
            return true;
        }
        @unlink($part);
        return false;
    }

    /** @param \Closure(list<array{reason: string, count: int}>): list<array{reason: string, count: int}> $change */
    private function withDrops(\Closure $change): void
    {
        $this->withFile('drops', $change);
    }

    /**
     * Changes a file of JSON that processes share, one after the other.
     *
     * @param \Closure(array<array-key, mixed>): array<array-key, mixed> $change
     */
    public function withFile(string $name, \Closure $change): void
    {
        $file = $this->open() ? @fopen("$this->directory/$name", 'c+') : false;
        if ($file === false) {
            return;
        }
        flock($file, LOCK_EX);
        $known = json_decode((string) stream_get_contents($file), true);
        $changed = $change(is_array($known) ? $known : []);
        $text = $changed === [] ? '' : (string) json_encode($changed);
        // Written before it is cut: file systems flush a file that is emptied and written.
        rewind($file);
        fwrite($file, $text);
        fflush($file);
        ftruncate($file, strlen($text));
        fclose($file);
    }

    private static function isEvent(string $id): bool
    {
        return Item::kindOf($id) === null;
    }

    /** Deletes the oldest events, or items beside them, beyond the limits; events are counted. */
    private function makeRoom(Drops $drops, bool $areEvents): void
    {
        $isAlike = static fn (string $id): bool => self::isEvent($id) === $areEvents;
        $ids = array_values(array_filter($this->ids(), $isAlike));
        $oldest = Uuid7::timePart((int) (microtime(true) * 1000) - self::MAX_AGE_MS);
        $surplus = count($ids) - self::MAX_FILES + 1;
        foreach ($ids as $at => $id) {
            if ($at >= $surplus && $id > $oldest) {
                return;
            }
            $body = (string) @file_get_contents("$this->directory/$id.json");
            // Two processes may delete the same file: one counts it.
            if (@unlink("$this->directory/$id.json")) {
                $drops->addItem('store_full', $id, $body);
            }
        }
    }

    /** @return list<string> oldest first */
    private function ids(): array
    {
        $ids = [];
        foreach (@scandir($this->directory) ?: [] as $name) {
            if (preg_match(self::NAME, $name, $found) === 1) {
                $ids[] = $found[1];
            }
        }
        return $ids;
    }

    /** Creates the directory, and rejects one of another user: everyone may write to the temporary directory. */
    private function open(): bool
    {
        if ($this->isOpen) {
            return true;
        }
        if (!is_dir($this->directory)) {
            @mkdir($this->directory, 0700, true);
        }
        clearstatcache(true, $this->directory);
        $isOwn = !is_link($this->directory)
            && (!function_exists('posix_geteuid') || @fileowner($this->directory) === posix_geteuid());
        $this->isOpen = $isOwn && is_dir($this->directory) && is_writable($this->directory);
        return $this->isOpen;
    }
}
