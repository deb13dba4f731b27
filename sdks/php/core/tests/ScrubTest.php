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
        foreach (self::shared('cases')['texts'] as [$given, $expected]) {
            yield $given => [$given, $expected];
        }
        yield ['nothing here', 'nothing here'];
    }

    public function testHasTheExpressionsThatAllSdksAndTheServerShare(): void
    {
        foreach (self::shared('rule') as $part => $expressions) {
            $expected = array_map(static fn (array $one): array => [
                $one['pattern'], $one['ignore_case'] ? 'i' : '', $one['replacement'],
            ], $expressions);
            self::assertSame($expected, Scrub::RULE[$part]);
        }
    }

    public function testTakesTimeInProportionToTheLengthOfAText(): void
    {
        $cpuOf = static function (string $unit, int $length): int {
            $text = str_repeat($unit, (int) ceil($length / strlen($unit)));
            $times = [];
            for ($round = 0; $round < 5; $round += 1) {
                $began = getrusage();
                self::assertNotSame(Scrub::UNREADABLE, Scrub::cleanText($text, 1_000_000));
                $end = getrusage();
                $times[] = ($end['ru_utime.tv_sec'] - $began['ru_utime.tv_sec']) * 1_000_000
                    + $end['ru_utime.tv_usec'] - $began['ru_utime.tv_usec'];
            }
            return min($times);
        };
        foreach (self::shared('cases')['hostile'] as $unit) {
            // Quadratic work would take 64 times as long; noise and a fixed cost are allowed for.
            $least = max(1000, $cpuOf($unit, 25_000));
            self::assertLessThan(24 * $least, $cpuOf($unit, 200_000), $unit);
        }
    }

    public function testLeavesCodeAsItIsExceptForKeys(): void
    {
        $line = "['password' => getenv('PASSWORD')]";
        self::assertSame($line, Scrub::cleanCode($line));
        self::assertSame("pay('[scrubbed]')", Scrub::cleanCode("pay('sk_live_hidden4eC39HqLyjWDarjt')"));
    }

    /** @return array<string, mixed> */
    private static function shared(string $name): array
    {
        $file = __DIR__ . "/../../../../conformance/scrub/$name.json";
        return json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
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
