<?php

declare(strict_types=1);

namespace Bugle;

/** Counts of unreported events by reason, until an event carries them. */
final class Drops
{
    /** One less than the twenty an event may carry, which leaves room for `other`. */
    private const MAX_REASONS = 19;

    /** @var array<string, int> */
    private array $counts = [];

    public function add(string $reason, int $count = 1): void
    {
        $isKnown = isset($this->counts[$reason]) || count($this->counts) < self::MAX_REASONS;
        $name = $isKnown ? $reason : 'other';
        $this->counts[$name] = ($this->counts[$name] ?? 0) + $count;
    }

    /** Counts an event that was to be sent, as often as it stands for, and takes back the counts it carried. */
    public function addEvent(string $reason, string $body): void
    {
        $event = json_decode($body, true);
        $this->add($reason, is_int($event['repeat'] ?? null) ? $event['repeat'] : 1);
        foreach ($event['client_drops'] ?? [] as $carried) {
            $this->add((string) ($carried['reason'] ?? 'other'), (int) ($carried['count'] ?? 0));
        }
    }

    /** Counts an item that was to be sent; only events are counted. */
    public function addItem(string $reason, string $id, string $body): void
    {
        if (Item::kindOf($id) === null) {
            $this->addEvent($reason, $body);
        }
    }

    /**
     * Returns the counts and resets them.
     *
     * @return list<array{reason: string, count: int}>
     */
    public function take(): array
    {
        $taken = [];
        foreach ($this->counts as $reason => $count) {
            if ($count > 0) {
                $taken[] = ['reason' => (string) $reason, 'count' => $count];
            }
        }
        $this->counts = [];
        return $taken;
    }
}
