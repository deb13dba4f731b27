import { afterAll, expect, it } from 'vitest'
import { copyChunkBytes, copyIn, copyOut, readBinary } from '../src/db/copy.ts'
import { onOwnConnection, transaction } from '../src/db/database.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase({ connections: 2 })
afterAll(() => database.drop())
await database.pool.query('create table t (a int, b bytea)')

it('yields chunks of one size, and reads them back', async () => {
  const { pool } = database
  await pool.query(`insert into t select n, decode(repeat('ab', 3000), 'hex') from generate_series(1, 1500) as n`)
  const chunks: Buffer[] = []
  await onOwnConnection(pool, async (client) => {
    for await (const chunk of copyOut(client, 'copy t to stdout (format binary)')) chunks.push(chunk)
    // The connection is usable for another statement.
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
  expect(chunks.length).toBeGreaterThan(3)
  for (const chunk of chunks.slice(0, -1)) expect(chunk).toHaveLength(copyChunkBytes)
  await pool.query('create table u (a int, b bytea)')
  const rows = await transaction(pool, (tx) =>
    copyIn(
      tx,
      'copy u from stdin (format binary)',
      (async function* () {
        yield* chunks
      })(),
    ),
  )
  expect(rows).toBe(1500)
  expect((await pool.query('select count(*) as n from (table t except table u) as d')).rows[0].n).toBe(0)
})

it('copies an empty table', async () => {
  await onOwnConnection(database.pool, async (client) => {
    const chunks: Buffer[] = []
    for await (const chunk of copyOut(client, 'copy t (a) to stdout')) chunks.push(chunk)
    await client.query('truncate u')
    expect(await copyIn(client, 'copy u (a) from stdin', (async function* () {})())).toBe(0)
    expect(chunks).toHaveLength(1)
  })
})

it('fails with the error of the server or the source, and writes nothing', async () => {
  const { pool } = database
  const into = (source: () => AsyncGenerator<Buffer>, statement = 'copy u (a) from stdin') =>
    transaction(pool, (tx) => copyIn(tx, statement, source()))
  const failing = async function* () {
    yield Buffer.from('1\n')
    throw new Error('the disk broke')
  }
  const wrong = async function* () {
    yield Buffer.from('1\nnonsense\n')
    for (let n = 0; n < 50; n += 1) yield Buffer.alloc(copyChunkBytes, '7\n')
  }
  await expect(into(failing)).rejects.toThrow('the disk broke')
  await expect(into(wrong)).rejects.toThrow(/invalid input syntax for type integer/)
  await expect(into(wrong, 'copy nothing from stdin')).rejects.toThrow(/does not exist/)
  const reading = onOwnConnection(pool, async (client) => {
    for await (const _ of copyOut(client, 'copy nothing to stdout'));
  })
  await expect(reading).rejects.toThrow(/does not exist/)
  expect((await pool.query('select count(*) as n from u')).rows[0].n).toBe(0)
})

it('leaves a usable connection if the end arrives while the stream is paused', async () => {
  await onOwnConnection(database.pool, async (client) => {
    const statement = `copy (select convert_to(repeat('x', ${3 * copyChunkBytes}), 'UTF8')) to stdout (format binary)`
    let bytes = 0
    for await (const chunk of copyOut(client, statement)) bytes += chunk.length
    expect(bytes).toBeGreaterThan(3 * copyChunkBytes)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

it('reads rows in the binary format', async () => {
  await onOwnConnection(database.pool, async (client) => {
    const rows = await readBinary(client, 'select a, b from t where a <= 300 order by a')
    expect(rows.map(([a]) => a!.readInt32BE())).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
    for (const [, b] of rows) expect(b!.equals(Buffer.alloc(3000, 0xab))).toBe(true)
    expect(await readBinary(client, 'select a from t where a < 0')).toEqual([])
    await expect(readBinary(client, 'select nothing from t')).rejects.toThrow(/does not exist/)
    expect(await readBinary(client, `select ''::bytea`)).toEqual([[Buffer.alloc(0)]])
  })
})
