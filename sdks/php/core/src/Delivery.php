<?php

declare(strict_types=1);

namespace Bugle;

use Bugle\Transport\Transport;

/**
 * Delivers events, and what stands beside them: each is written to the store when it is made, sent when nobody waits,
 * and removed when the server has responded 202. The id of another item than an event ends with its kind:
 * `…c21.feedback`.
 */
final class Delivery
{
    /** Bytes of waiting events, and of waiting items. */
    private const MAX_BYTES = 8_000_000;
    private const DRAIN_EVENTS = 10;
    private const DRAIN_MS = 1000;
    /** Waiting that are not sent later, but at once, in a command without an end. */
    private const MANY = 20;

    /** @var array<string, array{body: string, isStored: bool}> */
    private array $waiting = [];
    private int $limit = Shrink::MAX_BYTES;
    /** @var array<int, true> statuses that were explained */
    private array $explained = [];
    private bool $hasRefused = false;
    private readonly Circuit $circuit;
    private readonly Circuit $itemCircuit;

    public function __construct(
        private readonly Options $options,
        private ?Transport $transport,
        private readonly ?DirectoryStore $store,
        private readonly Drops $drops,
    ) {
        $this->circuit = new Circuit($store);
        $this->itemCircuit = new Circuit($store, Circuit::ITEMS);
    }

    /**
     * Returns whether memory has no room for another one like this; a stored one is not lost by that. Items beside
     * events take no room of events.
     */
    private function isFull(string $id): bool
    {
        $isEvent = Item::kindOf($id) === null;
        $count = $bytes = 0;
        foreach ($this->waiting as $other => ['body' => $body]) {
            if ((Item::kindOf($other) === null) === $isEvent) {
                $count += 1;
                $bytes += strlen($body);
            }
        }
        return $count >= $this->options->maxQueue || $bytes > self::MAX_BYTES;
    }

    /** Returns whether too many wait for a command to collect more. */
    public function hasMany(): bool
    {
        return count($this->waiting) >= min(self::MANY, $this->options->maxQueue);
    }

    public function isEmpty(): bool
    {
        return $this->waiting === [];
    }

    /** Stores an event and lets it wait. */
    public function add(string $id, string $body): void
    {
        $isStored = $this->store?->put($id, $body, $this->drops) ?? false;
        if (!$this->isFull($id)) {
            $this->waiting[$id] = ['body' => $body, 'isStored' => $isStored];
        } elseif (!$isStored) {
            $this->drops->addItem('queue_full', $id, $body);
        }
    }

    /**
     * Sends an item that says something of this moment, and is not kept for a later one.
     *
     * @return bool whether the server has it
     */
    public function sendNow(string $id, string $body, int $timeoutMs): bool
    {
        if ($this->circuit->isOpen()) {
            return false;
        }
        $this->hasRefused = false;
        return $this->sendAll([$id => $body], microtime(true) + $timeoutMs / 1000) && !$this->hasRefused;
    }

    /** Forgets everything: after a fork, the parent has it. */
    public function forget(): void
    {
        $this->waiting = [];
    }

    /**
     * Sends the waiting events, then a few that earlier processes left.
     *
     * @param bool $isForced sends although the circuit is open, and all that the store has
     * @return bool whether the server has every one; false also if it has refused one since the last call
     */
    public function send(int $timeoutMs, bool $isForced = false): bool
    {
        if (!$isForced && $this->waiting === []) {
            return true;
        }
        if (!$isForced && ($this->options->send === Options::SEND_STORE || $this->circuit->isOpen())) {
            $this->letGo();
            return $this->waiting === [] && $this->options->send === Options::SEND_STORE;
        }
        $this->hasRefused = false;
        $end = microtime(true) + $timeoutMs / 1000;
        $bodies = array_map(static fn (array $one): string => $one['body'], $this->waiting);
        $areEventsDone = $this->sendEvents(self::eventsOf($bodies), $end);
        $isDone = $areEventsDone && $this->sendItems(self::itemsOf($bodies), $end, $isForced);
        if ($areEventsDone && $this->store !== null) {
            $drainEnd = $isForced ? $end : min($end, microtime(true) + self::DRAIN_MS / 1000);
            $isDone = ($this->drain($drainEnd, $isForced) || !$isForced) && $isDone;
        }
        if (!$isDone) {
            $this->letGo();
        }
        return $isDone && !$this->hasRefused;
    }

