import { dartSnippets } from './snippet-dart.ts'
import { dotnetSnippet, goSnippet, javaSnippet, pythonSnippet, rubySnippet } from './snippet-http.ts'
import type { Snippet, SnippetName } from './snippet-name.ts'
import { phpSnippets } from './snippet-php.ts'
import type { Project } from './types.ts'

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
function clientSnippet(name: string, { hasRelease }: { hasRelease: boolean }): Pick<Snippet, 'install' | 'text'> {
  return {
    install: (origin) => `npm i ${origin}/sdk/npm/bugle-${name}.tgz`,
    text: (origin, { app_id }, token) => `import { captureException, init } from '@bugle/${name}'

init({ token: ${js(token)}, endpoint: ${js(origin)}, appId: ${js(app_id)}${hasRelease ? `, release: ${js(releaseOf(app_id))}` : ''} })

captureException(new Error('Hello, Bugle'))`,
  }
}

const domains = ['com', 'org', 'net', 'io', 'dev', 'app', 'eu', 'de', 'at', 'ch', 'uk']

/** An example of a release, named after the program: the last part of a bundle identifier, the first one of a host. */
function releaseOf(appId: string): string {
  const parts = appId.split('.')
  const name = domains.includes(parts.at(-1)!) ? parts[0]! : parts.at(-1)!
  return `${/^[\w-]{1,40}$/.test(name) ? name : 'shop'}@4.2.0`
}

/** A string literal of JavaScript. */
function js(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
}

/** For the head of a page, before all other scripts: these bytes or none, where the server's loader is known. */
const scriptSnippet: Text = (origin, { app_id }, token, loader) => `<script
  src="${html(`${origin}${loader?.path ?? '/sdk/loader.js'}`)}"${loader === undefined ? '' : `\n  integrity="${html(loader.integrity)}"`}
  crossorigin="anonymous"
  data-endpoint="${html(origin)}"
  data-token="${html(token)}"
  data-app-id="${html(app_id)}"
  data-release="${releaseOf(app_id)}"
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
  { name: 'Browser', ...clientSnippet('browser', { hasRelease: true }) },
  { name: 'Node', ...clientSnippet('node', { hasRelease: true }) },
  // An app knows its own version.
  { name: 'React Native', ...clientSnippet('react-native', { hasRelease: false }) },
  ...dartSnippets,
  ...phpSnippets,
  { name: 'Python', text: pythonSnippet },
  { name: 'Go', text: goSnippet },
  { name: 'Java', text: javaSnippet },
  { name: '.NET', text: dotnetSnippet },
  { name: 'Ruby', text: rubySnippet },
]
