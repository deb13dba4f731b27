import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { pack, tar } from './pack.mjs'

const parent = mkdtempSync(join(tmpdir(), 'bugle-pack-'))
afterAll(() => rmSync(parent, { recursive: true }))

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(parent, 'folder-'))
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name)
  }
  return folder
}

it('packs files that tar reads, with paths that need both fields of a header', async () => {
  const long = `docs/assets/${'the-native-way-'.repeat(5)}.md.B7ZQoXEx.js.gz`
  const deep = `${'a-folder/'.repeat(14)}file`
  const archive = join(parent, 'packed.tgz')
  writeFileSync(archive, await pack(folderWith('short', long, deep)))
  const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n')
  expect(listed.sort()).toEqual([deep, long, 'short'].map((name) => `package/${name}`).sort())
  const text = execFileSync('tar', ['-xzOf', archive, `package/${long}`], { encoding: 'utf8' })
  expect(text).toBe(long)
})

it('refuses a name for which no header has room', async () => {
  await expect(tar(folderWith('x'.repeat(120)), 'package/')).rejects.toThrow('too long for a tar')
})
