<?php

/**
 * Hands the PHP SDK everything that could make it throw, print or send what the server refuses: hostile objects, broken
 * text, endless chains, and random calls with random values. Prints how many events it reported.
 *
 * Usage: php hostile.php <calls> [<seed>]
 */

declare(strict_types=1);

use Bugle\Bugle;
use Bugle\Psr3Logger;
use Bugle\Scope;

error_reporting(E_ALL);
ini_set('display_errors', '1');
require getenv('BUGLE_AUTOLOAD');
require '/usr/share/php/Psr/Log/autoload.php';
mt_srand((int) ($argv[2] ?? 1));

/** Throws from everything that PHP calls by itself. */
final class Hostile extends Exception implements JsonSerializable, IteratorAggregate, ArrayAccess, Countable
{
    public mixed $status = null;
    public mixed $path = "\xFF\xFE/secret?token=x";

    public function __toString(): string
    {
        throw new LogicException('called __toString');
    }

    public function jsonSerialize(): mixed
    {
        throw new LogicException('called jsonSerialize');
    }

    public function __get(string $name): mixed
    {
        throw new LogicException("read $name");
    }

    public function __isset(string $name): bool
    {
        throw new LogicException("asked for $name");
    }

    public function getIterator(): Iterator
    {
        throw new LogicException('iterated');
    }

    public function offsetExists(mixed $offset): bool
    {
        throw new LogicException('asked for an entry');
    }

    public function offsetGet(mixed $offset): mixed
    {
        throw new LogicException('read an entry');
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw new LogicException('wrote an entry');
    }

    public function offsetUnset(mixed $offset): void
    {
        throw new LogicException('removed an entry');
    }

    public function count(): int
    {
        throw new LogicException('counted');
    }

    public function __debugInfo(): array
    {
        throw new LogicException('dumped');
    }

    public function __serialize(): array
    {
        throw new LogicException('serialized');
    }
}

enum Suit: string
{
    case Hearts = 'suit';
}

/** An error at the end of a chain, which is longer than anything reads. */
function chainOf(int $length): Throwable
{
    for ($error = new RangeException('the root'); $length > 0; $length -= 1) {
        $error = new RuntimeException("cause $length", 0, $error);
    }
    return $error;
}

/** An error thrown below many calls. */
function deepErrorOf(int $depth): Throwable
{
    return $depth === 0 ? new OverflowException('deep') : deepErrorOf($depth - 1);
}

function loopOf(): array
{
    $loop = ['name' => 'loop'];
    $loop['self'] = &$loop;
    return $loop;
}

function randomValue(int $depth = 0): mixed
{
    return match (mt_rand(0, $depth > 4 ? 14 : 17)) {
        0 => null,
        1 => mt_rand(0, 1) === 1,
        2 => mt_rand(),
        3 => [NAN, INF, -INF, 1e308, PHP_INT_MIN][mt_rand(0, 4)],
        4 => '',
        5 => random_bytes(mt_rand(1, 300)),
        6 => str_repeat("\u{1F41B}a\0", mt_rand(0, 5000)),
        7 => str_repeat('{"a":[', mt_rand(0, 200)),
        8 => new Hostile('hostile ' . mt_rand()),
        9 => Suit::Hearts,
        10 => STDIN,
        11 => static fn () => throw new LogicException('called'),
        12 => (function () { yield throw new LogicException('run'); })(),
        13 => new DateTimeImmutable('@' . mt_rand()),
        14 => loopOf(),
        15 => (object) ['nested' => randomValue($depth + 1), 'password' => 'hidden'],
        16 => array_map(static fn (): mixed => randomValue($depth + 1), range(0, mt_rand(0, 20))),
        17 => [random_bytes(3) => randomValue($depth + 1), '' => randomValue($depth + 1)],
    };
}

function randomError(): mixed
{
    $message = randomValue();
    $text = is_string($message) ? $message : 'random ' . mt_rand();
    return match (mt_rand(0, 7)) {
        0 => new Hostile($text),
        1 => new ErrorException($text, mt_rand(), E_WARNING, "\xFFno such file", -1),
        2 => new class ($text) extends DomainException {
        },
        3 => chainOf(mt_rand(0, 40)),
        4 => deepErrorOf(mt_rand(0, 400)),
        5 => eval('return new LogicException("evaluated " . mt_rand());'),
        6 => (static fn (): Throwable => new TypeError($text))(),
        7 => randomValue(),
    };
}

$hint = static fn (): array => [
    'tags' => randomValue(), 'user' => randomValue(), 'contexts' => randomValue(), 'level' => randomValue(),
    'fingerprint' => randomValue(), 'extra' => randomValue(), 'mechanism' => randomValue(),
];
Bugle::init([
    'storeDirectory' => false, 'exitTimeoutMs' => 60_000, 'maxQueue' => 100_000, 'errorFields' => true,
    'projectRoot' => __DIR__, 'ignoreErrors' => ['/broken('], 'scrubKeys' => '/broken(',
    'beforeSend' => static fn (array $event): mixed => match (mt_rand(0, 3)) {
        0 => throw new LogicException('a hook that throws'),
        1 => ['not' => 'an event'],
        2 => $event + ['unknown' => 1],
        3 => $event,
    },
    'beforeBreadcrumb' => static fn (array $breadcrumb): mixed => mt_rand(0, 1) === 1 ? $breadcrumb : randomValue(),
]);
$reported = 0;
$count = static function (?string $id) use (&$reported): void {
    $reported += $id === null ? 0 : 1;
};
foreach ([chainOf(10_000), deepErrorOf(5000), new Hostile(str_repeat('x', 10_000_000))] as $error) {
    $count(Bugle::captureException($error));
}
for ($i = 0; $i < (int) $argv[1]; $i += 1) {
    Bugle::withScope(static function (Scope $scope) use ($count, $hint): void {
        Bugle::setTag((string) mt_rand(0, 200), randomValue());
        Bugle::setTags(['random' => randomValue()]);
        Bugle::setUser(['id' => randomValue(), 'email' => 'hidden']);
        Bugle::setContext('random', (array) randomValue());
        Bugle::setContext('asked', randomValue(...));
        Bugle::setExtra(random_bytes(5), randomValue());
        $scope->setFingerprint([randomValue(), randomValue()]);
        $scope->setLevel('no level');
        Bugle::addBreadcrumb(['category' => randomValue(), 'message' => randomValue(), 'data' => (array) randomValue()]);
        Bugle::addBreadcrumb(['ts' => -1]);
        Bugle::addBreadcrumb([]);
        $count(Bugle::captureException(randomError(), $hint()));
    });
    if ($i % 50 === 0) {
        $count(Bugle::captureMessage(random_bytes(100), ['level' => 'info'] + $hint()));
        Bugle::flush();
    }
}
(new Psr3Logger())->error(new Hostile('a message'), ['exception' => new Hostile('logged')]);
Bugle::flush();
echo json_encode(['reported' => $reported + 1]);
