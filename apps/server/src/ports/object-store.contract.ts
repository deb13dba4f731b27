import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** Tests of every object store. */
export function objectStoreContract(name: string, start: () => Promise<ObjectStore>): void {
  describe(name, () => {
    let store: ObjectStore
    beforeAll(async () => {
      store = await start()
    })
    const listed = async (prefix: string, after?: string) => {
      const found: StoredObject[] = []
      for await (const one of store.list(prefix, after)) found.push(one)
      return found
    }

    it('responds to a check', async () => {
      await expect(store.check()).resolves.toBeUndefined()
    })

    it.each([0, 1, 100_000, 5_000_000])('returns %i bytes as they were put', async (length) => {
      const bytes = randomBytes(length)
      await store.put(`bytes/${length}`, bytes)
      expect((await store.get(`bytes/${length}`))?.equals(bytes)).toBe(true)
    })

    it('has no object that was not put, or was deleted', async () => {
      expect(await store.get('none/one')).toBeUndefined()
      await store.put('none/two', Buffer.from('two'))
      await store.delete(['none/two', 'none/never'])
      expect(await store.get('none/two')).toBeUndefined()
      await store.delete([])
    })

    it('lists more objects than one response holds, in order, below a prefix alone and after a key', async () => {
      const names = Array.from({ length: 1100 }, (_, index) => `list/${String(index).padStart(4, '0')}`)
      for (let start = 0; start < names.length; start += 50)
        await Promise.all(names.slice(start, start + 50).map((key) => store.put(key, Buffer.from(key))))
      await store.put('listed', Buffer.from('not below the prefix'))
      const found = await listed('list/')
      expect(found.map(({ key }) => key)).toEqual(names)
      expect(found[0]!.bytes).toBe(9)
      expect(new Date(found[0]!.storedAt).getUTCFullYear()).toBeGreaterThan(2020)
      expect((await listed('list/', names[1097])).map(({ key }) => key)).toEqual(names.slice(1098))
      await store.delete(names)
      expect(await listed('list/')).toEqual([])
    })

    it.each(['a b', 'ä', 'a+b', "a'(b)*!", 'a&b<c>', 'a%2Fb', 'a=b?c#d'])('takes %j in a key', async (part) => {
      const key = `names/${part}/x`
      await store.put(key, Buffer.from(part))
      expect(`${await store.get(key)}`).toBe(part)
      expect((await listed('names/')).map((one) => one.key)).toEqual([key])
      await store.delete([key])
      expect(await listed('names/')).toEqual([])
    })
  })
}
