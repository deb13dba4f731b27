import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'

const { connection } = inject('postgres')
const name = `bugle_rights_${randomBytes(6).toString('hex')}`
const admin = new pg.Client(connection)
await admin.connect()
const isSuperuser = (await admin.query(`select current_setting('is_superuser') = 'on' as yes`)).rows[0].yes as boolean
// A superuser has all rights regardless of revocations, so the test then uses an ordinary role.
const role = isSuperuser ? `${name}_owner` : 'current_user'
if (isSuperuser) await admin.query(`create role ${role}`)
await admin.query(`create database ${name} owner ${isSuperuser ? role : 'default'}`)

afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  if (isSuperuser) await admin.query(`drop role ${role}`)
  await admin.end()
})

it('a role that may not create the search extension gets the statement to run, and then migrates', async () => {
  // The role may create tables in the schema, but nothing in the database itself, which an extension requires.
  await admin.query(`revoke create on database ${name} from public, ${role}`)
  const own = { ...connection, database: name, ...(isSuperuser ? { options: `-c role=${role}` } : {}) }
  const db = openDatabase({ connection: own, connections: 2 })
  try {
    await expect(migrate(db)).rejects.toThrow(/pg_trgm, which this role may not create.*create extension pg_trgm;/)
    await admin.query(`grant create on database ${name} to ${role}`)
    expect(await migrate(db)).toContain('0006_issues')
  } finally {
    await db.end()
  }
})
