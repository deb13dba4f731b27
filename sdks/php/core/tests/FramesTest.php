<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Frames;
use PHPUnit\Framework\TestCase;

final class FramesTest extends TestCase
{
    public function testPutsEachFunctionWithTheLineInIt(): void
    {
        $line = __LINE__ + 1;
        $throw = static fn () => throw new \RuntimeException('x');
        try {
            $throw();
            self::fail();
        } catch (\RuntimeException $error) {
        }
        [$inner, $outer] = (new Frames(__DIR__))->of($error);
        self::assertSame(['file' => 'FramesTest.php', 'line' => $line, 'in_app' => true], array_intersect_key(
            $inner,
            ['file' => 0, 'line' => 0, 'in_app' => 0],
        ));
        self::assertStringContainsString('{closure', $inner['function']);
        self::assertSame(['function' => __FUNCTION__, 'line' => $line + 2], array_intersect_key(
            $outer,
            ['function' => 0, 'line' => 0],
        ));
    }

    public function testNeverReadsArguments(): void
    {
        $fail = static function (string $secret): never {
            throw new \RuntimeException('x');
        };
        try {
            $fail('hidden-argument');
        } catch (\RuntimeException $error) {
            self::assertStringNotContainsString('hidden', (string) json_encode((new Frames(__DIR__))->of($error)));
        }
    }

    /** @dataProvider files */
    public function testRecognizesOwnCode(string $file, string $name, bool $isInApp): void
    {
        [$frame] = (new Frames('/srv/shop'))->shift($file, 3, []);
        self::assertSame([$name, $isInApp], [$frame['file'], $frame['in_app']]);
    }

    /** @return iterable<array{string, string, bool}> */
    public static function files(): iterable
    {
        yield ['/srv/shop/app/Cart.php', 'app/Cart.php', true];
        yield ['/srv/shop/vendor/acme/x.php', 'vendor/acme/x.php', false];
        yield ['/srv/shop/var/cache/prod/Container.php', 'var/cache/prod/Container.php', false];
        yield ['/usr/share/php/Illuminate/x.php', '/usr/share/php/Illuminate/x.php', false];
        yield ['/srv/shopping/x.php', '/srv/shopping/x.php', false];
        yield ["/srv/shop/app/x.php(7) : eval()'d code", 'app/x.php', true];
    }

    public function testNamesTheTemplateOfACompiledView(): void
    {
        $root = sys_get_temp_dir() . '/bugle-views-' . bin2hex(random_bytes(6));
        mkdir("$root/storage/framework/views", 0700, true);
        $view = "$root/cart.blade.php";
        $compiled = "$root/storage/framework/views/" . sha1('cart') . '.php';
        file_put_contents($view, "<p>\n{{ \$x }}\n</p>");
        $mark = "<?php /**PATH $view ENDPATH**/ ?>";
        $echo = '<?php echo e($x); ?>';
        foreach (["<p>\n$echo\n</p>\n$mark" => 2, "<p>\n\n\n$echo\n</p>$mark" => null] as $code => $line) {
            file_put_contents($compiled, $code);
            [$frame] = (new Frames($root))->shift($compiled, 2, []);
            $expected = ['file' => 'cart.blade.php'] + ($line === null ? [] : ['line' => $line]) + ['in_app' => true];
            self::assertSame($expected, $frame);
        }
        unlink($compiled);
        unlink($view);
        foreach (['/storage/framework/views', '/storage/framework', '/storage', ''] as $folder) {
            rmdir($root . $folder);
        }
    }

    public function testLeavesOutTheHandlerThatMadeAWarningAnException(): void
    {
        set_error_handler(static function (int $type, string $text, string $file, int $line): never {
            throw new \ErrorException($text, 0, $type, $file, $line);
        });
        try {
            $line = __LINE__ + 1;
            echo [][7];
            self::fail();
        } catch (\ErrorException $error) {
        } finally {
            restore_error_handler();
        }
        [$frame] = (new Frames(__DIR__))->of($error);
        self::assertSame([__FUNCTION__, $line], [$frame['function'], $frame['line']]);
    }
}
