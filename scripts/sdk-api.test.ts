import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const page = (name: string) => read(`docs/api/${name}.md`)

/** The parts of a page below headings, by their heading. */
function partsOf(text: string): Map<string, string> {
  const parts = text.split(/^#{2,4} (?=\S)/m).map((part): [string, string] => [part.split('\n')[0]!, part])
  // The first of a name: members of classes come last.
  return new Map(parts.toReversed())
}

it.each([
  ['browser', ['init', 'captureException', 'withScope', 'Scope', 'shrinking', 'ErrorBoundary', 'beforeSend']],
  ['node', ['init', 'captureException', 'withMonitor', 'bugleRequests', 'storeDirectory', 'localVariables']],
  ['react-native', ['init', 'captureException', 'Mask']],
  ['bundler', ['bugle', 'unplugin', 'BugleOptions', 'deleteMaps']],
  [
    'core',
    ['start', 'createClient', 'fetchTransport', 'nestedScopes', 'storing', 'Runtime', 'transport', 'EventStore'],
  ],
  ['php', ['init', 'captureException', 'withMonitor', 'Bugle\\Scope']],
  ['dart', ['Bugle', 'runGuarded', 'captureException', 'BugleOptions', 'BugleFlutter']],
])('the page of %s describes what a program calls', (sdk, names) => {
  const parts = partsOf(page(sdk))
  for (const name of names) {
    const [, code = '', doc = ''] = /^.*?\n\n```\w+\n(.*?)\n```\n\n(.+)/s.exec(parts.get(name) ?? '') ?? []
    expect(code, name).toContain(name.split('\\').at(-1))
    expect(doc, name).toMatch(/^[A-Z]/)
  }
})

it('each function of the common API is described for every SDK of JavaScript, with its example', () => {
  const api = read('sdks/javascript/core/src/api.ts')
  const names = [...api.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name!)
  const ofPrograms = names.filter((name) => !['getClient', 'start', 'reportMessage'].includes(name))
  expect(ofPrograms.length).toBeGreaterThan(9)
  for (const sdk of ['browser', 'node', 'react-native'])
    for (const name of ofPrograms)
      expect(partsOf(page(sdk)).get(name), `${sdk} ${name}`).toMatch(/```ts\nfunction .*\n```ts\n/s)
})

it('the page of the plugin has a part for each bundler', () => {
  const headings = page('bundler').match(/^## .*/gm)
  const { exports } = JSON.parse(read('sdks/javascript/bundler/package.json')) as { exports: Record<string, string> }
  expect(headings).toEqual(Object.keys(exports).map((path) => `## @bugle/bundler${path.slice(1)}`))
})

it('nothing internal is described', () => {
  for (const sdk of ['browser', 'node', 'react-native', 'bundler', 'core'])
    expect(page(sdk)).not.toMatch(/@internal|\bapplyTo\b|\bsetup\?\(runtime/)
})
