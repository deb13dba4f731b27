import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { FunctionParser } from './function-parser.ts'

/** A thread that responds with the text, after a second to `wait`, never to `hang`, and ends with `exit` or `memory`. */
const code = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ text }) => {
    if (text === 'hang') for (;;) {}
    if (text === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    if (text === 'exit') process.exit(1)
    if (text === 'memory') for (const all = []; ; ) all.push(new Array(1e5).fill({}))
    parentPort.postMessage(Buffer.from(text))
  })
  const { readlinkSync } = require('node:fs')
  parentPort.postMessage({ threadId: Number(readlinkSync('/proc/thread-self').split('/').at(-1)) })`

describe('the parser of functions', () => {
  let started = 0
  const startThread = () => {
    started++
    return new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } })
  }
  const failures: string[] = []
  const onFailed = ({ message }: Error) => void failures.push(message)
  let parser: FunctionParser
  afterEach(() => parser.close())
  const textOf = (row: Uint8Array | undefined) => row && Buffer.from(row).toString()

  it('keeps its thread from text to text, in order', async () => {
    started = 0
    parser = new FunctionParser({ startThread, onFailed })
    const rows = await Promise.all(['a', 'b', 'c'].map((text) => parser.parse(text, '')))
    expect([rows.map(textOf), started]).toEqual([['a', 'b', 'c'], 1])
  })

  it.each<[string, RegExp]>([
    ['hang', /more than 100 ms/],
    ['exit', /ended with code 1/],
    ['memory', /memory/],
  ])('continues with a new thread after %s, and reports it', async (text, message) => {
    started = 0
    failures.length = 0
    parser = new FunctionParser({ startThread, onFailed, limitMs: text === 'hang' ? 100 : 20_000 })
    const rows = await Promise.all([parser.parse(text, ''), parser.parse('next', '')])
    expect([rows.map(textOf), started]).toEqual([[undefined, 'next'], 2])
    expect(failures).toEqual([expect.stringMatching(message)])
  })

  it('waits for a thread that does not get its turn on a busy machine', async () => {
    started = 0
    failures.length = 0
    parser = new FunctionParser({ startThread, onFailed, limitMs: 300 })
    expect(textOf(await parser.parse('wait', ''))).toBe('wait')
    expect([started, failures]).toEqual([1, []])
  })

  it('ends its thread when it is not used', async () => {
    started = 0
    parser = new FunctionParser({ startThread, onFailed, idleMs: 1 })
    await parser.parse('a', '')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await parser.parse('b', '')
    expect(started).toBe(2)
  })
})
