<?php

declare(strict_types=1);

namespace Bugle\Laravel\Tests;

use Bugle\Bugle as Program;
use Bugle\Client;
use Bugle\Laravel\Facades\Bugle;
use Bugle\Tests\RecordsEvents;
use Illuminate\Container\Container;
use Illuminate\Support\Facades\Facade;
use PHPUnit\Framework\TestCase;

final class FacadeTest extends TestCase
{
    use RecordsEvents;

    public function testHasWhatTheClientHas(): void
    {
        $this->bind();
        Bugle::setTag('plan', 'team');
        $id = Bugle::captureMessage('by the facade');
        Bugle::flush();
        self::assertSame([$id], array_column($this->server->accepted, 'event_id'));
        self::assertSame(['plan' => 'team'], $this->server->accepted[0]['tags']);
        $documented = (string) (new \ReflectionClass(Bugle::class))->getDocComment();
        self::assertSame(14, preg_match_all('/@method static \S+ (\w+)\(/', $documented, $found));
        foreach ($found[1] as $name) {
            self::assertTrue(method_exists(Client::class, $name) && method_exists(Program::class, $name), $name);
        }
    }

    public function testDoesNothingWhileBugleIsOff(): void
    {
        Program::use(null);
        $this->bind();
        self::assertNull(Bugle::captureException(new \DomainException()));
        self::assertSame(7, Bugle::withScope(fn () => 7));
        self::assertTrue(Bugle::flush());
    }

    private function bind(): void
    {
        $app = new Container();
        $app->bind(Client::class, static fn (): Client => Client::current());
        Facade::clearResolvedInstances();
        Facade::setFacadeApplication($app);
    }
}
