<?php

declare(strict_types=1);

namespace Bugle\Symfony\Cache;

use Bugle\Bugle;
use Psr\Cache\CacheItemInterface;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\PruneableInterface;
use Symfony\Component\Cache\ResettableInterface;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;

/** Records what is read from a cache and written to it as breadcrumbs: the key, never the value. */
class BreadcrumbPool implements AdapterInterface, CacheInterface, PruneableInterface, ResettableInterface
{
    final public function __construct(protected AdapterInterface&CacheInterface $pool)
    {
    }

    public function get(string $key, callable $callback, ?float $beta = null, ?array &$metadata = null): mixed
    {
        if (!$callback instanceof \Closure) {
            // Symfony recognizes services among callables and must see them.
            self::add('read', $key);
            return $this->pool->get($key, $callback, $beta, $metadata);
        }
        $isHit = true;
        $observed = static function (ItemInterface $item, bool &$save) use ($callback, &$isHit): mixed {
            $isHit = false;
            return $callback($item, $save);
        };
        try {
            return $this->pool->get($key, $observed, $beta, $metadata);
        } finally {
            self::add($isHit ? 'hit' : 'missed', $key);
        }
    }

    public function getItem(mixed $key): CacheItem
    {
        $item = $this->pool->getItem($key);
        self::add($item->isHit() ? 'hit' : 'missed', (string) $key);
        return $item;
    }

    /** @param array<string> $keys */
    public function getItems(array $keys = []): iterable
    {
        return $this->pool->getItems($keys);
    }

    public function hasItem(mixed $key): bool
    {
        return $this->pool->hasItem($key);
    }

    public function clear(string $prefix = ''): bool
    {
        self::add('cleared', $prefix);
        return $this->pool->clear($prefix);
    }

    public function delete(string $key): bool
    {
        self::add('deleted', $key);
        return $this->pool->delete($key);
    }

    public function deleteItem(mixed $key): bool
    {
        self::add('deleted', (string) $key);
        return $this->pool->deleteItem($key);
    }

    /** @param array<string> $keys */
    public function deleteItems(array $keys): bool
    {
        return $this->pool->deleteItems($keys);
    }

    public function save(CacheItemInterface $item): bool
    {
        self::add('wrote', $item->getKey());
        return $this->pool->save($item);
    }

    public function saveDeferred(CacheItemInterface $item): bool
    {
        self::add('wrote', $item->getKey());
        return $this->pool->saveDeferred($item);
    }

    public function commit(): bool
    {
        return $this->pool->commit();
    }

    public function prune(): bool
    {
        return !$this->pool instanceof PruneableInterface || $this->pool->prune();
    }

    public function reset(): void
    {
        if ($this->pool instanceof ResettableInterface) {
            $this->pool->reset();
        }
    }

    private static function add(string $what, string $key): void
    {
        Bugle::addBreadcrumb(['category' => 'cache', 'message' => trim("$what $key")]);
    }
}
