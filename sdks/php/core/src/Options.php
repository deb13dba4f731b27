<?php

declare(strict_types=1);

namespace Bugle;

use Bugle\Transport\CurlTransport;
use Bugle\Transport\StreamTransport;
use Bugle\Transport\Transport;

/**
 * Options of `init`, checked. Three suffice: `token`, `endpoint`, `appId`. Every option is documented in
 * docs/sdk-php.md. null counts as omitted.
 */
final class Options
{
    public const SEND_AFTER = 'after';
    public const SEND_NOW = 'now';
    public const SEND_STORE = 'store';

    /** Errors of PHP's own that become events; other types become breadcrumbs. */
    public const ERROR_TYPES = E_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

    /** The project's ingest token, `bgl_live_…`. It can only send events. */
    public readonly string $token;
    /** URL of the Bugle server, such as `https://bugle.example.com`. */
    public readonly string $endpoint;
    /** The bundle identifier pinned to the project, such as `com.example.shop`. */
    public readonly string $appId;
    public readonly ?string $release;
    public readonly ?string $dist;
    public readonly ?string $environment;
    /** @var array<array-key, mixed> */
    public readonly array $tags;
    public readonly bool $enabled;
    public readonly float $sampleRate;
    /** @var list<string> class names (subclasses included), parts of `Type: message`, or expressions like `/^Lock/` */
    public readonly array $ignoreErrors;
    /** @var (\Closure(array<string, mixed>, array{error: mixed}): ?array<string, mixed>)|null */
    public readonly ?\Closure $beforeSend;
    /** @var (\Closure(array<string, mixed>): ?array<string, mixed>)|null */
    public readonly ?\Closure $beforeBreadcrumb;
    /** @var list<string>|\Closure|null */
    public readonly array|\Closure|null $fingerprint;
    public readonly int $maxBreadcrumbs;
    public readonly int $maxQueue;
    /** @var bool|list<string> */
    public readonly bool|array $errorFields;
    /** An expression for further key names whose values are never sent. */
    public readonly ?string $scrubKeys;
    /** Directory of events that wait for the server; false keeps them in memory only. */
    public readonly string|false|null $storeDirectory;
    /** Most milliseconds that sending takes at the end of a command, or after a response. */
    public readonly int $exitTimeoutMs;
    public readonly bool $sourceLines;
    /** Folder that file names are relative to, and that own code lies in. */
    public readonly ?string $projectRoot;
    /** @var 'after'|'now'|'store' */
    public readonly string $send;
    /** Whether the visitor's response may be finished before sending. */
    public readonly bool $finishRequest;
    public readonly int $errorTypes;
    /** Whether requests are counted as sessions, for crash-free rates. */
    public readonly bool $sessions;
    /** @var Transport|(\Closure(): Transport)|null how to send; a closure is called with the first event */
    private readonly Transport|\Closure|null $transport;
    public readonly bool $debug;
    /** Name of the SDK that the event carries. */
    public readonly string $sdk;
    /** @var (\Closure(\Throwable): ?string)|null */
    private readonly ?\Closure $messages;

