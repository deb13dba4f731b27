import { phpApiSource } from './php-api-source.ts'
import type { Crumb, SampleProject } from './sample-events.ts'

const root = '/srv/api'

/** Frames as a PHP SDK sends them, innermost first: `App\…` is the program's own code, composer's packages are not. */
function frames(...own: [call: string, file: string, line: number][]): object[] {
  const theirs = [
    [
      'Illuminate\\Routing\\ControllerDispatcher->dispatch',
      'vendor/laravel/framework/src/Illuminate/Routing/ControllerDispatcher.php',
      47,
    ],
    ['Illuminate\\Pipeline\\Pipeline->then', 'vendor/laravel/framework/src/Illuminate/Pipeline/Pipeline.php', 127],
    [
      'Illuminate\\Foundation\\Http\\Kernel->handle',
      'vendor/laravel/framework/src/Illuminate/Foundation/Http/Kernel.php',
      145,
    ],
  ] as const
  return [...own, ...theirs].map(([name, file, line]) => ({
    function: name,
    file: `${root}/${file}`,
    line,
    in_app: !file.startsWith('vendor/'),
  }))
}

function requested(method: string, path: string): Crumb[] {
  return [
    ['http.server', `${method} ${path}`],
    ['auth', 'token accepted'],
  ]
}

