import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { snippetOf, snippets } from './snippet.ts'

it('is a valid program in each language, for any app id', () => {
  const project = { platform: 'web', app_id: `it's"$x\\` } as const
  const texts = Object.fromEntries(snippets.map(({ name, text }) => [name, text('http://h', project, 'bgl_live_x')]))
  for (const name of ['Browser', 'Node', 'React Native']) {
    const sent: unknown[] = []
    const program = texts[name]!.replace(/^import .*/, '')
    new Function('init', 'captureException', program)(
      (options: unknown) => sent.push(options),
      () => {},
    )
    expect(sent).toMatchObject([{ token: 'bgl_live_x', endpoint: 'http://h', appId: project.app_id }])
  }
  expect(texts.Flutter).toContain(String.raw`appId: 'it\'s"\$x\\'`)
  expect(texts.PHP).toContain(String.raw`'appId' => 'it\'s"$x\\'`)
  expect(texts.Laravel).toContain(String.raw`BUGLE_APP_ID="it's\"\$x\\"`)
})

it.each(['browser', 'node', 'react-native'])('for %s is the first example of its page', (name) => {
  const page = readFileSync(new URL(`../../../docs/sdk-${name}.md`, import.meta.url), 'utf8')
  const first = (language: string) => new RegExp(`^\`\`\`${language}\n([^]*?)\n\`\`\`$`, 'm').exec(page)?.[1]
  const endpoint = /endpoint: '([^']*)'/.exec(page)![1]!
  const { install, text } = snippets.find((one) => one.name.toLowerCase().replace(' ', '-') === name)!
  expect(install!('https://bugle.example.com')).toBe(first('sh'))
  expect(text(endpoint, { platform: 'web', app_id: 'com.example.shop' }, 'bgl_live_…')).toBe(first('js'))
})

it.each([
  ['Dart', 'sdk-dart.md', 'dart'],
  ['Flutter', 'frameworks/flutter.md', 'dart'],
  ['PHP', 'sdk-php.md', 'php'],
  ['Laravel', 'frameworks/laravel.md', 'ini'],
  ['Symfony', 'frameworks/symfony.md', 'ini'],
])('for %s is the first example of %s', (name, page, language) => {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')
  const first = (of: string) => new RegExp(`^\`\`\`${of}\n([^]*?)\n\`\`\`$`, 'm').exec(text)?.[1]
  const snippet = snippets.find((one) => one.name === name)!
  expect(snippet.install!('https://bugle.example.com')).toBe(first('sh'))
  const project = { platform: 'php', app_id: 'com.example.shop' } as const
  expect(snippet.text('https://bugle.example.com', project, 'bgl_live_…')).toBe(first(language))
})

it('keeps any app id within its HTML attribute', () => {
  const { text } = snippets.find(({ name }) => name === 'Web page')!
  const page = text('http://h', { platform: 'web', app_id: `"><script>&` }, 'bgl_live_x')
  expect(page).toContain('src="http://h/sdk/loader.js"')
  expect(page).toContain('data-app-id="&quot;>&lt;script>&amp;"')
})

it.each([
  ['com.example.shop', 'shop@4.2.0'],
  ['billing.example.com', 'billing@4.2.0'],
  ['web-shop', 'web-shop@4.2.0'],
  [`"><script>`, 'shop@4.2.0'],
])('names the release of %s after the program', (app_id, release) => {
  for (const name of ['Web page', 'Browser', 'Node'] as const) {
    const { text } = snippets.find((one) => one.name === name)!
    expect(text('http://h', { platform: 'web', app_id }, 'bgl_live_x')).toContain(release)
  }
})

it('pins the loader of a server that names it', () => {
  const { text } = snippets.find(({ name }) => name === 'Web page')!
  const loader = { path: '/sdk/loader.3f9a1c04be27.js', integrity: 'sha384-x+/=' }
  const page = text('http://h/bugle', { platform: 'web', app_id: 'a' }, 'bgl_live_x', loader)
  expect(page).toContain('src="http://h/bugle/sdk/loader.3f9a1c04be27.js"\n  integrity="sha384-x+/="\n  crossorigin=')
})

it.each([
  ['web', 'Web page'],
  ['node', 'Node'],
  ['python', 'Python'],
  ['dotnet', '.NET'],
  ['rust', 'curl'],
  [null, 'curl'],
] as const)('a project of %s begins with %s', (platform, name) => expect(snippetOf(platform)).toBe(name))
