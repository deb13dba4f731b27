<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Data added to each event of the running work: a request, a job, a message. Work inside `withScope` gets a copy, so
 * that its additions do not leak out.
 */
final class Scope
{
    /** Entries of tags, contexts and extra, each. */
    public const MAX_KEYS = 100;

    /** @var array{id: string}|null */
    private ?array $user = null;
    /** @var (\Closure(): ?array<string, mixed>)|null */
    private ?\Closure $userFinder = null;
    private ?string $level = null;
    /** @var list<string>|null */
    private ?array $fingerprint = null;
    /** @var array<array-key, scalar|null> */
    private array $tags = [];
    /** @var array<array-key, mixed> */
    private array $contexts = [];
    /** @var array<array-key, mixed> */
    private array $extra = [];
    /** @var list<array<string, mixed>> */
    private array $breadcrumbs = [];
    /** @var list<array{name: string, type: string, data: string}> */
    private array $attachments = [];

    public function __construct(private readonly ?Client $client = null)
    {
    }

    /**
     * Keeps the id only, which should be anonymous. Without an id, clears the user.
     *
     * @param array{id?: string|int|null}|null $user
     */
    public function setUser(?array $user): void
    {
        $id = $user['id'] ?? null;
        $this->user = $id === null ? null : ['id' => Scrub::toText($id, 200)];
    }

    /**
     * Sets how to find the user of an event while none is set. For frameworks that do not announce it.
     *
     * @param \Closure(): ?array<string, mixed> $find
     */
    public function findUser(\Closure $find): void
    {
        $this->userFinder = $find;
    }

    /** Sets a tag: a short value that events can be searched by. */
    public function setTag(string $key, mixed $value): void
    {
        $plain = Plain::copy($value);
        $isKept = $plain === null || is_bool($plain) || is_int($plain) || is_float($plain);
        $this->tags = self::withEntry($this->tags, Scrub::toText($key, 64), $isKept ? $plain : Scrub::cut(
            is_string($plain) ? $plain : Scrub::toText($plain),
            200,
        ));
    }

    /**
     * Sets several tags.
     *
     * @param array<array-key, mixed> $tags
     */
    public function setTags(array $tags): void
    {
        foreach (array_slice($tags, 0, self::MAX_KEYS, true) as $key => $value) {
            $this->setTag((string) $key, $value);
        }
    }

    /**
     * Sets a named group of facts, such as `order`. A closure is evaluated when an event is built; null removes it.
     *
     * @param array<array-key, mixed>|\Closure(): ?array<array-key, mixed>|null $facts
     */
    public function setContext(string $name, array|\Closure|null $facts): void
    {
        $this->contexts = self::withEntry($this->contexts, Scrub::toText($name, 200), $facts);
    }

    /** Sets extra data of any shape. */
    public function setExtra(string $key, mixed $value): void
    {
        $this->extra = self::withEntry($this->extra, Scrub::toText($key, 200), $value);
    }

    /** Sets the level of this scope's events: `fatal`, `error`, `warning` or `info`; ignores an unknown one. */
    public function setLevel(?string $level): void
    {
        $this->level = in_array($level, EventBuilder::LEVELS, true) ? $level : null;
    }

    /**
     * Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint. An empty list restores the default.
     *
     * @param list<string>|null $parts
     */
    public function setFingerprint(?array $parts): void
    {
        $this->fingerprint = $parts === null || $parts === [] ? null : self::partsOf($parts);
    }

    /**
     * Adds a breadcrumb to this scope.
     *
     * @param array{category: string, message: string, ts?: int, data?: array<array-key, mixed>} $breadcrumb
     */
    public function addBreadcrumb(array $breadcrumb): void
    {
        $this->client?->addBreadcrumb($breadcrumb, $this);
    }

    /**
     * Adds a file to the events of this scope; five of at most 1 MiB are kept. An empty one is ignored.
     *
     * @example $scope->addAttachment('cart.json', json_encode($cart), 'application/json')
     */
    public function addAttachment(string $name, string $data, string $type = 'application/octet-stream'): void
    {
        $file = ['name' => $name, 'type' => $type, 'data' => $data];
        $this->attachments = array_slice([...$this->attachments, ...Item::filesOf([$file])], -Item::MAX_FILES);
    }

    /**
     * @internal
     * @return list<array{name: string, type: string, data: string}>
     */
    public function attachments(): array
    {
        return $this->attachments;
    }

    /**
     * @internal
     * @param array<string, mixed> $breadcrumb
     */
    public function keepBreadcrumb(array $breadcrumb, int $max): void
    {
        $this->breadcrumbs[] = $breadcrumb;
        // Not one by one: shifting an array moves its entries.
        if (count($this->breadcrumbs) >= 2 * $max) {
            $this->breadcrumbs = array_slice($this->breadcrumbs, -$max);
        }
    }

    /**
     * Drops the breadcrumbs, to free memory.
     *
     * @internal
     */
    public function forgetBreadcrumbs(): void
    {
        $this->breadcrumbs = [];
    }

    /**
     * Adds the scope's data to an event.
     *
     * @internal
     * @param array<string, mixed> $event
     * @param \Closure(\Closure): mixed $ask calls a function of the host and contains its failure
     * @return array<string, mixed>
     */
    public function applyTo(array $event, \Closure $ask, ?string $scrubKeys, int $maxBreadcrumbs): array
    {
        $event['tags'] = Plain::copyMap($this->tags, $scrubKeys);
        $contexts = [];
        foreach ($this->contexts as $name => $given) {
            $facts = $given instanceof \Closure ? $ask($given) : $given;
            if (is_array($facts) && $facts !== []) {
                $contexts[$name] = $facts;
            }
        }
        $event['contexts'] = Plain::copyMap($contexts, $scrubKeys) + $event['contexts'];
        $event['extra'] = Plain::copyMap($this->extra, $scrubKeys);
        $event['breadcrumbs'] = $maxBreadcrumbs > 0 ? array_slice($this->breadcrumbs, -$maxBreadcrumbs) : [];
        $found = $this->user === null && $this->userFinder !== null ? $ask($this->userFinder) : null;
        if (isset($found['id'])) {
            $event['user'] = ['id' => Scrub::toText($found['id'], 200)];
        }
        $chosen = ['user' => $this->user, 'level' => $this->level, 'fingerprint' => $this->fingerprint];
        foreach ($chosen as $field => $own) {
            if ($own !== null) {
                $event[$field] = $own;
            }
        }
        return $event;
    }

    /**
     * Converts the parts of a fingerprint to text.
     *
     * @internal
     * @param array<array-key, mixed> $parts
     * @return list<string>
     */
    public static function partsOf(array $parts): array
    {
        return array_map(
            static fn (mixed $part): string => Scrub::toText($part, 200),
            array_values(array_slice($parts, 0, 20)),
        );
    }

    /**
     * Adds an entry, and removes the first when there are too many: names may be built from ids.
     *
     * @param array<array-key, mixed> $known
     * @return array<array-key, mixed>
     */
    private static function withEntry(array $known, string $name, mixed $value): array
    {
        $known[$name] = $value;
        if (count($known) > self::MAX_KEYS) {
            unset($known[array_key_first($known)]);
        }
        return $known;
    }
}