export const phpApi: SampleProject = {
  name: 'Shop API',
  appId: 'com.example.shop.api',
  platform: 'php',
  sdk: { name: 'bugle.laravel', version: '0.1.0' },
  releases: ['api@2026.44', 'api@2026.45', 'api@2026.46', 'api@2026.47'],
  environments: ['production', 'production', 'production', 'staging'],
  users: 180,
  events: 350,
  context: (random, _release, platform) => {
    const [name, version] = platform === 'python' ? ['python', '3.13.5'] : ['php', '8.4.14']
    return {
      tags: { [name]: version, server: platform === 'python' ? 'jobs-1' : random.pick(['api-1', 'api-2', 'api-3']) },
      contexts: { os: { name: 'Linux', version: '6.12' }, runtime: { name, version } },
    }
  },
  source: {
    files: (file) => (file.startsWith('import/') ? `/srv/${file}` : `${root}/${file}`),
    snippets: phpApiSource,
  },
  issues: [
    {
      type: 'Illuminate\\Database\\QueryException',
      message:
        'SQLSTATE[40001]: Serialization failure: 1213 Deadlock found when trying to get lock; try restarting transaction (SQL: update `stock` set `reserved` = {count} where `id` = {row})',
      stack: frames(
        [
          'Illuminate\\Database\\Connection->runQueryCallback',
          'vendor/laravel/framework/src/Illuminate/Database/Connection.php',
          829,
        ],
        ['App\\Stock\\Reservations->reserve', 'app/Stock/Reservations.php', 61],
        ['App\\Http\\Controllers\\OrderController->store', 'app/Http/Controllers/OrderController.php', 48],
      ),
      story: [
        ...requested('POST', '/api/orders'),
        ['sql', 'select * from `stock` where `id` = ? for update', { ms: '{ms}' }],
      ],
      tags: { route: 'orders.store' },
    },
    {
      type: 'ErrorException',
      message: 'Undefined array key "vat_id"',
      stack: frames(
        ['App\\Billing\\Invoice::fromOrder', 'app/Billing/Invoice.php', 92],
        ['App\\Jobs\\SendInvoice->handle', 'app/Jobs/SendInvoice.php', 31],
      ),
      level: 'warning',
      story: [
        ['queue', 'App\\Jobs\\SendInvoice', { order: '{order}', attempt: 1 }],
        ['sql', 'select * from `orders` where `id` = ?', { ms: '{ms}' }],
      ],
      tags: { job: 'SendInvoice' },
      since: 2,
    },
    {
      type: 'GuzzleHttp\\Exception\\ConnectException',
      message:
        'cURL error 28: Operation timed out after {long} milliseconds with 0 bytes received for https://rates.example.net/v1/parcels',
      stack: frames(
        [
          'GuzzleHttp\\Handler\\CurlFactory::createRejection',
          'vendor/guzzlehttp/guzzle/src/Handler/CurlFactory.php',
          276,
        ],
        ['App\\Shipping\\CarrierClient->get', 'app/Shipping/CarrierClient.php', 55],
        ['App\\Shipping\\Rates->forAddress', 'app/Shipping/Rates.php', 38],
        ['App\\Http\\Controllers\\ShippingController->index', 'app/Http/Controllers/ShippingController.php', 22],
      ),
      story: [
        ...requested('GET', '/api/shipping'),
        ['cache', 'miss rates:{city}'],
        ['http', 'GET https://rates.example.net/v1/parcels', { status_code: 0, duration_ms: '{long}' }],
      ],
      tags: { route: 'shipping.index' },
      burst: [4.3, 3.8],
    },
    {
      type: 'TypeError',
      message:
        'App\\Billing\\InvoiceTotal::add(): Argument #1 ($line) must be of type App\\Billing\\Line, null given, called in /srv/api/app/Billing/Invoice.php on line 118',
      stack: frames(
        ['App\\Billing\\InvoiceTotal->add', 'app/Billing/InvoiceTotal.php', 27],
        ['App\\Billing\\Invoice->total', 'app/Billing/Invoice.php', 118],
        ['App\\Http\\Controllers\\InvoiceController->show', 'app/Http/Controllers/InvoiceController.php', 35],
      ),
      story: [
        ...requested('GET', '/api/invoices/{row}'),
        ['sql', 'select * from `invoice_lines` where `invoice_id` = ?', { ms: '{ms}' }],
      ],
      tags: { route: 'invoices.show' },
    },
    {
      // Sent by a program without an SDK: the text of (string) $error.
      type: 'DomainException',
      message: 'Invoice {row} has no address',
      stack: `DomainException: Invoice {row} has no address in ${root}/app/Billing/InvoiceMailer.php:44
Stack trace:
#0 ${root}/app/Billing/InvoiceMailer.php(21): App\\Billing\\InvoiceMailer->render({row})
#1 ${root}/app/Jobs/SendInvoice.php(33): App\\Billing\\InvoiceMailer->send({row})
#2 ${root}/vendor/laravel/framework/src/Illuminate/Queue/CallQueuedHandler.php(124): App\\Jobs\\SendInvoice->handle()
#3 ${root}/artisan(16): Illuminate\\Foundation\\Application->handleCommand(Object(Symfony\\Component\\Console\\Input\\ArgvInput))
#4 {main}`,
      level: 'warning',
      handled: true,
      story: [
        ['queue', 'App\\Jobs\\SendInvoice', { attempt: 3 }],
        ['mail', 'rendering', { template: 'invoice' }],
      ],
      tags: { job: 'SendInvoice' },
    },
    {
      type: 'RedisException',
      message: 'read error on connection to {host}:6379',
      stack: frames(
        ['Redis->get', 'vendor/laravel/framework/src/Illuminate/Redis/Connections/PhpRedisConnection.php', 52],
        ['App\\Cart\\CartStore->find', 'app/Cart/CartStore.php', 19],
        ['App\\Http\\Controllers\\CartController->show', 'app/Http/Controllers/CartController.php', 27],
      ),
      level: 'fatal',
      story: [...requested('GET', '/api/cart'), ['cache', 'connecting to {host}']],
      burst: [10.5, 10.3],
    },
    {
      type: 'KeyError',
      message: "'ean'",
      platform: 'python',
      stack: `Traceback (most recent call last):
  File "/srv/import/run.py", line 58, in <module>
    main()
  File "/srv/import/run.py", line 51, in main
    load(feed)
  File "/srv/import/catalog.py", line 112, in load
    rows = [to_row(item) for item in feed]
  File "/srv/import/catalog.py", line 87, in to_row
    "ean": item["ean"],
KeyError: 'ean'`,
      story: [
        ['job', 'import started', { supplier: 'northwind' }],
        ['http', 'GET https://feeds.example.org/catalog.json', { status_code: 200, bytes: '{bytes}' }],
        ['import', 'item {sku}'],
      ],
      tags: { job: 'import' },
      since: 1,
    },
    {
      type: 'Symfony\\Component\\HttpKernel\\Exception\\TooManyRequestsHttpException',
      message: 'Too Many Attempts.',
      stack: frames([
        'Illuminate\\Routing\\Middleware\\ThrottleRequests->handle',
        'vendor/laravel/framework/src/Illuminate/Routing/Middleware/ThrottleRequests.php',
        166,
      ]),
      level: 'info',
      handled: true,
      story: requested('POST', '/api/login'),
    },
    {
      type: 'Symfony\\Component\\ErrorHandler\\Error\\FatalError',
      message: 'Allowed memory size of 134217728 bytes exhausted (tried to allocate {bytes} bytes)',
      stack: [
        {
          function: 'App\\Reports\\YearReport->rows',
          file: `${root}/app/Reports/YearReport.php`,
          line: 70,
          in_app: true,
        },
      ],
      level: 'fatal',
      mechanism: 'shutdown',
      story: [
        ...requested('GET', '/api/reports/2026'),
        ['sql', 'select * from `orders` where year(`created_at`) = ?', { rows: '{bytes}' }],
      ],
      tags: { route: 'reports.show' },
    },
    {
      type: 'requests.exceptions.ReadTimeout',
      message: "HTTPSConnectionPool(host='feeds.example.org', port=443): Read timed out. (read timeout=30)",
      platform: 'python',
      stack: `Traceback (most recent call last):
  File "/srv/import/run.py", line 51, in main
    load(feed)
  File "/srv/import/catalog.py", line 104, in load
    answer = requests.get(url, timeout=30)
  File "/usr/lib/python3/dist-packages/requests/adapters.py", line 532, in send
    raise ReadTimeout(e, request=request)
requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='feeds.example.org', port=443): Read timed out. (read timeout=30)`,
      story: [['job', 'import started', { supplier: 'northwind' }]],
      tags: { job: 'import' },
    },
  ],
}
