import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import * as arrays from '../src/db/binary-array.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase({ connections: 1 })
afterAll(() => database.drop())

const wellFormed = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '\\', '{', ',', '\n', 'NULL') })
const kinds: [
  type: string,
  write: (values: never[]) => Buffer,
  value: fc.Arbitrary<unknown>,
  shown?: (value: never) => unknown,
][] = [
  ['int2', arrays.int2Array, fc.integer({ min: -32_768, max: 32_767 })],
  ['int4', arrays.int4Array, fc.integer()],
  ['int8', arrays.int8Array, fc.option(fc.maxSafeInteger())],
  ['text', arrays.textArray, fc.option(wellFormed)],
  ['uuid', arrays.uuidArray, fc.uuid().map((id) => id.replaceAll('-', '')), (id: string) => id.replaceAll('-', '')],
  ['bytea', arrays.byteaArray, fc.uint8Array().map((bytes) => Buffer.from(bytes))],
  [
    'timestamptz',
    arrays.timestamptzArray,
    // Until 2255, microseconds are exact in a double.
    fc.integer({ min: 0, max: 9_000_000_000_000 }),
    (at: Date) => at.getTime(),
  ],
]

it.each(kinds)('%s[] reaches the database unchanged', async (type, write, value, shown = (same) => same) => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 20 }), async (values) => {
      const { rows } = await database.pool.query(
        `select u.value from unnest($1::${type}[]) with ordinality as u (value, ordinal) order by u.ordinal`,
        [write(values as never[])],
      )
      expect(rows.map(({ value }) => (value === null ? null : shown(value as never)))).toEqual(values)
    }),
    { numRuns: 60 },
  )
})
