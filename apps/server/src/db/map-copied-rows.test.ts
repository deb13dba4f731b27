import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CopiedField, mapCopiedRows } from './map-copied-rows.ts'

const header = Buffer.concat([
  Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
  Buffer.alloc(4),
  Buffer.from([0, 0, 0, 2, 7, 7]),
])
const trailer = Buffer.from([0xff, 0xff])

function number(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}

const encoded = (rows: CopiedField[][]) =>
  Buffer.concat([
    header,
    ...rows.flatMap((fields) => [
      number(fields.length, 2),
      ...fields.flatMap((field) => (field === null ? [number(-1, 4)] : [number(field.length, 4), field])),
    ]),
    trailer,
  ])

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function mapped(rows: CopiedField[][], size: number, change: (row: CopiedField[]) => CopiedField[]) {
  const chunks: Buffer[] = []
  for await (const chunk of mapCopiedRows(inChunks(encoded(rows), size), async (some) => some.map(change)))
    chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const field = fc.option(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)))
const rows = fc.array(fc.array(field, { maxLength: 4 }), { maxLength: 40 })

it('leaves rows as they are, wherever chunks end', () =>
  fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 300 }), async (some, size) => {
      expect(await mapped(some, size, (row) => row)).toEqual(encoded(some))
    }),
  ))

it('changes each row once, in order', () =>
  fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 300 }), async (some, size) => {
      const change = (row: CopiedField[]) => [null, ...row, Buffer.from('x'.repeat(row.length * 100))]
      expect(await mapped(some, size, change)).toEqual(encoded(some.map(change)))
    }),
  ))
