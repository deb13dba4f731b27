import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IngestEvent } from '@bugle/protocol'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { internalNames, shortNames } from './internal-names.mjs'

const folder = (path: string) => fileURLToPath(new URL(`../${path}/`, import.meta.url))

async function built(code: string): Promise<string> {
  const plugins = [{ name: 'entry', resolveId: () => 'entry', load: () => code }, shortNames()]
  const bundle = await rolldown({ input: 'entry', plugins })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

it('has a letter of its own for each name', () => {
  const letters = [...internalNames.values()]
  expect(new Set(letters).size).toBe(letters.length)
  for (const letter of letters) expect(letter).toMatch(/^[A-Za-z]$/)
})

it.each([
  ['member', 'export const f = (x) => x.builders.push(x.queue?.isFull())', 'x.a.push(x.J?.q())'],
  ['object', 'const queue = 1\nexport const x = { queue, held: 2 }', 'J: 1'],
  [
    'pattern',
    'export const f = ({ queue, held: h, passed = 3 }) => [queue, h, passed]',
    'J: queue, C: h, D: passed = 3',
  ],
  ['method', 'export class A { applyTo() {} }', 'G()'],
])('shortens the name of a field of a %s', async (_, code, text) => {
  expect((await built(code)).replaceAll(/\s+/g, ' ')).toContain(text)
})

it('leaves variables, texts and computed names alone', async () => {
  const code = "export const f = (queue, x) => [queue, x['queue'], x[queue], `queue`]"
  expect((await built(code)).match(/queue/g)).toHaveLength(5)
})

it('has no name of the wire, of the options or of the documented client', () => {
  const pages = readdirSync(folder('docs')).filter((file) => file.startsWith('sdk-') || file === 'ingest.md')
  const documented = pages.map((page) => readFileSync(`${folder('docs')}${page}`, 'utf8')).join('\n')
  const options = readFileSync(`${folder('sdks/javascript/core/src')}options.ts`, 'utf8')
  for (const name of internalNames.keys()) {
    expect(Object.keys(IngestEvent.properties)).not.toContain(name)
    expect(options).not.toMatch(new RegExp(`^ {2}${name}\\??:`, 'm'))
    expect(documented).not.toMatch(new RegExp(`client\\.${name}\\b`))
  }
})

it('has no name that one version of the SDK reads of the client of another', () => {
  for (const file of ['api', 'feedback', 'check-ins', 'scope']) {
    const code = readFileSync(`${folder('sdks/javascript/core/src')}${file}.ts`, 'utf8')
    for (const name of internalNames.keys()) {
      if (file === 'scope' && name === 'applyTo') continue
      expect(code, `${file}: ${name}`).not.toMatch(new RegExp(`(client|holder\\[clientKey\\])\\??\\.${name}\\b`))
    }
  }
})
