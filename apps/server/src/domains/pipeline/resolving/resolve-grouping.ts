import { type FrameView, type Platform, type Symbolication, toUuid } from '@bugle/protocol'
import type { EventWithFacts } from '@bugle/sentry-event'
import type { Frame } from '@bugle/stacktrace'
import { levelCode, platformCode } from '../../../db/codes.ts'
import {
  awaitedDebugKeysOf,
  awaitedKeysOf,
  foundKeysOf,
  type SymbolicatedFrame,
  type SymbolReader,
} from '../../artifacts/index.ts'
import { type ChainedException, chainOf, fingerprintOf, groupIdOf, groupingOfChain } from '../../grouping/index.ts'
import type { Resolution } from '../../issues/index.ts'
import { groupingInputOf } from './grouping-input.ts'
import { packStacks } from './resolved-stack.ts'
import { symbolicationInputOf } from './symbolication-input.ts'

/** The group of a resolved stack; or the keys of the files that it waits for. */
export type ResolvedGrouping =
  | { state: 'resolved'; resolution: Pick<Resolution, 'keyGroupId' | 'key' | 'issue' | 'stack'> }
  | { state: 'waiting'; fileKeys: Buffer[] }

/**
 * Resolves the stack of an event, and groups it by what its author wrote. The result depends on the event and the maps
 * alone: never on time, nor on how much of a stack could be parsed within it.
 *
 * @throws if names could not be found in time
 */
export async function resolveGrouping(
  symbols: Pick<SymbolReader, 'symbolicate' | 'restore'>,
  projectId: number,
  sent: EventWithFacts,
): Promise<ResolvedGrouping> {
  const { event } = sent
  const input = groupingInputOf(sent)
  const chain = chainOf(input)
  const source = symbolicationInputOf(projectId, event)
  const stacks = chain.map(({ frames }) => frames as FrameView[])
  const found = await symbols.symbolicate(source, stacks, { isWhole: true, thrown: chain.map(({ type }) => type) })
  const exceptions = chain.map(({ type, message }) => ({ exception_type: type, message }))
  const originals = await symbols.restore(source, exceptions, stacks)
  const resolved = chain.map((link, number) => resolvedLink(link, found[number] ?? [], originals[number]))
  const shown = { ...input, ...originals[0] }
  const grouping = groupingOfChain(shown, resolved)
  const filesOf = (isMeant: (state: string | undefined) => boolean) => {
    const files = chain.flatMap(({ frames }, number) =>
      frames.flatMap(({ file }, index) => (file !== undefined && isMeant(found[number]?.[index]?.state) ? [file] : [])),
    )
    return [...new Set(files)]
  }
  const debugKeys = awaitedDebugKeysOf(stacks.flat(), source)
  const isAnyResolved = found.flat().some((one) => one?.state === 'resolved')
  if (!isAnyResolved || grouping.reason === 'bundle') {
    const keys = [
      ...awaitedKeysOf(
        filesOf((state) => state !== 'resolved'),
        source.images,
      ),
      ...debugKeys,
    ]
    return { state: 'waiting', fileKeys: keys.slice(0, maxAwaited) }
  }
  const foundKeys = [
    ...foundKeysOf(
      filesOf((state) => state !== undefined),
      source,
    ),
    ...debugKeys,
  ]
  const packed = await packStacks(
    chain.map(({ type }, number) => ({
      type,
      frames: stacks[number]!,
      found: found[number] ?? [],
      originalType: originals[number]?.exception_type,
    })),
  )
  const fingerprint = fingerprintOf(grouping)
  return {
    state: 'resolved',
    resolution: {
      keyGroupId: toUuid(groupIdOf(projectId, fingerprint)),
      key: { fingerprint, grouping },
      stack: { fileKeys: foundKeys.slice(0, maxAwaited), packed },
      issue: {
        type: shown.exception_type,
        message: shown.message.slice(0, 1000),
        culprit: grouping.culprit ?? null,
        level: levelCode[event.level ?? 'error'],
        platform: platformCode[event.platform as Platform],
      },
    },
  }
}

/** Keys that a group waits under. */
const maxAwaited = 500

/** Replaces the calls that were resolved, and the names of the exception. */
function resolvedLink(
  link: ChainedException,
  found: readonly (SymbolicatedFrame | undefined)[],
  named: { exception_type: string; message: string } | undefined,
): ChainedException {
  const mapped = new Set(link.frames.filter((_, index) => found[index]?.state === 'resolved').map(({ file }) => file))
  return {
    ...link,
    ...(named === undefined ? {} : { type: named.exception_type, message: named.message }),
    frames: link.frames.flatMap((frame, index) => {
      const original = found[index]
      if (original?.state === 'resolved')
        return [original, ...(original.callers ?? [])].map((one) => originalOf(frame, one))
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
  const { function: name, module, file, line, in_app: isInApp = frame.in_app } = original
  const isNamed = name !== undefined && name !== '<module>' && name !== '<anonymous>'
  return {
    ...(isNamed ? { function: name } : {}),
    ...(module === undefined ? {} : { module }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    in_app: isInApp,
  }
}
