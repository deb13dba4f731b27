<?php

declare(strict_types=1);

namespace Bugle\Symfony\Tests;

use Bugle\Bugle;
use Bugle\Symfony\Cache\BreadcrumbPool;
use Bugle\Tests\RecordsEvents;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Contracts\Cache\ItemInterface;

final class CacheTest extends TestCase
{
    use RecordsEvents;

    public function testRecordsKeysWithoutValues(): void
    {
        $pool = new BreadcrumbPool(new ArrayAdapter());
        $compute = static function (ItemInterface $item, bool &$save): string {
            $save = $item->getKey() !== 'unsaved';
            return 'hidden';
        };
        self::assertSame(['hidden', 'hidden', 'hidden', 'hidden'], [
            $pool->get('price', $compute), $pool->get('price', $compute),
            $pool->get('unsaved', $compute), $pool->get('unsaved', $compute),
        ]);
        self::assertTrue($pool->getItem('price')->isHit());
        self::assertTrue($pool->save($pool->getItem('stock')->set('hidden')));
        self::assertTrue($pool->delete('stock'));
        self::assertTrue($pool->clear());
        Bugle::captureMessage('now');
        Bugle::flush();
        self::assertSame([
            'missed price', 'hit price', 'missed unsaved', 'missed unsaved', 'hit price', 'missed stock', 'wrote stock',
            'deleted stock', 'cleared',
        ], array_column($this->server->accepted[0]['breadcrumbs'], 'message'));
        self::assertStringNotContainsString('hidden', (string) json_encode($this->server->accepted));
    }

    public function testBehavesAsTheCacheInIt(): void
    {
        $pool = new BreadcrumbPool(new ArrayAdapter());
        $tagged = new TagAwareAdapter($pool);
        $tagged->save($tagged->getItem('cart')->set(3)->tag('shop'));
        self::assertSame(3, $tagged->getItem('cart')->get());
        self::assertTrue($tagged->invalidateTags(['shop']));
        self::assertFalse($tagged->getItem('cart')->isHit());
        self::assertTrue($pool->prune());
        $pool->reset();
    }
}
