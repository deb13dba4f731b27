import { spawnSync } from 'node:child_process'
import type { Account } from './account.ts'
import { BuiltServer } from './built-server.ts'

/** Starts the built server with the sample data of npm run dev. */
export async function startWithSamples(): Promise<BuiltServer> {
  const built = await BuiltServer.install({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000' })
  built.start()
  await built.ready()
  seedSamples(built)
  return built
}

/** Fills a running server with the sample data of npm run dev. */
export function seedSamples({ dataDirectory, port }: BuiltServer): void {
  const env = { ...process.env, BUGLE_DATA: dataDirectory, PORT: String(port) }
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, encoding: 'utf8' })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
}

const [email, password] = ['dev@example.com', 'bugle-dev-password']

/** Logs in as the account that owns the samples. */
export async function logIntoSamples({ url }: BuiltServer): Promise<Account> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-client': 'mobile' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { token: string }
  if (response.status !== 200) throw new Error(`the samples cannot be opened: ${response.status}`)
  return { url, email, password, token: body.token }
}
