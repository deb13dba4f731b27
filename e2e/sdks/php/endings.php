<?php

/**
 * Ends in one of the ways a PHP program can.
 *
 * Usage: php endings.php <way>
 */

declare(strict_types=1);

namespace Shop;

use Bugle\Bugle;

final class Till
{
    /** @param array<string, string> $card */
    public function pay(array $card, string $pin): void
    {
        $this->charge($card, $pin);
    }

    public function payAgain(): void
    {
        $this->payAgain();
    }

    /** @param array<string, string> $card */
    private function charge(array $card, string $pin): void
    {
        throw new \DomainException('declined', 42, new \LogicException('no funds'));
    }
}

$way = $argv[1] ?? '';
$_SESSION = ['card' => 'hidden-session'];
$_COOKIE = ['sid' => 'hidden-cookie'];
$_SERVER['HTTP_AUTHORIZATION'] = 'Bearer hidden-header';
if ($way === 'handlers') {
    set_exception_handler(static function (\Throwable $error): void {
        echo get_class($error), " met the program's own handler\n";
        exit(7);
    });
    set_error_handler(static fn (int $type, string $text): bool => (bool) printf("%s\n", $text));
}
if (getenv('BUGLE_AUTOLOAD') !== false) {
    require getenv('BUGLE_AUTOLOAD');
    Bugle::init([
        'projectRoot' => __DIR__,
        'storeDirectory' => getenv('BUGLE_STORE'),
        'exitTimeoutMs' => getenv('SHOP_TIMEOUT') ?: null,
    ]);
    Bugle::setUser(['id' => 'anon-1', 'email' => 'hidden@example.com']);
    Bugle::addBreadcrumb(['category' => 'till', 'message' => 'opened', 'data' => ['pin' => 'hidden-2']]);
}
echo "open\n";
switch ($way) {
    case 'uncaught':
        (new Till())->pay(['number' => 'hidden-3'], 'hidden-4');
        // no break: it throws
    case 'undefined':
        \nothing();
        // no break: it throws
    case 'memory':
        ini_set('memory_limit', '32M');
        for ($all = [];;) {
            $all[] = str_repeat('x', 1000);
        }
        // no break: it never ends
    case 'allocation':
        ini_set('memory_limit', '32M');
        echo strlen(str_repeat('x', 500_000_000));
        break;
    case 'time':
        set_time_limit(1);
        for (;;) {
            $way = 'time';
        }
        // no break: it never ends
    case 'error':
        echo @$silent, $missing;
        trigger_error('the till is broken', E_USER_ERROR);
        break;
    case 'recursion':
        ini_set('memory_limit', '32M');
        (new Till())->payAgain();
        break;
    case 'syntax':
        // Beside the store: a file of this name in the repository would fail its linters.
        $file = (getenv('BUGLE_STORE') ?: sys_get_temp_dir()) . '.broken.php';
        file_put_contents($file, "<?php\nfunction broken( {\n");
        require $file;
        break;
    case 'eval':
        eval('function broken( {');
        break;
    case 'shutdown':
        register_shutdown_function(static fn () => throw new \DomainException('thrown at the very end'));
        break;
    case 'destructor':
        $GLOBALS['last'] = new class () {
            public function __destruct()
            {
                throw new \DomainException('thrown at the very end');
            }
        };
        break;
    case 'exit':
        exit(3);
    case 'handlers':
        echo [][3];
        (new Till())->pay([], '');
}
