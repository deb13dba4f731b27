import { expect, it } from 'vitest'
import { newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

// Every test server checks at its end that nothing leaked. This file checks that a leak would be found.

const server = await startServer()
const { secrets } = server
const { pool } = server.database

it('finds a secret in a table, in the log or in an error, whatever the column', async () => {
  const reporter = await newReporter(server)
  const { password, token } = reporter.session
  expect(await secrets.leaks(pool)).toEqual([])

  await pool.query('create table leaky (a text, b jsonb, c bytea, d text[])')
  await pool.query('insert into leaky values ($1, $2, $3, $4)', [
    `x${password}y`,
    { deep: [token.split('|')[1]] },
    Buffer.from(reporter.token),
    [reporter.token],
  ])
  expect(await secrets.leaks(pool)).toEqual([
    { kind: 'password', location: 'leaky.a' },
    { kind: 'token', location: 'leaky.b' },
    { kind: 'ingest_token', location: 'leaky.c' },
    { kind: 'ingest_token', location: 'leaky.d' },
  ])
  await pool.query('drop table leaky')
})

it('searches the logs and error responses of a server', async () => {
  const other = await startServer()
  const { password } = await other.register()
  other.secrets.see('log', `{"msg":"login with ${password}"}`)
  await expect(other.close()).rejects.toThrow('[{"kind":"password","location":"log"}]')
})
