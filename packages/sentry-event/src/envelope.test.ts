import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvelopeError, EnvelopeReader } from './envelope.ts'

interface Read {
  header: Record<string, unknown> | undefined
  items: [type: string, payload: string][]
  skipped: [type: string, isTooLarge: boolean][]
  bytes: number
}

/** Reads an envelope that arrives in pieces of a size. */
function read(bytes: Buffer, pieceBytes = bytes.length, keepUpTo: (type: string) => number = () => 1000): Read {
  const found: Read = { header: undefined, items: [], skipped: [], bytes: 0 }
  const reader = new EnvelopeReader({
    onHeader: (header) => {
      found.header = header
    },
    keepUpTo: ({ type }) => keepUpTo(type),
    onItem: ({ header, payload }) => found.items.push([header.type, payload.toString('utf8')]),
    onSkipped: ({ type }, isTooLarge) => found.skipped.push([type, isTooLarge]),
    grow: (more) => {
      found.bytes += more
    },
  })
  for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes))
    reader.push(bytes.subarray(at, at + Math.max(1, pieceBytes)))
  reader.end()
  return found
}

describe('an envelope', () => {
  const cases: [name: string, text: string, items: Read['items']][] = [
    ['without items', '{}', []],
    ['without anything', '', []],
    ['with a length', '{}\n{"type":"event","length":2}\n{}\n', [['event', '{}']]],
    ['with a length, without a line feed at its end', '{}\n{"type":"event","length":2}\n{}', [['event', '{}']]],
    ['without a length', '{}\n{"type":"event"}\n{"a":1}\n', [['event', '{"a":1}']]],
    ['without a length, without a line feed at its end', '{}\n{"type":"event"}\n{"a":1}', [['event', '{"a":1}']]],
    ['with line feeds in a payload', '{}\n{"type":"a","length":3}\n\n\n\n\n', [['a', '\n\n\n']]],
    ['with a carriage return, which belongs to the payload', '{}\n{"type":"a"}\nx\r\n', [['a', 'x\r']]],
    [
      'with blank lines between items',
      '{}\n\n\n{"type":"a"}\nx\n\n{"type":"b"}\ny',
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
    [
      'with an empty payload',
      '{}\n{"type":"a","length":0}\n\n{"type":"b"}\ny',
      [
        ['a', ''],
        ['b', 'y'],
      ],
    ],
    [
      'with an item of both kinds',
      '{}\n{"type":"a","length":1}\nx\n{"type":"b"}\ny\n',
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
  ]
  it.each(cases)('%s is read, in pieces of any size', (_name, text, items) => {
    for (const size of [1, 2, 7, 1000]) expect(read(Buffer.from(text), size).items).toEqual(items)
  })

  it.each([
    ['a header that is no JSON', 'hello\n'],
    ['a header that is a list', '[]\n'],
    ['an item that is no JSON', '{}\nhello\n'],
    ['an item without a type', '{}\n{}\n'],
    ['a length below zero', '{}\n{"type":"a","length":-1}\n'],
    ['a length that is a text', '{}\n{"type":"a","length":"1"}\n'],
    ['a payload that is cut', '{}\n{"type":"a","length":10}\nx'],
    ['a payload that is longer', '{}\n{"type":"a","length":1}\nxy\n'],
    ['a header of 9 kB', `{"a":"${'x'.repeat(9000)}"}\n`],
    ['101 items', `{}\n${'{"type":"a"}\n\n'.repeat(101)}`],
  ])('with %s is refused', (_name, text) => expect(() => read(Buffer.from(text))).toThrow(EnvelopeError))

  it('holds nothing of payloads that nobody keeps, or that are too large', () => {
    const large = 'x'.repeat(100_000)
    const text = `{}\n{"type":"replay","length":100000}\n${large}\n{"type":"log"}\n${large}\n{"type":"event"}\n${large}\n{"type":"a"}\ny\n`
    const found = read(Buffer.from(text), 4096, (type) => (type === 'event' ? 5000 : type === 'a' ? 10 : 0))
    expect(found.items).toEqual([['a', 'y']])
    expect(found.skipped).toEqual([
      ['replay', false],
      ['log', false],
      ['event', true],
    ])
    expect(found.bytes).toBeLessThan(10_000)
  })

  it('of any bytes is read or refused, and the same in any pieces', () => {
    const outcome = (bytes: Buffer, size: number) => {
      try {
        return read(bytes, size)
      } catch (error) {
        expect(error).toBeInstanceOf(EnvelopeError)
        return 'refused'
      }
    }
    const part = fc.oneof(
      fc.constantFrom('{}', '\n', '{"type":"event"}', '{"type":"a","length":3}', 'xyz', '{"type":', '\r'),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const bytes = Buffer.from(parts.join(''))
        expect(outcome(bytes, size)).toEqual(outcome(bytes, bytes.length + 1))
      }),
    )
  })
})
