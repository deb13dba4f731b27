import {
  type EventSymbolication,
  type FileSymbolication,
  type FoundArtifact,
  type FrameReason,
  type FrameView,
  limits,
  type SymbolicateBody,
} from '@bugle/protocol'
import { parseStack, type RawStack } from '@bugle/stacktrace'
import { debugIdOf, type Match, type MatchRecord, type SymbolicationInput, withOriginals } from '../artifacts/index.ts'
import { symbolicationInputOf } from '../pipeline/index.ts'
import type { EventDeps } from './event-deps.ts'
import type { EventRecord } from './event-read-store.ts'
import { toEventView } from './event-view.ts'
import { findOriginals } from './find-originals.ts'
import { readPayload, sourceOf } from './read-event.ts'
import { TrimReport } from './trim-report.ts'

type Deps = Pick<EventDeps, 'db' | 'objects' | 'symbols'>

/** Resolves a stack that is not stored. */
export async function symbolicateStack(
  { symbols }: Deps,
  projectId: number,
  { stack, platform, message, release, dist, debug_meta, contexts }: SymbolicateBody,
): Promise<FrameView[]> {
  const trims = new TrimReport()
  const text = typeof stack === 'string' ? trims.bytes('stack', stack, limits.stackBytes) : (stack as RawStack)
  const hints = { platform: platform ?? 'other', message: message ?? '', maxFrames: limits.stackFrames }
  const frames = parseStack(text, hints).frames.map((frame) => trims.tree('stack', frame) as FrameView)
  const source = symbolicationInputOf(projectId, { release, dist, platform, contexts, debug_meta })
  const [found = []] = await symbols.symbolicate(source, [frames])
  return withOriginals(frames, found)
}

/** Says for each file of an event what was looked for, in which order, what was found, and why not. */
export async function explainSymbolication(deps: Deps, event: EventRecord): Promise<EventSymbolication> {
  const { symbols } = deps
  const payload = await readPayload(deps, event)
  const view = toEventView(event, payload)
  const source = sourceOf(event.projectId, view, payload)
  const stacks = view.exceptions.map(({ frames }) => frames)
  const { frames: resolved, stored } = await findOriginals(deps, event, source, view.exceptions)
  const matches = await symbols.explain(source, stacks)
  const files = [...matches].map(([file, match]): FileSymbolication => {
    const own = stacks.flatMap((frames, number) =>
      frames.flatMap((frame, index) => (frame.file === file ? [resolved[number]?.[index]] : [])),
    )
    const reasons = own.flatMap((one) => one?.reason ?? [])
    return {
      file,
      debug_id: debugIdOf(source, file) ?? null,
      frames: own.length,
      resolved: own.filter((one) => one?.state === 'resolved').length,
      attempts: match.attempts.map(({ by, keys, found }) => ({ by, keys, found: found.slice(0, 10).map(toFound) })),
      chosen: 'by' in match ? { by: match.by, artifact: toFound(match.artifact) } : null,
      reasons: distinct(reasons),
      notes: own.some((one) => one !== undefined && stored.has(one))
        ? ['The map is gone; frames are shown as they were resolved when it was there.', ...notesOf(match, source)]
        : notesOf(match, source),
    }
  })
  return {
    event_id: view.id,
    release: source.release,
    dist: source.dist,
    update_id: source.updateId,
    debug_ids: source.images.map(({ codeFile, debugId }) => ({ code_file: codeFile, debug_id: debugId })),
    files,
  }
}

function distinct(reasons: FrameReason[]): FrameReason[] {
  return [...new Map(reasons.map((reason) => [`${reason.code} ${reason.sentence}`, reason])).values()]
}

function notesOf(match: Match, { dist, release }: SymbolicationInput): string[] {
  if (!('by' in match)) return []
  const { by, artifact, attempts } = match
  const notes: string[] = []
  const maps = attempts.find((one) => one.by === by)!.found.filter(({ kind }) => kind === 'source_map')
  if (by === 'debug_id' && new Set(maps.map(({ sha256 }) => sha256.toString('hex'))).size > 1)
    notes.push('Several maps have this debug id; the latest upload is used.')
  if (by === 'url' && dist !== null && artifact.dist === null)
    notes.push(`The map was uploaded without a dist, so it serves dist ${dist} too.`)
  if (by === 'hashed_name' && artifact.release !== release)
    notes.push(`The map was uploaded for ${artifact.release ?? 'no release'}; the hash in the name shows that it fits.`)
  return notes
}

function toFound({ id, kind, url, release, dist, debugId, state }: MatchRecord): FoundArtifact {
  return { artifact_id: id, kind, url, release, dist, debug_id: debugId, state }
}
