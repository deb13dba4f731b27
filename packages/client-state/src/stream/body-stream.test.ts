import { describe, expect, it, vi } from 'vitest'
import { BodyStream } from './body-stream.ts'

/** The standard's own, and ours: whatever holds for one holds for the other. */
const streams = [
  { name: 'ReadableStream', Stream: globalThis.ReadableStream as unknown as typeof BodyStream },
  { name: 'BodyStream', Stream: BodyStream },
]
const tick = () => new Promise((resolve) => setTimeout(resolve))
type Controller = { enqueue: (value: string) => void; close: () => void; error: (error: unknown) => void }

/** A stream that is filled by hand. */
function byHand(Stream: typeof BodyStream, options?: { highWaterMark: number }) {
  let control!: Controller & { desiredSize: number | null }
  const pull = vi.fn()
  const cancel = vi.fn()
  const stream = new Stream<string>(
    {
      start: (controller) => {
        control = controller as never
      },
      pull,
      cancel,
    },
    options,
  )
  return { stream, control, pull, cancel }
}

describe.each(streams)('$name', ({ Stream }) => {
  it('gives what was put in, in order, to reads before and after it came', async () => {
    const { stream, control } = byHand(Stream)
    const reader = stream.getReader()
    const early = [reader.read(), reader.read()]
    control.enqueue('a')
    control.enqueue('b')
    control.enqueue('c')
    control.close()
    expect(await Promise.all([...early, reader.read(), reader.read(), reader.read()])).toEqual([
      { done: false, value: 'a' },
      { done: false, value: 'b' },
      { done: false, value: 'c' },
      { done: true, value: undefined },
      { done: true, value: undefined },
    ])
  })

  it('ends the reads that wait when it is closed, and takes nothing more', async () => {
    const { stream, control } = byHand(Stream)
    const waiting = stream.getReader().read()
    control.close()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(control.desiredSize).toBe(0)
    expect(() => control.enqueue('late')).toThrow(TypeError)
    expect(() => control.close()).toThrow(TypeError)
    expect(() => control.error(new Error('late'))).not.toThrow()
  })

  it('refuses the reads that wait, and later ones, with its error, and forgets what it held', async () => {
    const { stream, control } = byHand(Stream)
    const reader = stream.getReader()
    const waiting = reader.read()
    control.error(new Error('cut'))
    await expect(waiting).rejects.toThrow('cut')
    await expect(reader.read()).rejects.toThrow('cut')
    await expect(reader.cancel()).rejects.toThrow('cut')
    expect(control.desiredSize).toBeNull()
    expect(() => control.enqueue('late')).toThrow(TypeError)

    const held = byHand(Stream)
    held.control.enqueue('a')
    held.control.error(new Error('cut'))
    await expect(held.stream.getReader().read()).rejects.toThrow('cut')
  })

  it('asks for nothing before the first read, where it should hold nothing', async () => {
    const { stream, control, pull } = byHand(Stream, { highWaterMark: 0 })
    await tick()
    expect(pull).not.toHaveBeenCalled()
    const reader = stream.getReader()
    const first = reader.read()
    await tick()
    expect(pull).toHaveBeenCalledOnce()
    control.enqueue('a')
    expect(await first).toEqual({ done: false, value: 'a' })
    await tick()
    expect(pull).toHaveBeenCalledOnce()
    void reader.read()
    await tick()
    expect(pull).toHaveBeenCalledTimes(2)
  })

  it('asks until it holds as much as it should, one question at a time', async () => {
    let asking = 0
    let most = 0
    let next = 0
    const pull = vi.fn(async (controller: { enqueue: (value: string) => void }) => {
      most = Math.max(most, ++asking)
      await tick()
      controller.enqueue(String(next++))
      asking -= 1
    })
    const stream = new Stream<string>({ pull }, { highWaterMark: 2 })
    await vi.waitFor(() => expect(pull).toHaveBeenCalledTimes(2))
    await tick()
    await tick()
    expect(pull).toHaveBeenCalledTimes(2)
    const reader = stream.getReader()
    const read = await Promise.all([1, 2, 3, 4].map(() => reader.read()))
    expect(read.map(({ value }) => value)).toEqual(['0', '1', '2', '3'])
    expect(most).toBe(1)
  })

  it('fails with what its source throws, at once or later', async () => {
    const sources = [
      { start: () => Promise.reject(new Error('broken')) },
      { pull: () => Promise.reject(new Error('broken')) },
      {
        pull: () => {
          throw new Error('broken')
        },
      },
    ]
    for (const source of sources) await expect(new Stream(source).getReader().read()).rejects.toThrow('broken')
    const start = () => {
      throw new Error('broken')
    }
    expect(() => new Stream({ start })).toThrow('broken')
  })

  it('tells its source once that nobody reads any more', async () => {
    const { stream, control, cancel } = byHand(Stream)
    control.enqueue('unread')
    const reader = stream.getReader()
    await reader.cancel('enough')
    await reader.cancel('again')
    expect(cancel.mock.calls).toEqual([['enough']])
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    expect(() => control.enqueue('late')).toThrow(TypeError)

    const waiting = byHand(Stream)
    const other = waiting.stream.getReader()
    const read = other.read()
    await other.cancel()
    expect(await read).toEqual({ done: true, value: undefined })

    const unread = byHand(Stream)
    await unread.stream.cancel('never read')
    expect(unread.cancel.mock.calls).toEqual([['never read']])
  })

  it('has one reader at a time; a released one reads no more, and refuses what waits', async () => {
    const { stream, control } = byHand(Stream)
    const first = stream.getReader()
    expect(stream.locked).toBe(true)
    expect(() => stream.getReader()).toThrow(TypeError)
    await expect(stream.cancel()).rejects.toThrow(TypeError)
    const waiting = first.read()
    first.releaseLock()
    await expect(waiting).rejects.toThrow(TypeError)
    await expect(first.read()).rejects.toThrow(TypeError)
    await expect(first.cancel()).rejects.toThrow(TypeError)
    expect(stream.locked).toBe(false)
    control.enqueue('a')
    const second = stream.getReader()
    first.releaseLock()
    expect(await second.read()).toEqual({ done: false, value: 'a' })
  })

  it('is split into two that both have all of it, whoever reads first', async () => {
    const { stream, control, cancel } = byHand(Stream)
    const [left, right] = stream.tee().map((branch) => branch.getReader())
    expect(stream.locked).toBe(true)
    const early = [left!.read(), left!.read(), right!.read()]
    for (const value of ['a', 'b', 'c']) control.enqueue(value)
    control.close()
    const values = async (reads: Promise<{ value?: unknown }>[]) => (await Promise.all(reads)).map(({ value }) => value)
    expect(await values(early)).toEqual(['a', 'b', 'a'])
    expect(await values([left!.read(), left!.read()])).toEqual(['c', undefined])
    expect(await values([right!.read(), right!.read(), right!.read()])).toEqual(['b', 'c', undefined])
    expect(cancel).not.toHaveBeenCalled()
  })

  it('is split into two of which one may stop alone, and both fail', async () => {
    const { stream, control, cancel } = byHand(Stream)
    const [left, right] = stream.tee().map((branch) => branch.getReader())
    void left!.cancel()
    control.enqueue('a')
    expect(await right!.read()).toEqual({ done: false, value: 'a' })
    expect(cancel).not.toHaveBeenCalled()
    await right!.cancel()
    expect(cancel).toHaveBeenCalledOnce()

    const other = byHand(Stream)
    const reads = other.stream.tee().map((branch) => branch.getReader().read())
    other.control.error(new Error('cut'))
    for (const read of reads) await expect(read).rejects.toThrow('cut')
  })
})
