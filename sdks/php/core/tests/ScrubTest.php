<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Plain;
use Bugle\Scrub;
use PHPUnit\Framework\TestCase;

final class ScrubTest extends TestCase
{
    /** @dataProvider texts */
    public function testRemovesSecretsFromText(string $given, string $expected): void
    {
        self::assertSame($expected, Scrub::cleanText($given));
    }

    /** @return iterable<array{string, string}> */
    public static function texts(): iterable
    {
        yield ['GET https://u:p@x.io/a?key=1#top', 'GET https://x.io/a'];
        yield ['Authorization: Bearer abcdef.123', 'Authorization: Bearer [scrubbed]'];
        yield ['basic YWxhZGRpbjpvcGVu', 'basic [scrubbed]'];
        yield ['token bgl_live_abc123', 'token [scrubbed]'];
        yield ['nothing here', 'nothing here'];
    }

    public function testIsFastForLongWords(): void
    {
        $began = microtime(true);
        foreach ([str_repeat('a', 100_000), str_repeat('a://', 20_000), str_repeat('Bearer ', 10_000)] as $text) {
            Scrub::cleanText($text, 100_000);
        }
        self::assertLessThan(1.0, microtime(true) - $began);
    }

    public function testKeepsTextValid(): void
    {
        self::assertSame("caf\u{FFFD}", Scrub::toText("caf\xE9"));
        self::assertSame('caf', Scrub::cut('café', 4));
        self::assertSame('café', Scrub::cut('café', 5));
        self::assertSame('€', Scrub::cut('€€', 5));
    }

    public function testCopiesValuesWithoutCallingTheHost(): void
    {
        $hostile = new class implements \JsonSerializable {
            public int $calls = 0;

            public function __toString(): string
            {
                $this->calls += 1;
                throw new \LogicException('called');
            }

            public function jsonSerialize(): mixed
            {
                $this->calls += 1;
                throw new \LogicException('called');
            }

            public function __get(string $name): mixed
            {
                $this->calls += 1;
                throw new \LogicException('called');
            }
        };
        $circle = ['name' => 'circle'];
        $circle['self'] = &$circle;
        $given = [
            'password' => 'hidden', 'object' => $hostile, 'nan' => NAN, 'infinite' => INF, 'closure' => fn () => 1,
            'date' => new \DateTimeImmutable('2026-01-02T03:04:05Z'),
            'plain' => (object) ['api_key' => 'hidden', 'n' => 1],
            'stream' => STDIN, 'circle' => $circle, 'many' => range(1, 1000), 'bytes' => "\xFF\xFE",
        ];
        $plain = Plain::copyMap($given);
        self::assertSame(0, $hostile->calls);
        self::assertStringNotContainsString('hidden', (string) json_encode($plain));
        self::assertSame(['[scrubbed]', 'NAN', 'INF', '[function]', '[resource]'], [
            $plain['password'], $plain['nan'], $plain['infinite'], $plain['closure'], $plain['stream'],
        ]);
        self::assertSame('2026-01-02T03:04:05.000+00:00', $plain['date']);
        self::assertCount(100, $plain['many']);
        self::assertNotFalse(json_encode($plain));
    }
}
