import { beforeAll, expect, it } from 'vitest'
import { judgeStatements, noteStatement, sentFrom } from './sent-statements.ts'
import { startServer } from './start-server.ts'

beforeAll(() => startServer({ digest: true }).then(({ register }) => register()))

it('statements are recorded with the source that sends them, on connections and by pools', () => {
  expect(sentFrom('domains/accounts/user-store.ts')).toContainEqual(expect.stringContaining('insert into users'))
  expect(sentFrom('db/sql.ts')).toEqual([])
})

it('a forbidden form fails the file whose server sends it', async () => {
  await judgeStatements()
  noteStatement('delete from groups where exists (select from issues)', 'domains/issues/crafted.ts:1')
  await expect(judgeStatements()).rejects.toThrow(/^domains\/issues\/crafted\.ts:1 selects no column/)
})
