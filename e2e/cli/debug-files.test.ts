import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage } from '../sdks/stage.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-debug-files', 'com.example.shop')
const terminal = new Terminal()

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
})
afterAll(() => terminal.remove())

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../conformance/debug-files/${name}`, import.meta.url), 'utf8')).cases
const { mapping } = read('proguard.json')[0] as { mapping: string }
const symbols = gunzipSync(Buffer.from(read('native.json')[3].file, 'base64'))

it('bugle debug-files upload finds debug files by their content, and sends what is missing', async () => {
  const project = await stage.newProject('android')
  const folder = join(stage.host.directory, 'outputs')
  mkdirSync(join(folder, 'symbols'), { recursive: true })
  writeFileSync(join(folder, 'mapping.txt'), mapping)
  writeFileSync(join(folder, 'symbols/app.android-arm64.symbols'), symbols)
  writeFileSync(join(folder, 'obfuscation.map.json'), JSON.stringify(['Cart', 'aB']))
  writeFileSync(join(folder, 'seeds.txt'), 'shop.Main\nshop.Main: void main(java.lang.String[])\n')
  const upload = ['debug-files', 'upload', folder, '--project', project.id]
  const planned = await terminal.json([...upload, '--dry-run', '--release', '1.4.2'])
  const id = planned.find(({ kind }: { kind: string }) => kind === 'native_symbols').debug_id
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(planned).toMatchObject([
    // The map has no id of its own: it gets that of the symbols beside it.
    { name: 'obfuscation.map.json', kind: 'dart_names', debug_id: id },
    { name: 'mapping.txt', kind: 'jvm_mapping', debug_id: null },
    { name: 'symbols/app.android-arm64.symbols', kind: 'native_symbols' },
  ])
  const refused = await terminal.run(upload)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('mapping.txt')
  const [sent] = await terminal.json([...upload, '--release', '1.4.2'])
  expect(sent.files.map(({ state }: { state: string }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await terminal.json([...upload, '--release', '1.4.2'])).toMatchObject([{ sent_bytes: 0 }])
  const none = await terminal.run(['debug-files', 'upload', join(folder, 'seeds.txt'), '--project', project.id])
  expect(none.code).toBe(4)
})
