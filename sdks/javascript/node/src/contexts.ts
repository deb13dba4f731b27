import os from 'node:os'
import type { Options } from '@bugle/core'
import { traceContext } from './trace.ts'

const systems: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/** Returns facts about machine and program that never change while it runs; none identifies a person. */
export function nodeContexts(options: Options): () => Record<string, unknown> {
  const versions = process.versions as Record<string, string | undefined>
  const runtime = versions.bun ? 'bun' : versions.deno ? 'deno' : 'node'
  // Read for the first event: the system takes milliseconds to list its processors.
  let known: object | undefined
  const fixed = () => ({
    os: { name: systems[process.platform] ?? process.platform, version: os.release() },
    device: { arch: process.arch, cpus: os.cpus().length, memory_bytes: os.totalmem() },
    runtime: { name: runtime, version: versions[runtime] ?? process.version },
  })
  const began = Date.now() - process.uptime() * 1000
  return () => {
    known ??= fixed()
    return {
      ...known,
      trace: traceContext(),
      app: {
        bundle_id: options.appId,
        ...(options.release === undefined ? {} : { version: options.release }),
        started_at: new Date(began).toISOString(),
        memory_bytes: process.memoryUsage.rss(),
      },
    }
  }
}

const releases = [
  'BUGLE_RELEASE',
  'SOURCE_VERSION',
  'HEROKU_SLUG_COMMIT',
  'VERCEL_GIT_COMMIT_SHA',
  'RENDER_GIT_COMMIT',
  'RAILWAY_GIT_COMMIT_SHA',
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
]
const environments = ['BUGLE_ENVIRONMENT', 'VERCEL_ENV', 'NODE_ENV']

/** Fills in a missing release and environment from variables that hosting platforms and CI set, most trusted first. */
export function withDetected<T extends Options>(options: T, env: NodeJS.ProcessEnv): T {
  const { release = first(env, releases), environment = first(env, environments) } = options ?? {}
  return { ...options, ...(release ? { release } : {}), ...(environment ? { environment } : {}) }
}

function first(env: NodeJS.ProcessEnv, names: string[]): string | undefined {
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== '')
}
