import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filterOf } from './queries.ts'
import { commands } from './upload-commands.tsx'
import { addressOf } from './use-upload.ts'

it.each([
  ['', {}],
  [' 85314830-023F-4cf1-a267-535f4e37bb17 ', { debug_id: '85314830-023F-4cf1-a267-535f4e37bb17' }],
  ['85314830023f4cf1a267535f4e37bb17', { debug_id: '85314830023f4cf1a267535f4e37bb17' }],
  ['9de45fe6b1c2aa00bb11cc22dd33ee44ff556677', { release: '9de45fe6b1c2aa00bb11cc22dd33ee44ff556677' }],
])('searches for %j by %o', (text, filter) => expect(filterOf(text)).toEqual(filter))

it.each([
  ['assets/app.js.map', '~/', '~/assets/app.js'],
  ['app.js.map', '', '~/app.js'],
  ['app.js', 'https://cdn.example/a', 'https://cdn.example/a/app.js'],
])('derives the address of %s in %s', (path, prefix, address) => expect(addressOf(path, prefix)).toBe(address))

it('shows the commands of docs/cli.md, with the server and project filled in', () => {
  const page = readFileSync(new URL('../../../../../docs/cli.md', import.meta.url), 'utf8')
  const [install, ...rest] = commands('https://bugle.example.com', 'Shop').split('\n')
  expect(page).toContain(install!.replace('--save-dev', '-D'))
  for (const line of rest) expect(page).toContain(line.replace('npx ', ''))
})
