import { spawnSync } from 'node:child_process'
import { BuiltServer } from './built-server.ts'

/** Starts the built server with the sample data of npm run dev. */
export async function startWithSamples(): Promise<BuiltServer> {
  const built = await BuiltServer.install({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000' })
  built.start()
  await built.ready()
  const env = { ...process.env, BUGLE_DATA: built.dataDirectory, PORT: String(built.port) }
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, encoding: 'utf8' })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
  return built
}
