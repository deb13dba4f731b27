import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { objectStoreContract } from '../ports/object-store.contract.ts'
import { ObjectStoreUnavailable } from '../ports/object-store.ts'
import { FolderObjectStore } from './object-store-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'bugle-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

objectStoreContract('in a folder', async () => new FolderObjectStore(join(folder, 'made', 'first')))

it('a folder that cannot be used is a store that is away', async () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  const store = new FolderObjectStore(path)
  for (const use of [() => store.check(), () => store.put('a/b', Buffer.from('x')), () => store.get('a/b')])
    await expect(use()).rejects.toThrow(ObjectStoreUnavailable)
})

it('shows no file that is not complete', async () => {
  const path = join(folder, 'incomplete')
  const store = new FolderObjectStore(path)
  await store.put('a/one', Buffer.from('x'))
  writeFileSync(join(path, 'a', 'two.0.part'), 'y')
  const keys: string[] = []
  for await (const { key } of store.list('a/')) keys.push(key)
  expect(keys).toEqual(['a/one'])
})
