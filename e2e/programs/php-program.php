<?php

declare(strict_types=1);

/**
 * A PHP program with two faults. The first is sent with the curl extension where there is one,
 * the second with a stream, as hosts without curl do. Output as in node-program.mjs.
 */

namespace Shop\Billing;

final class InvoiceError extends \DomainException
{
}

final class InvoiceMailer
{
    public function send(int $invoice): void
    {
        $this->render($invoice);
    }

    private function render(int $invoice): string
    {
        throw new InvoiceError("Invoice {$invoice} has no address — naïve café");
    }
}

function divide(int $total, int $parts): int
{
    return intdiv($total, $parts);
}

function eventOf(\Throwable $error, array $breadcrumbs): array
{
    return [
        'exception_type' => $error::class,
        'message' => $error->getMessage(),
        'stack' => (string) $error,
        'level' => 'warning',
        'release' => 'shop@7.1.0',
        'environment' => 'production',
        'platform' => 'php',
        'app_id' => 'com.example.programs',
        'tags' => ['sapi' => PHP_SAPI, 'php' => PHP_VERSION],
        'user_id_anon' => 'anon-php',
        'mechanism' => ['type' => 'exception_handler', 'handled' => false],
        'breadcrumbs' => $breadcrumbs,
        'extra' => ['memory' => memory_get_peak_usage(), 'empty' => new \stdClass()],
    ];
}

function sendByCurl(string $body): array
{
    $handle = curl_init(getenv('INGEST_URL'));
    curl_setopt_array($handle, [
        CURLOPT_POST => true,
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'X-Service-Token: ' . getenv('INGEST_TOKEN')],
    ]);
    $response = (string) curl_exec($handle);
    return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $response];
}

function sendByStream(string $body): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/json\r\nX-Service-Token: " . getenv('INGEST_TOKEN'),
        'content' => $body,
        'ignore_errors' => true,
    ]]);
    $response = (string) file_get_contents(getenv('INGEST_URL'), false, $context);
    return [(int) explode(' ', $http_response_header[0])[1], $response];
}

function report(string $site, \Throwable $error, array $breadcrumbs, callable $send): void
{
    $sent = eventOf($error, $breadcrumbs);
    $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;
    [$status, $response] = $send(json_encode($sent, $flags));
    echo json_encode(['site' => $site, 'sent' => $sent, 'status' => $status, 'response' => json_decode($response)], $flags), "\n";
}

$breadcrumbs = [
    ['category' => 'sql', 'message' => 'select from invoices', 'ts' => (int) (microtime(true) * 1000)],
    ['category' => 'mail', 'message' => 'rendering', 'ts' => (int) (microtime(true) * 1000), 'data' => ['template' => 'plain']],
];
try {
    (new InvoiceMailer())->send(88);
} catch (\Throwable $error) {
    report('render', $error, $breadcrumbs, extension_loaded('curl') ? sendByCurl(...) : sendByStream(...));
}
try {
    divide(10, 0);
} catch (\Throwable $error) {
    report('divide', $error, [], sendByStream(...));
}