    /** Sends a few events that earlier processes left, for a worker that has nothing to do. */
    public function drainIdle(): void
    {
        if ($this->store?->exists() === true && $this->store->read(1) !== [] && !$this->circuit->isOpen()) {
            $this->drain(microtime(true) + self::DRAIN_MS / 1000, false);
        }
    }

    private function drain(float $end, bool $isForced): bool
    {
        return $this->store === null || $this->store->alone(function () use ($end, $isForced): bool {
            do {
                $left = $this->store->read(self::DRAIN_EVENTS, $isForced);
                $isDone = $this->sendAll($left, $end, $isForced);
            } while ($isForced && $isDone && $left !== []);
            return $isDone;
        });
    }

    /**
     * Sends events, and reduced ones once more, then items.
     *
     * @param array<string, string> $bodies
     */
    private function sendAll(array $bodies, float $end, bool $isForced = false): bool
    {
        // Files follow their event.
        return $this->sendEvents(self::eventsOf($bodies), $end)
            && $this->sendItems(self::itemsOf($bodies), $end, $isForced);
    }

    /**
     * @param array<string, string> $bodies
     * @return array<string, string>
     */
    private static function eventsOf(array $bodies): array
    {
        return array_filter($bodies, static fn (string $id): bool => Item::kindOf($id) === null, ARRAY_FILTER_USE_KEY);
    }

    /**
     * @param array<string, string> $bodies
     * @return array<string, string>
     */
    private static function itemsOf(array $bodies): array
    {
        return array_diff_key($bodies, self::eventsOf($bodies));
    }

    /**
     * Sends items beside events, unless the server has asked for a pause of them.
     *
     * @param array<string, string> $items
     */
    private function sendItems(array $items, float $end, bool $isForced): bool
    {
        if ($items !== [] && !$isForced && $this->itemCircuit->isOpen()) {
            return false;
        }
        foreach ($items as $id => $body) {
            if (!$this->sendItem($id, $body, $end)) {
                return false;
            }
        }
        return true;
    }

    /** Sends an item beside events; returns whether others may follow. */
    private function sendItem(string $id, string $body, float $end): bool
    {
        $left = (int) (($end - microtime(true)) * 1000);
        if ($left < 1) {
            return false;
        }
        [$path, $sent] = Item::toRequest($id, $body, $this->options->appId);
        $this->transport ??= $this->options->newTransport();
        $url = $this->options->url() . $path;
        $response = $this->transport->send($url, $this->options->token, [$id => $sent], $left)[$id]
            ?? ['status' => 0, 'retryAfter' => null];
        $status = $response['status'];
        if ($status === 202) {
            $this->done($id);
            $this->circuit->succeed();
            $this->itemCircuit->succeed();
            return true;
        }
        if ($status >= 400 && $status < 500 && !in_array($status, [402, 404, 408, 425, 429], true)) {
            $this->explain($status);
            $this->hasRefused = true;
            $this->done($id);
            return true;
        }
        $this->debug("answered $status");
        // A server that responds may still take events: it has no room for sessions, or had too many.
        $circuit = $status === 0 ? $this->circuit : $this->itemCircuit;
        $circuit->fail($response['retryAfter']);
        return false;
    }

