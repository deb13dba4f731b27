import { expect, it } from 'vitest'
import { createSealer } from '../src/adapters/sealer-aes.ts'
import { OperatorError } from '../src/admin/operator-error.ts'
import { rotateSecret } from '../src/admin/rotate-secret.ts'
import { type SealedColumn, sealedColumns } from '../src/admin/sealed-store.ts'
import { startServer } from './start-server.ts'

const { database } = await startServer()
// The sealed columns are of accounts.
const { accounts: pool, ofServer } = database
const [older, newer] = ['the secret of last year, 32 letters', 'the secret of this year, 32 letters']
const before = createSealer({ secret: older })
const between = createSealer({ secret: newer, previous: older })
const after = createSealer({ secret: newer })

await pool.query('create table safe (id uuid primary key, sealed_text text not null)')
const column: SealedColumn = { table: 'safe', key: 'id', column: 'sealed_text', belongsTo: (id) => `safe:${id}` }
const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
const texts = async () => {
  const { rows } = await pool.query<{ id: string; sealed_text: string }>('select * from safe order by id')
  return rows.map(({ id, sealed_text }) => after.open(sealed_text, `safe:${id}`))
}
async function fill(count: number) {
  await pool.query('delete from safe')
  for (let n = 0; n < count; n += 1)
    await pool.query('insert into safe values ($1, $2)', [idOf(n), before.seal(`text ${n}`, `safe:${idOf(n)}`)])
}

async function rotate(change: Partial<Parameters<typeof rotateSecret>[2]> = {}, sealer = between) {
  const lines: string[] = []
  const options = { isDryRun: false, batch: 3, columns: [column], print: (line: string) => void lines.push(line) }
  await rotateSecret(ofServer, sealer, { ...options, ...change })
  return lines
}

it('covers every encrypted column of the database', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed\\_%' and table_name <> 'safe' order by name`,
  )
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(({ name }) => name))
})

it('a dry run prints what would be done, and changes nothing', async () => {
  await fill(4)
  const lines = await rotate({ isDryRun: true })
  expect(lines).toContain('safe: 4 to be encrypted again, 0 were current, 0 cannot be decrypted')
  await expect(texts()).rejects.toThrow('BUGLE_SECRET')
})

it('encrypts everything again in batches, once', async () => {
  await fill(7)
  expect(await rotate()).toEqual([
    'safe: 3 processed …',
    'safe: 6 processed …',
    'safe: 7 encrypted again, 0 were current, 0 cannot be decrypted',
    'Done. BUGLE_SECRET_PREVIOUS is no longer needed.',
  ])
  expect(await texts()).toEqual(Array.from({ length: 7 }, (_, n) => `text ${n}`))
  expect(await rotate({}, after)).toContain('safe: 0 encrypted again, 7 were current, 0 cannot be decrypted')
})

it('continues where it was interrupted', async () => {
  await fill(7)
  const print = (line: string) => {
    if (line === 'safe: 6 processed …') throw new Error('Ctrl+C')
  }
  await expect(rotate({ print })).rejects.toThrow('Ctrl+C')
  expect(await rotate()).toContain('safe: 1 encrypted again, 6 were current, 0 cannot be decrypted')
  expect(await texts()).toHaveLength(7)
})

it('text encrypted with another secret is left alone and reported', async () => {
  await fill(2)
  await expect(rotate({}, after)).rejects.toBeInstanceOf(OperatorError)
  await rotate()
  expect(await texts()).toEqual(['text 0', 'text 1'])
})
