import { afterAll, expect, it } from 'vitest'
import { tablesOfOneProject } from '../src/db/distributed.ts'
import { bucketTables, pipelineTables, projectTables, referenceTables } from '../src/db/table-classes.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase({ connections: 1 })
afterAll(() => database.drop())

interface Table {
  name: string
  key: string[]
  has_foreign_key: boolean
}

const { rows: tables } = await database.pool.query<Table>(
  `select c.relname as name,
          array(select a.attname::text from unnest(k.conkey) with ordinality as u (number, ordinal)
                  join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number order by u.ordinal) as key,
          exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as has_foreign_key
     from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely%'`,
)
const keyOf = (name: string) => tables.find((table) => table.name === name)?.key

it('every table is in one class', () => {
  const named = [...bucketTables, ...referenceTables]
  expect(tables.map(({ name }) => name).sort()).toEqual([...named].sort())
})

it('the planner is told again what Citus forgets of the tables of which a project has all rows', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select a.attrelid::regclass::text as name from pg_attribute a
      where a.attoptions @> '{n_distinct=1}' and a.attname = 'project_id' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(tablesOfOneProject)
})

it.each(projectTables)('the key of %s begins with the project, and it has no foreign keys', (name) => {
  expect(keyOf(name)?.[0]).toBe('project_id')
  expect(tables.find((table) => table.name === name)?.has_foreign_key).toBe(false)
})

it.each(projectTables)('every unique index of %s begins with the project', async (name) => {
  const { rows } = await database.pool.query(
    `select a.attname as first from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = $1::regclass and i.indisunique`,
    [name],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { first } of rows) expect(first).toBe('project_id')
})

it.each(pipelineTables)('the key of %s contains the shard', (name) => {
  expect(keyOf(name)).toContain('shard')
})
