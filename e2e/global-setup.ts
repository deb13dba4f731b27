import type { TestProject } from 'vitest/node'
import { endOnBrokenPipe } from '../scripts/broken-pipe.mjs'
import { BuiltServer, startedBefore } from './harness/built-server.ts'

/** Builds once before all tests: test files run in several processes, which would otherwise build concurrently. */
export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  endOnBrokenPipe(vitest)
  const { buildIfChanged } = await import('../scripts/build.mjs')
  await buildIfChanged()
  const { buildSdksIfChanged } = await import('../scripts/build-sdks.mjs')
  await buildSdksIfChanged()
  const server = await BuiltServer.installEmpty()
  server.start()
  await server.ready()
  await server.stop()
  process.env[startedBefore] = server.dataDirectory
  return () => server.remove()
}