    /** @param array<string, mixed> $given */
    public function __construct(array $given)
    {
        $text = static fn (string $name, string ...$variables): ?string => self::textOf($given[$name] ?? null)
            ?? self::environmentVariable(...$variables);
        $this->token = $text('token', 'BUGLE_TOKEN') ?? '';
        $this->endpoint = $text('endpoint', 'BUGLE_ENDPOINT') ?? '';
        $this->appId = $text('appId', 'BUGLE_APP_ID') ?? '';
        $this->release = $text('release', 'BUGLE_RELEASE');
        $this->dist = $text('dist');
        $this->environment = $text('environment', 'BUGLE_ENVIRONMENT', 'APP_ENV');
        $this->tags = self::arrayOf($given['tags'] ?? null);
        $this->enabled = ($given['enabled'] ?? true) !== false;
        $this->sampleRate = (float) self::numberOr($given['sampleRate'] ?? null, 1);
        $this->ignoreErrors = array_values(array_filter(self::arrayOf($given['ignoreErrors'] ?? null), 'is_string'));
        $this->beforeSend = self::closureOf($given['beforeSend'] ?? null);
        $this->beforeBreadcrumb = self::closureOf($given['beforeBreadcrumb'] ?? null);
        $fingerprint = $given['fingerprint'] ?? null;
        $this->fingerprint = is_array($fingerprint) && !is_callable($fingerprint)
            ? array_values($fingerprint)
            : self::closureOf($fingerprint);
        $this->maxBreadcrumbs = (int) min(50, self::numberOr($given['maxBreadcrumbs'] ?? null, 50));
        $this->maxQueue = (int) self::numberOr($given['maxQueue'] ?? null, 100) ?: 100;
        $fields = $given['errorFields'] ?? false;
        $this->errorFields = is_array($fields) ? array_values(array_filter($fields, 'is_string')) : $fields === true;
        $this->scrubKeys = self::textOf($given['scrubKeys'] ?? null);
        $directory = $given['storeDirectory'] ?? null;
        $this->storeDirectory = $directory === false ? false : self::textOf($directory);
        $this->exitTimeoutMs = (int) self::numberOr($given['exitTimeoutMs'] ?? null, PHP_SAPI === 'cli' ? 2000 : 1000);
        $this->sourceLines = ($given['sourceLines'] ?? true) !== false;
        $this->projectRoot = self::textOf($given['projectRoot'] ?? null);
        $send = $given['send'] ?? self::SEND_AFTER;
        $this->send = in_array($send, [self::SEND_NOW, self::SEND_STORE], true) ? $send : self::SEND_AFTER;
        $this->finishRequest = ($given['finishRequest'] ?? true) !== false;
        $this->errorTypes = is_int($given['errorTypes'] ?? null) ? $given['errorTypes'] : self::ERROR_TYPES;
        $this->sessions = ($given['sessions'] ?? true) !== false;
        $transport = $given['transport'] ?? null;
        $this->transport = $transport instanceof Transport ? $transport : self::closureOf($transport);
        $this->debug = ($given['debug'] ?? false) === true;
        $this->sdk = self::textOf($given['sdk'] ?? null) ?? 'bugle/bugle-php';
        $this->messages = self::closureOf($given['messages'] ?? null);
    }

    /**
     * Returns the message that a framework package has for an error whose own one holds values; null for others.
     *
     * @internal
     */
    public function messageOf(\Throwable $error): ?string
    {
        return $this->messages === null ? null : ($this->messages)($error);
    }

    /** Explains why these options cannot be used; null if they can. */
    public function problem(): ?string
    {
        $missing = array_filter(
            ['token', 'endpoint', 'appId'],
            fn (string $name): bool => $this->{$name} === '',
        );
        if ($missing !== []) {
            return 'init needs ' . implode(', ', $missing);
        }
        // No expression: compiling the first one of a process takes longer than the rest of this class.
        $url = parse_url($this->endpoint);
        $isUrl = in_array(strtolower($url['scheme'] ?? ''), ['http', 'https'], true) && ($url['host'] ?? '') !== '';
        return $isUrl ? null : 'no URL: ' . Scrub::cleanText($this->endpoint, 200);
    }

    /**
     * Creates the transport: the given one, or by curl, or by PHP's streams where there is no curl.
     *
     * @internal
     */
    public function newTransport(): Transport
    {
        $given = $this->transport instanceof \Closure ? ($this->transport)() : $this->transport;
        return match (true) {
            $given instanceof Transport => $given,
            extension_loaded('curl') => new CurlTransport(),
            default => new StreamTransport(),
        };
    }

    /** URL of the ingest endpoint. */
    public function url(): string
    {
        return preg_replace('~(/ingest)?/*$~', '', $this->endpoint, 1) . '/ingest';
    }

    /** Reads a variable of the environment; dotenv libraries set `$_SERVER` and `$_ENV` only. */
    private static function environmentVariable(string ...$names): ?string
    {
        foreach ($names as $name) {
            $value = self::textOf($_SERVER[$name] ?? null)
                ?? self::textOf($_ENV[$name] ?? null)
                ?? self::textOf(getenv($name));
            if ($value !== null) {
                return $value;
            }
        }
        return null;
    }

    private static function textOf(mixed $value): ?string
    {
        return is_string($value) && $value !== '' ? $value : null;
    }

    /** @return array<array-key, mixed> */
    private static function arrayOf(mixed $value): array
    {
        return is_array($value) ? $value : [];
    }

    private static function closureOf(mixed $value): ?\Closure
    {
        return is_callable($value) ? \Closure::fromCallable($value) : null;
    }

    private static function numberOr(mixed $value, int $otherwise): int|float
    {
        return is_numeric($value) && $value >= 0 ? $value + 0 : $otherwise;
    }
}
