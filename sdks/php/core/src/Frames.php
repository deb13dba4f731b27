<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Reads the frames of an error, innermost first.
 *
 * PHP's trace names for each entry the function that was called and the line it was called from; here each function
 * stands with the line inside it. Arguments are never read. Files are relative to the project root.
 */
final class Frames
{
    private const MAX_FRAMES = 250;
    /** Folders below the root that hold no code of the program's own. */
    private const FOREIGN = '~^(vendor|node_modules|var/cache|storage/framework|bootstrap/cache)/|/vendor/~';

    /** Names that Blade gives to compiled views. */
    private const COMPILED = '~/[0-9a-f]{32,64}\.php$~';

    private readonly string $root;
    private readonly string $own;
    /** @var array<string, array{file: string, in_app: bool, keepsLine: bool}> */
    private array $known = [];

    public function __construct(?string $projectRoot = null)
    {
        $root = $projectRoot ?? self::findRoot();
        $this->root = rtrim(strtr((string) (realpath($root) ?: $root), '\\', '/'), '/') . '/';
        $this->own = strtr(__DIR__, '\\', '/') . '/';
    }

    /** @return list<array<string, mixed>> */
    public function of(\Throwable $error): array
    {
        $trace = $error->getTrace();
        $file = $error->getFile();
        $line = $error->getLine();
        if ($error instanceof \ErrorException) {
            $trace = self::withoutHandler($trace, $file, $line);
        }
        $template = self::templateOf($error);
        $frames = $this->shift($file, $line, $trace);
        if ($template !== null) {
            array_unshift($frames, $this->frame(null, null, ...$template));
        }
        return $frames;
    }

    /**
     * Reads the frames of the current call, beginning with the first outside of the SDK.
     *
     * @return list<array<string, mixed>>
     */
    public function here(): array
    {
        $trace = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, self::MAX_FRAMES);
        foreach ($trace as $index => $call) {
            $file = strtr($call['file'] ?? '', '\\', '/');
            if ($file !== '' && !str_starts_with($file, $this->own)) {
                return $this->shift($call['file'] ?? '', $call['line'] ?? 0, array_slice($trace, $index + 1));
            }
        }
        return [];
    }

    /**
     * Shifts a trace, so that each function stands with the line inside it.
     *
     * @param list<array<string, mixed>> $trace
     * @return list<array<string, mixed>>
     */
    public function shift(string $file, int $line, array $trace): array
    {
        $frames = [];
        foreach ($trace as $call) {
            $frames[] = $this->frame($call['function'] ?? null, $call['class'] ?? null, $file, $line);
            if (count($frames) >= self::MAX_FRAMES) {
                return $frames;
            }
            $file = (string) ($call['file'] ?? '');
            $line = (int) ($call['line'] ?? 0);
        }
        if ($file !== '') {
            $frames[] = $this->frame(null, null, $file, $line);
        }
        return $frames;
    }

    /** Returns the absolute path of a frame's file; null if it is not below the root. */
    public function absolute(string $file): ?string
    {
        return $file === '' || $file[0] === '/' || str_contains($file, ':') ? null : $this->root . $file;
    }

    /** @return array<string, mixed> */
    private function frame(?string $function, ?string $class, string $file, int $line): array
    {
        $frame = [];
        if ($function !== null) {
            $frame['function'] = Scrub::cut($function, 500);
        }
        if ($class !== null) {
            $end = strpos($class, "\0");
            $frame['module'] = Scrub::cut($end === false ? $class : substr($class, 0, $end), 500);
        }
        if ($file === '' || str_starts_with($file, '[internal')) {
            return $frame + ['native' => true, 'in_app' => false];
        }
        $mark = strpos($file, ') : ');
        if ($mark !== false && preg_match('/^(.+)\((\d+)\) : /s', $file, $found) === 1) {
            // `/srv/x.php(3) : eval()'d code`: generated at run time by line 3.
            return $frame + ['eval' => true] + $this->location($found[1], (int) $found[2]);
        }
        return $frame + $this->location($file, $line);
    }

    /** @return array<string, mixed> */
    private function location(string $file, int $line): array
    {
        if (!isset($this->known[$file])) {
            // A worker that never ends must not remember every compiled template.
            $this->known = count($this->known) >= 500 ? [] : $this->known;
            $this->known[$file] = $this->describe($file);
        }
        ['file' => $name, 'in_app' => $isInApp, 'keepsLine' => $keepsLine] = $this->known[$file];
        return ['file' => $name] + ($keepsLine && $line > 0 ? ['line' => $line] : []) + ['in_app' => $isInApp];
    }

    /** @return array{file: string, in_app: bool, keepsLine: bool} */
    private function describe(string $file): array
    {
        $path = strtr($file, '\\', '/');
        $view = preg_match(self::COMPILED, $path) === 1 ? Blade::templateOf($path) : null;
        if ($view !== null) {
            return ['file' => $this->relative($view['file']), 'in_app' => true, 'keepsLine' => $view['keepsLines']];
        }
        $name = $this->relative($path);
        $isOwn = $name !== $path && preg_match(self::FOREIGN, $name) !== 1 && !str_starts_with($path, $this->own);
        return ['file' => Scrub::cut($name, 1000), 'in_app' => $isOwn, 'keepsLine' => true];
    }

    private function relative(string $path): string
    {
        return str_starts_with($path, $this->root) ? substr($path, strlen($this->root)) : $path;
    }

    /**
     * Removes the error handler's own calls, by which a framework turns a warning into an exception.
     *
     * @param list<array<string, mixed>> $trace
     * @return list<array<string, mixed>>
     */
    private static function withoutHandler(array $trace, string $file, int $line): array
    {
        foreach (array_slice($trace, 0, 4) as $index => $call) {
            if (($call['file'] ?? null) === $file && ($call['line'] ?? null) === $line) {
                return array_slice($trace, $index + 1);
            }
        }
        return $trace;
    }

    /**
     * Finds the template of a Twig error.
     *
     * @return array{string, int}|null
     */
    private static function templateOf(\Throwable $error): ?array
    {
        if (!is_a($error, 'Twig\Error\Error')) {
            return null;
        }
        $path = $error->getSourceContext()?->getPath();
        return is_string($path) && $path !== '' ? [$path, $error->getTemplateLine()] : null;
    }

    /** Finds the project: Composer's root package, else the nearest folder above the script with a composer.json. */
    private static function findRoot(): string
    {
        if (class_exists('Composer\InstalledVersions')) {
            $path = \Composer\InstalledVersions::getRootPackage()['install_path'] ?? '';
            if ($path !== '' && is_dir($path)) {
                return $path;
            }
        }
        $script = is_string($_SERVER['SCRIPT_FILENAME'] ?? null) ? $_SERVER['SCRIPT_FILENAME'] : '';
        $start = dirname((string) (realpath($script) ?: getcwd() . '/x'));
        for ($folder = $start, $up = 0; $up < 4 && $folder !== dirname($folder); $folder = dirname($folder), $up += 1) {
            if (is_file($folder . '/composer.json')) {
                return $folder;
            }
        }
        return $start;
    }
}
