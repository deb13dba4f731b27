import { buildIndex, MapRefusal, type WritePage } from '@bugle/symbols'
import { afterEach, describe, expect, it } from 'vitest'
import { MapIndexer } from '../src/domains/artifacts/indexing/map-indexer.ts'
import { startThread } from '../src/start-thread.ts'

const map = { version: 3, sources: ['cart.ts'], sourcesContent: ['pay()\n'], names: [], mappings: 'AAAA' }

type Build = (map: AsyncGenerator<Uint8Array>, write: WritePage) => Promise<object>

async function* inParts(text: string, size = 10): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

describe('the indexer of maps', () => {
  let started = 0
  const create = (limitMs?: number) =>
    new MapIndexer({
      startThread: () => {
        started++
        return startThread('build-index-main', 64)
      },
      ...(limitMs === undefined ? {} : { limitMs }),
    })
  let indexer: MapIndexer
  afterEach(() => indexer.close())
  const pagesOf = async (build: Build) => {
    const pages: Buffer[] = []
    const built = await build(inParts(JSON.stringify(map)), async (page, bytes) => {
      pages[page] = Buffer.from(bytes)
    })
    return { built, pages }
  }

  it('builds what the package builds, several maps one after the other in one thread', async () => {
    started = 0
    indexer = create()
    const build: Build = (text, write) => indexer.build(text, async (page, bytes) => write(page, bytes))
    const found = await Promise.all([pagesOf(build), pagesOf(build)])
    const expected = await pagesOf(buildIndex)
    expect(found).toEqual([expected, expected])
    expect(started).toBe(1)
  })

  it('refuses a broken map in the words of the package, and keeps its thread', async () => {
    started = 0
    indexer = create()
    const refusal = indexer.build(inParts('{"version": 3, "mappings": 7}'), async () => {})
    await expect(refusal).rejects.toBeInstanceOf(MapRefusal)
    await indexer.build(inParts(JSON.stringify(map)), async () => {})
    expect(started).toBe(1)
  })

  it.each<[string, (write: () => Promise<void>) => Promise<unknown>]>([
    [
      'its input fails',
      async (write) =>
        indexer.build(
          (async function* () {
            yield Buffer.from('{')
            throw new Error('lost')
          })(),
          write,
        ),
    ],
    ['a page cannot be stored', (write) => indexer.build(inParts(JSON.stringify(map)), write)],
  ])('continues with a new thread after %s', async (_, build) => {
    started = 0
    indexer = create()
    await expect(build(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    await indexer.build(inParts(JSON.stringify(map)), async () => {})
    expect(started).toBe(2)
  })

  it('ends a thread that works for too long, and continues with a new one', async () => {
    started = 0
    indexer = create(200)
    const endless = (async function* () {
      yield Buffer.from('{"version": 3, "mappings": "')
      for (;;) yield Buffer.from('AAAA,'.repeat(20_000))
    })()
    await expect(indexer.build(endless, async () => {})).rejects.toThrow('worked for more than 200 ms')
    await indexer.build(inParts(JSON.stringify(map)), async () => {})
    expect(started).toBe(2)
  })
})
