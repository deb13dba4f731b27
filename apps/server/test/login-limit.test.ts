import { describe, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer({
  env: { BUGLE_TRUST_PROXY: '1' },
  limits: { loginFailuresAddress: 20, registrationsAddress: 20 },
})
const other = await startServer({ beside: server, env: { BUGLE_TRUST_PROXY: '1' } })
let lastAddress = 0
const newAddress = () => {
  lastAddress += 1
  return `192.0.2.${lastAddress}`
}

const attempt = (email: string, password: string, address: string, at = server) =>
  at.request('POST', '/api/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } })

const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('failed logins', () => {
  it('are counted over all processes', async () => {
    const { email, password } = await server.register()
    const address = newAddress()
    for (let n = 0; n < 5; n += 1)
      expect((await attempt(email, 'wrong', address, n % 2 === 0 ? server : other)).status).toBe(401)
    for (const one of [server, other]) expect((await attempt(email, password, address, one)).status).toBe(429)
  })

  it('are limited to five a minute for an e-mail from an address; then even the right password is refused', async () => {
    const { email, password } = await server.register()
    const address = newAddress()
    for (let n = 0; n < 5; n += 1) expect((await attempt(email, `wrong ${n}`, address)).status).toBe(401)
    const blocked = await attempt(email, password, address)
    expect([blocked.status, blocked.code]).toEqual([429, 'rate_limited'])
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await attempt(email, password, newAddress())).status).toBe(200)
    await server.database.pool.query(`update login_failures set failed_at = failed_at - interval '1 minute'`)
    expect((await attempt(email, password, address)).status).toBe(200)
  })

  it('are limited to five also for simultaneous guesses', async () => {
    const { email } = await server.register()
    const address = newAddress()
    const answers = await statuses(Array.from({ length: 15 }, (_, n) => attempt(email, `wrong ${n}`, address)))
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(10)
  })

  it('are counted for an unknown e-mail in the same way', async () => {
    const address = newAddress()
    const answers: number[] = []
    for (let n = 0; n < 6; n += 1) answers.push((await attempt('nobody@example.com', 'wrong', address)).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('are limited to twenty a minute from an address over all e-mails', async () => {
    const address = newAddress()
    const answers: number[] = []
    for (let n = 0; n < 21; n += 1) answers.push((await attempt(`guess${n}@example.com`, 'wrong', address)).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })

  it('are limited for an e-mail over all addresses', async () => {
    const { email, password } = await server.register()
    for (let n = 0; n < 20; n += 1) expect((await attempt(email, 'wrong', newAddress())).status).toBe(401)
    const blocked = await attempt(email, password, newAddress())
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(60)
    await server.database.pool.query(`update login_failures set failed_at = failed_at - interval '2 minutes'`)
    expect((await attempt(email, password, newAddress())).status).toBe(200)
  })

  it('lock nobody out if the clock was set back since', async () => {
    const { email, password } = await server.register()
    const address = newAddress()
    for (let n = 0; n < 5; n += 1) await attempt(email, `wrong ${n}`, address)
    expect((await attempt(email, password, address)).status).toBe(429)
    await server.database.pool.query(`update login_failures set failed_at = failed_at + interval '1 day'`)
    expect((await attempt(email, password, address)).status).toBe(200)
    // Guesses are counted as before.
    for (let n = 0; n < 5; n += 1) expect((await attempt(email, `wrong ${n}`, address)).status).toBe(401)
    expect((await attempt(email, password, address)).status).toBe(429)
  })

  it('are deleted once they are too old to count', async () => {
    await server.database.pool.query(`update login_failures set failed_at = failed_at - interval '2 hours'`)
    await attempt('late@example.com', 'wrong', newAddress())
    const { rows } = await server.database.pool.query('select count(*) from login_failures')
    expect(rows[0].count).toBe(1)
  })
})

it('successful logins are never counted', async () => {
  const { email, password } = await server.register()
  const address = newAddress()
  for (let n = 0; n < 7; n += 1) expect((await attempt(email, password, address)).status).toBe(200)
})

it('registrations are limited to twenty an hour from an address, including those with a taken e-mail', async () => {
  const headers = { 'x-forwarded-for': newAddress() }
  const register = (email: string) =>
    server.request('POST', '/api/auth/register', { body: { email, password: 'correct horse', name: 'Ann' }, headers })
  expect((await register('first@example.com')).status).toBe(201)
  for (let n = 0; n < 19; n += 1) expect((await register('first@example.com')).status).toBe(422)
  const blocked = await register('another@example.com')
  expect(blocked.status).toBe(429)
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(3000)
})