    /** @param array<string, string> $bodies */
    private function sendEvents(array $bodies, float $end): bool
    {
        foreach ($bodies as $id => $body) {
            if (strlen($body) > $this->limit) {
                $bodies[$id] = Shrink::toBody((array) json_decode($body, true), $this->limit);
            }
        }
        for ($round = 0; $round < 6 && $bodies !== []; $round += 1) {
            $left = (int) (($end - microtime(true)) * 1000);
            if ($left < 1) {
                return false;
            }
            $this->transport ??= $this->options->newTransport();
            $stamped = array_map(Item::stamp(...), $bodies);
            $responses = $this->transport->send($this->options->url(), $this->options->token, $stamped, $left);
            $reduced = [];
            $hasFailed = false;
            $hasPassed = false;
            foreach ($bodies as $id => $body) {
                ['status' => $status, 'retryAfter' => $retryAfter] = $response = $responses[$id]
                    ?? ['status' => 0, 'retryAfter' => null];
                // A proxy responds so while the server behind it restarts.
                $isStray = $status === 404 || ($status >= 300 && $status < 400);
                $isLater = $isStray || in_array($status, [402, 408, 425, 429], true);
                if ($status === 202) {
                    $hasPassed = true;
                    $this->done($id);
                } elseif ($status === 400 || $status === 413) {
                    $smaller = $this->reduce($id, $body, $status);
                    $reduced += $smaller === null ? [] : [$id => $smaller];
                } elseif ($status >= 400 && $status < 500 && !$isLater) {
                    $this->explain($status);
                    $this->drop($id, $body, "refused_$status");
                } elseif (!$hasFailed) {
                    // Anything else ends sending for a while; the events stay.
                    $hasFailed = true;
                    $this->debug("answered $status");
                    $failures = $this->circuit->fail($retryAfter);
                    // A first failure without a response may be the network's.
                    if ($status === 0 ? $failures > 1 : $status < 400 || $isStray || $status === 402) {
                        $this->explain($status, $response['location'] ?? null);
                    }
                }
            }
            if ($hasFailed) {
                return false;
            }
            if ($hasPassed) {
                $this->circuit->succeed();
            }
            $bodies = $reduced;
        }
        return true;
    }

    /**
     * Reduces a refused event, or drops it. 413: a proxy may allow less than Bugle, also for later events. 400: a hook
     * added something invalid, while the error itself is valid.
     */
    private function reduce(string $id, string $body, int $status): ?string
    {
        $event = (array) json_decode($body, true);
        $limit = strlen($body) >> 2;
        $smaller = $status === 413 ? Shrink::toBody($event, $limit) : Shrink::toMinimal($event);
        if ($status === 413) {
            $this->limit = max(16_384, min($this->limit, $limit));
        }
        if (strlen($smaller) < strlen($body)) {
            return $smaller;
        }
        $this->drop($id, $body, $status === 413 ? 'too_large' : 'refused_400');
        return null;
    }

    private function drop(string $id, string $body, string $reason): void
    {
        $this->hasRefused = true;
        $this->done($id);
        $this->drops->addEvent($reason, $body);
    }

    private function done(string $id): void
    {
        unset($this->waiting[$id]);
        $this->store?->remove($id);
    }

    /** Leaves stored events to whoever sends next; the others wait in memory. */
    private function letGo(): void
    {
        foreach ($this->waiting as $id => ['isStored' => $isStored]) {
            if ($isStored) {
                unset($this->waiting[$id]);
            }
        }
    }

    /** Explains to whoever sets Bugle up why nothing arrives. */
    private function explain(int $status, ?string $location = null): void
    {
        if (isset($this->explained[$status])) {
            return;
        }
        $this->explained[$status] = true;
        $url = $this->options->url();
        $hint = match (true) {
            $status === 401 => 'check the token',
            $status === 402 => 'the subscription has ended',
            $status === 403 => 'check the app id',
            $status === 400, $status === 413 => 'an item is wrong or too large',
            $location !== null => 'set the endpoint to '
                . preg_replace('~/ingest\b.*~', '', Scrub::cleanUrl($location)),
            default => 'no Bugle there; check the endpoint',
        };
        if ($status === 0) {
            ErrorLog::daily("$url answered nothing: $hint");
        } else {
            ErrorLog::once("$url answered $status: $hint");
        }
    }

    private function debug(string $text): void
    {
        if ($this->options->debug) {
            error_log("[bugle] $text");
        }
    }
}
