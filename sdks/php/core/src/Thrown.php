<?php

declare(strict_types=1);

namespace Bugle;

/** Turns anything reported into plain parts: the error, its causes, and the fields that name the failure. */
final class Thrown
{
    private const MAX_CHAIN = 20;
    /** Fields that name the failure and never hold transmitted or stored data. */
    private const PLAIN_FIELDS = ['code', 'errno', 'syscall', 'path', 'address', 'port', 'hostname', 'dest', 'signal',
        'status', 'statusCode', 'statusText', 'type', 'severity', 'schema', 'table', 'column', 'constraint', 'digest',
        'requestId'];

    public function __construct(private readonly Frames $frames, private readonly Options $options)
    {
    }

    /**
     * Converts a reported value to a chain: the error first, then its causes, outermost first. Never empty.
     *
     * @return non-empty-list<array{exception_type: string, message: string, stack: mixed}>
     */
    public function chain(mixed $thrown): array
    {
        if (!$thrown instanceof \Throwable) {
            return [['exception_type' => 'NonError', 'message' => $this->describe($thrown), 'stack' => null]];
        }
        $errors = [];
        for ($error = $thrown; $error !== null && count($errors) < self::MAX_CHAIN; $error = $error->getPrevious()) {
            if (in_array($error, $errors, true)) {
                break;
            }
            $errors[] = $error;
        }
        $messages = $this->messagesOf($errors);
        return array_map(fn (\Throwable $one, int $at): array => [
            'exception_type' => Scrub::cut(Plain::className($one), 200),
            'message' => $messages[$at],
            'stack' => $this->frames->of($one),
        ], $errors, array_keys($errors));
    }

    /**
     * Returns the messages of a chain without the values of a statement, also where an error repeats its cause's.
     *
     * @param non-empty-list<\Throwable> $errors
     * @return non-empty-list<string>
     */
    private function messagesOf(array $errors): array
    {
        $messages = [];
        $replaced = [];
        foreach (array_reverse($errors, true) as $at => $error) {
            $raw = $error->getMessage();
            $message = strtr($this->options->messageOf($error) ?? $raw, $replaced);
            if ($error instanceof \PDOException) {
                $message = Scrub::cleanStatementMessage($message);
            }
            if ($message !== $raw && $raw !== '') {
                $replaced[$raw] = $message;
            }
            $messages[$at] = Scrub::cleanText($message);
        }
        ksort($messages);
        return $messages;
    }

    /**
     * Extracts the fields that name the failure (`code`, `status` …); of a value that is no error, all fields.
     *
     * @return array<string, mixed>
     */
    public function details(mixed $thrown): array
    {
        if ($thrown instanceof \Throwable) {
            $fields = $this->fieldsOf($thrown);
            return $fields === [] ? [] : ['error' => $fields];
        }
        if (!is_array($thrown) && !$thrown instanceof \stdClass) {
            return [];
        }
        return ['thrown' => $this->isExchange($thrown)
            ? self::plainFields((array) $thrown)
            : Plain::copy($thrown, $this->options->scrubKeys)];
    }

    /** @return array<string, mixed> */
    private function fieldsOf(\Throwable $error): array
    {
        // Public fields only: called from outside of the class.
        $public = get_object_vars($error);
        $fields = self::plainFields($public);
        $code = $error->getCode();
        if ($code !== 0 && $code !== '' && (is_int($code) || is_string($code))) {
            $fields = ['code' => is_string($code) ? Scrub::cleanText($code, 200) : $code] + $fields;
        }
        $asked = $this->options->errorFields;
        if ($asked !== false && $asked !== []) {
            $more = $asked === true ? $public : array_intersect_key($public, array_flip($asked));
            // Those above have lost the query of a URL.
            $fields += Plain::copyMap($more, $this->options->scrubKeys);
        }
        return $fields;
    }

    /**
     * @param array<array-key, mixed> $from
     * @return array<string, mixed>
     */
    private static function plainFields(array $from): array
    {
        $fields = [];
        foreach (self::PLAIN_FIELDS as $name) {
            $value = $from[$name] ?? null;
            if (is_string($value)) {
                $fields[$name] = Scrub::cleanUrl(Scrub::cleanText($value, 200));
            } elseif (is_int($value) || is_bool($value) || (is_float($value) && is_finite($value))) {
                $fields[$name] = $value;
            }
        }
        return $fields;
    }

    private function describe(mixed $value): string
    {
        if (!is_array($value) && !$value instanceof \stdClass) {
            return Scrub::cleanText($value);
        }
        $plain = $this->isExchange($value)
            ? self::plainFields((array) $value)
            : Plain::copy($value, $this->options->scrubKeys, 50);
        return Scrub::cut((string) json_encode($plain, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), 300);
    }

    /** Recognizes a request or response, which holds everything that went over the wire. */
    private function isExchange(mixed $value): bool
    {
        return isset(((array) $value)['headers']) || isset(((array) $value)['config']);
    }
}
