import { type FrameView, type IngestEvent, type Platform, type Symbolication, toUuid } from '@bugle/protocol'
import type { Frame } from '@bugle/stacktrace'
import { levelCode, platformCode } from '../../db/codes.ts'
import { awaitedKeysOf, programImagesOf, type SymbolReader } from '../artifacts/index.ts'
import { chainOf, fingerprintOf, groupIdOf, groupingOfChain, type Link } from '../grouping/index.ts'
import type { Resolution } from '../issues/index.ts'
import { imagesOf, updateIdOf } from './debug-images.ts'
import { groupingInputOf } from './grouping-input.ts'

/** The group of a resolved stack; or the keys of the files that it waits for. */
export type ResolvedGrouping =
  | { state: 'resolved'; resolution: Pick<Resolution, 'keyGroupId' | 'key' | 'issue'> }
  | { state: 'waiting'; fileKeys: Buffer[] }

/**
 * Resolves the stack of an event, and groups it by what its author wrote. The result depends on the event and the maps
 * alone: never on time, nor on how much of a stack could be parsed within it.
 *
 * @throws if names could not be found in time
 */
export async function resolveGrouping(
  symbols: Pick<SymbolReader, 'symbolicate'>,
  projectId: number,
  event: IngestEvent,
): Promise<ResolvedGrouping> {
  const input = groupingInputOf(event)
  const chain = chainOf(input)
  const images = imagesOf(event.debug_meta)
  const source = {
    projectId,
    release: event.release ?? null,
    dist: event.dist ?? null,
    platform: event.platform,
    updateId: updateIdOf(event.contexts ?? {}),
    images,
    programs: programImagesOf(event.debug_meta),
  }
  const stacks = chain.map(({ frames }) => frames as FrameView[])
  const found = await symbols.symbolicate(source, stacks, { isWhole: true })
  const resolved = chain.map((link, number) => resolvedLink(link, found[number] ?? []))
  const grouping = groupingOfChain(input, resolved)
  const isAnyResolved = found.flat().some((one) => one?.state === 'resolved')
  if (!isAnyResolved || grouping.reason === 'bundle') {
    const files = chain.flatMap(({ frames }, number) =>
      frames.flatMap(({ file }, index) =>
        file !== undefined && found[number]?.[index]?.state !== 'resolved' ? [file] : [],
      ),
    )
    return { state: 'waiting', fileKeys: awaitedKeysOf([...new Set(files)], images) }
  }
  const fingerprint = fingerprintOf(grouping)
  return {
    state: 'resolved',
    resolution: {
      keyGroupId: toUuid(groupIdOf(projectId, fingerprint)),
      key: { fingerprint, grouping },
      issue: {
        type: input.exception_type,
        message: input.message.slice(0, 1000),
        culprit: grouping.culprit ?? null,
        level: levelCode[event.level ?? 'error'],
        platform: platformCode[event.platform as Platform],
      },
    },
  }
}

/** Replaces the calls that were resolved. */
function resolvedLink(link: Link, found: readonly (Symbolication | undefined)[]): Link {
  const mapped = new Set(link.frames.filter((_, index) => found[index]?.state === 'resolved').map(({ file }) => file))
  return {
    ...link,
    frames: link.frames.map((frame, index) => {
      const original = found[index]
      if (original?.state === 'resolved') return originalOf(frame, original)
      // A position without an original, in a file whose map fits, is code that the bundler added.
      return original?.reason?.code === 'position_outside' && mapped.has(frame.file)
        ? { ...frame, in_app: false }
        : frame
    }),
  }
}

/**
 * Returns a call as an engine would print it for the code as it was written. Without a column: a name of two letters is
 * then what its author gave it, and not a minifier.
 */
function originalOf(frame: Frame, original: Symbolication): Frame {
  const { function: name, file, line, in_app: isInApp = frame.in_app } = original
  const isNamed = name !== undefined && name !== '<module>' && name !== '<anonymous>'
  return {
    ...(isNamed ? { function: name } : {}),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    in_app: isInApp,
  }
}
