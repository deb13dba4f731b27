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
await admin.query(`create database ${name}`)

afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

// Skipped for a superuser, who may do everything whatever is taken away: the embedded database's role is none.
it.skipIf(isSuperuser)(
  'who may not create the extension of search hears what is to be run, and then migrates',
  async () => {
    // Tables may be made in the schema, but nothing in the database itself: that is what an extension needs.
    await admin.query(`revoke create on database ${name} from public, current_user`)
    const database = openDatabase({ connection: { ...connection, database: name }, connections: 2 })
    try {
      await expect(migrate(database)).rejects.toThrow(
        /pg_trgm, which this role may not create.*create extension pg_trgm;/,
      )
      await admin.query(`grant create on database ${name} to current_user`)
      expect(await migrate(database)).toContain('0009_search')
    } finally {
      await database.close()
    }
  },
)
