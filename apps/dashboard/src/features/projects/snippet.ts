import type { Project } from './queries.ts'
import { dotnetSnippet, goSnippet, javaSnippet, php, phpSnippet, pythonSnippet, rubySnippet } from './snippet-http.ts'
import type { Snippet, SnippetName } from './snippet-name.ts'

type Text = Snippet['text']

const message = "Cannot read properties of undefined (reading 'total')"

function firstEvent(project: Parameters<Text>[1]) {
  return {
    exception_type: 'TypeError',
    message,
    platform: project.platform ?? 'other',
    app_id: project.app_id,
    stack: `TypeError: ${message}\n    at applyDiscount (/srv/shop/checkout/cart.js:118:24)`,
  }
}

/** A shell command. */
export const curlSnippet: Text = (origin, project, token) => {
  // A quote would end the shell's string; \u0027 is the same character in JSON.
  const body = JSON.stringify(firstEvent(project)).replaceAll("'", '\\u0027').replaceAll('","', '",\n   "')
  return `curl ${origin}/ingest \\\n  -H 'X-Service-Token: ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}

/** Uses one of our SDKs: the first example of its page in docs/, which a test keeps equal. */
function clientSnippet(name: string, more = ''): Pick<Snippet, 'install' | 'text'> {
  return {
    install: (origin) => `npm i ${origin}/sdk/npm/bugle-${name}.tgz`,
    text: (origin, { app_id }, token) => `import { captureException, init } from '@bugle/${name}'

init({ token: ${js(token)}, endpoint: ${js(origin)}, appId: ${js(app_id)}${more} })

captureException(new Error('Hello, Bugle'))`,
  }
}

const flutterSnippet: Text = (origin, project, token) => {
  return `// import 'package:http/http.dart' as http;
Future<void> report(Object error, StackTrace stack) => http.post(
      Uri.parse(${dart(`${origin}/ingest`)}),
      headers: {'X-Service-Token': ${dart(token)}, 'Content-Type': 'application/json'},
      body: jsonEncode({
        'exception_type': error.runtimeType.toString(),
        'message': error.toString(),
        'stack': stack.toString(),
        'platform': Platform.operatingSystem,
        'app_id': ${dart(project.app_id)},
      }),
    );

FlutterError.onError = (details) => report(details.exception, details.stack ?? StackTrace.empty);
PlatformDispatcher.instance.onError = (error, stack) {
  report(error, stack);
  return true;
};`
}

function phpEvent(...[origin, project, token]: Parameters<Text>): { url: string; token: string; body: string } {
  return {
    url: php(`${origin}/ingest`),
    token: php(token),
    body: `[
    'exception_type' => $e::class,
    'message' => $e->getMessage(),
    'stack' => (string) $e,
    'platform' => 'php',
    'app_id' => ${php(project.app_id)},
]`,
  }
}

const laravelSnippet: Text = (origin, project, token) => {
  const event = phpEvent(origin, project, token)
  return `// bootstrap/app.php
->withExceptions(function (Exceptions $exceptions) {
    $exceptions->report(fn (Throwable $e) => Http::timeout(2)
        ->withHeaders(['X-Service-Token' => ${event.token}])
        ->post(${event.url}, ${event.body.replaceAll('\n', '\n        ')}));
})`
}

const symfonySnippet: Text = (origin, project, token) => {
  const event = phpEvent(origin, project, token)
  return `#[AsEventListener]
final readonly class ReportErrors
{
    public function __construct(private HttpClientInterface $http) {}

    public function __invoke(ExceptionEvent $event): void
    {
        $e = $event->getThrowable();
        $this->http->request('POST', ${event.url}, [
            'headers' => ['X-Service-Token' => ${event.token}],
            'timeout' => 2,
            'json' => ${event.body.replaceAll('\n', '\n            ')},
        ])->getStatusCode();
    }
}`
}

/** A string literal of JavaScript. */
function js(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
}

function dart(text: string): string {
  return `'${text.replaceAll(/['\\$]/g, '\\$&')}'`
}

/** For the head of a page, before all other scripts. */
const scriptSnippet: Text = (origin, { app_id }, token) => `<script
  src="${html(`${origin}/sdk/loader.js`)}"
  data-endpoint="${html(origin)}"
  data-token="${html(token)}"
  data-app-id="${html(app_id)}"
  data-release="shop@4.2.0"
></script>

<script>
  setTimeout(() => { throw new Error('Hello, Bugle') })
</script>`

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

const byPlatform: Partial<Record<NonNullable<Project['platform']>, SnippetName>> = {
  web: 'Web page',
  node: 'Node',
  ios: 'React Native',
  android: 'React Native',
  php: 'PHP',
  python: 'Python',
  go: 'Go',
  java: 'Java',
  dotnet: '.NET',
  ruby: 'Ruby',
}

/** The snippet that a project of a platform begins with. */
export function snippetOf(platform: Project['platform']): SnippetName {
  return (platform !== null && byPlatform[platform]) || 'curl'
}

export const snippets: Snippet[] = [
  { name: 'curl', text: curlSnippet },
  { name: 'Web page', text: scriptSnippet },
  { name: 'Browser', ...clientSnippet('browser', ", release: 'shop@4.2.0'") },
  { name: 'Node', ...clientSnippet('node', ", release: 'shop@4.2.0'") },
  // An app knows its own version.
  { name: 'React Native', ...clientSnippet('react-native') },
  { name: 'Flutter', text: flutterSnippet },
  { name: 'PHP', text: phpSnippet },
  { name: 'Laravel', text: laravelSnippet },
  { name: 'Symfony', text: symfonySnippet },
  { name: 'Python', text: pythonSnippet },
  { name: 'Go', text: goSnippet },
  { name: 'Java', text: javaSnippet },
  { name: '.NET', text: dotnetSnippet },
  { name: 'Ruby', text: rubySnippet },
]
