import { expect, it } from 'vitest'
import { parseEventStream } from './event-stream.ts'

async function parse(...pieces: string[]) {
  const bytes = (async function* () {
    for (const piece of pieces) yield new TextEncoder().encode(piece)
  })()
  const messages: unknown[] = []
  for await (const message of parseEventStream(bytes)) messages.push(message)
  return messages
}

it('parses messages in pieces of any size, with ids, comments and several lines of data', async () => {
  const text =
    'retry: 2000\nid: 7\n\n: \nid: 8\n\nevent: issue.created\nid: 9\ndata: {"a":\ndata: 1}\n\nevent: reset\ndata: \n\n'
  const expected = [
    { id: '7', event: undefined, data: '' },
    { id: '8', event: undefined, data: '' },
    { id: '9', event: 'issue.created', data: '{"a":\n1}' },
    { id: undefined, event: 'reset', data: '' },
  ]
  expect(await parse(text)).toEqual(expected)
  expect(await parse(...text)).toEqual(expected)
})
