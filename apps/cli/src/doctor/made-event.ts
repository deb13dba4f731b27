import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import { type Build, readCodeIds } from '@bugle/sourcemaps'
import type { Context } from '../context.ts'
import { sendEvent } from '../ingest.ts'
import type { Findings } from './check.ts'

/** A built file at the address where it runs. */
export interface RunningFile {
  url: string
  code: string
  debugId: string | undefined
}

const maxFrames = 40

/** Lists calls in a built file as lines of a stack, evenly over its length. */
export function callsOf({ url, code }: RunningFile, max = maxFrames): string[] {
  const calls: string[] = []
  for (const [number, text] of code.split('\n').entries())
    if (!text.startsWith('//') && !text.includes('__bugleDebugIds='))
      for (const { index } of text.matchAll(/[\w$\])](?=\()/g)) calls.push(`    at ${url}:${number + 1}:${index + 1}`)
  const step = Math.max(1, calls.length / max)
  return Array.from({ length: Math.min(max, calls.length) }, (_, index) => calls[Math.floor(index * step)]!)
}

/** Chooses the file that a made event happens in: a served one, else one of the build. */
export async function chooseFile({ scripts, build }: Findings): Promise<RunningFile | undefined> {
  const served = scripts.find(({ debugId }) => debugId !== undefined) ?? scripts[0]
  if (served !== undefined) return served
  const largest = build && (await largestFile(build))
  if (largest === undefined) return undefined
  const { registered, comment } = readCodeIds(largest.code)
  // Uploads name files by `~/` and their name, which any origin matches.
  return { url: `https://doctor.invalid/${largest.name}`, code: largest.code, debugId: registered ?? comment }
}

/** Finds the largest script of a build that has a map: most of the code of the program is in it. */
async function largestFile({ files }: Build): Promise<{ name: string; code: string } | undefined> {
  let largest: { name: string; code: string } | undefined
  for (const { name, path, map } of files) {
    if (map.kind === 'none' || !/\.[cm]?js$/.test(name)) continue
    const code = await readFile(path, 'utf8')
    if (code.length > (largest?.code.length ?? 0)) largest = { name, code }
  }
  return largest
}

/** Sends an event through these calls, with the token, release and debug id that the file would send, and reads it back. */
export async function sendMadeEvent(
  { context, project }: Findings,
  token: string,
  file: RunningFile,
): Promise<Schemas['EventView']> {
  const { settings } = context
  const images = [{ type: 'sourcemap', code_file: file.url, debug_id: file.debugId }]
  const { event_id } = await sendEvent(context, token, {
    exception_type: 'BugleDoctor',
    message: 'Made by “bugle doctor” to check source maps',
    level: 'info',
    platform: project!.platform ?? 'web',
    app_id: project!.app_id,
    environment: 'doctor',
    stack: ['BugleDoctor: made by “bugle doctor”', ...callsOf(file)].join('\n'),
    fingerprint: ['bugle-doctor'],
    ...(settings.release === undefined ? {} : { release: settings.release.value }),
    ...(settings.dist === undefined ? {} : { dist: settings.dist.value }),
    ...(file.debugId === undefined ? {} : { debug_meta: { images } }),
  })
  return readDigested(context, event_id)
}

const digestTimeoutMs = 60_000

/**
 * Reads an event that was acknowledged a moment ago: a busy server digests it later. Until it is there, the next event of
 * the project could be this one.
 */
async function readDigested(context: Context, id: string): Promise<Schemas['EventView']> {
  for (const endsAt = Date.now() + digestTimeoutMs; ; await pause(200, undefined, { signal: context.host.signal })) {
    try {
      return await readEvent(context, id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || Date.now() > endsAt) throw error
    }
  }
}

/** Reads an event by its id. */
export async function readEvent(context: Context, id: string): Promise<Schemas['EventView']> {
  const found = await responseBody(context.api.GET('/api/events/{id}', { params: { path: { id } } }))
  return (found as Schemas['EventResponse']).event
}
