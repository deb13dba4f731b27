<?php
// Usage: php stacks.php FORM (prints JSON): FORM is string, trace, monolog or console
declare(strict_types=1);

namespace Shop;

require __DIR__ . '/helpers.php';

interface Payable { public function pay(int $cents): void; }

final class DeclinedException extends \RuntimeException {}

class Cart implements Payable
{
    public function __construct(private array $items = []) {}
    public function pay(int $cents): void { $this->charge($cents); }
    protected function charge(int $cents): void { throw new DeclinedException("declined at {$cents}"); }
    public static function all(): void { throw new \LogicException('static'); }
    public function __get(string $name) { throw new \OutOfRangeException("no {$name}"); }
    public function __call(string $name, array $arguments) { throw new \BadMethodCallException("no method {$name}"); }
    public static function __callStatic(string $name, array $arguments) { throw new \BadMethodCallException("no static {$name}"); }
    public function __toString(): string { throw new \LogicException('toString'); }
    public function __invoke(): void { $this->pay(3); }
    public function each(): array { return array_map(function ($item) { return $this->inside($item); }, [1, 2]); }
    private function inside($item) { throw new \DomainException("item {$item}"); }
    public function generate(): \Generator { yield 1; throw new \LogicException('generator'); }
}
trait Discounts { public function discount(): void { throw new \LogicException('trait'); } }
final class Order { use Discounts; public function wrap(): void { try { (new Cart())->pay(5); } catch (\Throwable $e) { throw new \RuntimeException('wrapped', 7, $e); } } }
function helper(string $text): void { throw new \InvalidArgumentException("bad: {$text}"); }
function recurse(int $depth): void { if ($depth === 0) { helper('bottom'); } recurse($depth - 1); }

$scenarios = [
    'method' => fn () => (new Cart())->pay(12),
    'static method' => fn () => Cart::all(),
    'function of a namespace' => fn () => helper('x(1): y'),
    'global function' => fn () => \global_helper(),
    'closure' => (function () { (function () { helper('closure'); })(); }),
    'array_map' => fn () => (new Cart())->each(),
    'usort' => function () { $list = [2, 1]; usort($list, fn ($a, $b) => helper('sort')); },
    'call_user_func' => fn () => call_user_func([new Cart(), 'pay'], 1),
    'call_user_func_array static' => fn () => call_user_func_array('Shop\Cart::all', []),
    '__get' => fn () => (new Cart())->missing,
    '__call' => fn () => (new Cart())->missing(1, 'two'),
    '__callStatic' => fn () => Cart::missing(),
    '__toString' => fn () => (string) new Cart(),
    '__invoke' => fn () => (new Cart())(),
    'trait' => fn () => (new Order())->discount(),
    'anonymous class' => fn () => (new class { public function go(): void { helper('anonymous class'); } })->go(),
    'recursion' => fn () => recurse(5),
    'generator' => function () { foreach ((new Cart())->generate() as $_); },
    'eval' => fn () => eval('\Shop\helper("evaluated");'),
    'include' => fn () => require __DIR__ . '/included.php',
    'type error' => fn () => strlen(...)([]),
    'division' => fn () => intdiv(1, 0),
    'argument count' => fn () => (fn (int $a) => $a)(),
    'wrapped' => fn () => (new Order())->wrap(),
    'wrapped twice' => function () { try { (new Order())->wrap(); } catch (\Throwable $e) { throw new \LogicException('twice', 0, $e); } },
    'message of two lines' => fn () => throw new \RuntimeException("one\ntwo #1 (x): y"),
    'reflection' => fn () => (new \ReflectionMethod(Cart::class, 'pay'))->invoke(new Cart(), 4),
    'json' => fn () => json_decode('{', flags: JSON_THROW_ON_ERROR),
    'date' => fn () => new \DateTimeImmutable('not a date'),
];

/** Each function with the line in it: the innermost where it was thrown, the others where the next was called, the script last. */
function frames(\Throwable $e, bool $withThrow): array
{
    $places = [$withThrow ? place($e->getFile(), $e->getLine()) : []];
    $frames = [];
    foreach ($e->getTrace() as $index => $call) {
        $frame = ['function' => $call['function']];
        if (isset($call['class'])) { $frame['module'] = str_contains($call['class'], "\0") ? strstr($call['class'], "\0", true) : $call['class']; }
        $frames[] = $frame + $places[$index];
        $places[] = isset($call['file']) ? place($call['file'], $call['line']) : ['native' => true];
    }
    $script = end($places);
    return isset($script['file']) ? [...$frames, $script] : $frames;
}
function place(string $file, int $line): array
{
    return preg_match("/^(.*?)\\((\\d+)\\) : eval\\(\\)'d code/", $file, $m) ? ['file' => $m[1], 'line' => (int) $m[2], 'eval' => true] : ['file' => $file, 'line' => $line];
}
function console(\Throwable $e): string
{
    require_once '/usr/share/php/Symfony/Component/Console/autoload.php';
    $output = new \Symfony\Component\Console\Output\BufferedOutput(\Symfony\Component\Console\Output\OutputInterface::VERBOSITY_VERBOSE);
    (new \Symfony\Component\Console\Application())->renderThrowable($e, $output);
    return $output->fetch();
}
function monolog(\Throwable $e): string
{
    require_once '/usr/share/php/Monolog/autoload.php';
    $formatter = new \Monolog\Formatter\LineFormatter("%message% %context%\n", null, true, true);
    $formatter->includeStacktraces();
    return $formatter->format(['message' => $e->getMessage(), 'context' => ['exception' => $e], 'extra' => [], 'channel' => 'local', 'level_name' => 'ERROR', 'level' => 400, 'datetime' => new \DateTimeImmutable('2026-01-01')]);
}

$form = $argv[1];
$out = [];
foreach ($scenarios as $name => $run) {
    try {
        $run();
    } catch (\Throwable $e) {
        $stack = match ($form) { 'string' => (string) $e, 'trace' => $e->getTraceAsString(), 'monolog' => monolog($e), 'console' => console($e) };
        $case = ['name' => "{$name}, {$form}", 'exception_type' => $e::class, 'message' => $e->getMessage(), 'stack' => $stack, 'frames' => frames($e, $form !== 'trace')];
        for ($cause = $e->getPrevious(); $form !== 'trace' && $cause !== null; $cause = $cause->getPrevious()) {
            $case['causes'][] = ['exception_type' => $cause::class, 'message' => $cause->getMessage(), 'frames' => frames($cause, true)];
        }
        $out[] = $case;
    }
}
echo json_encode($out, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
