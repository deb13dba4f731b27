import type { ExceptionView } from '@bugle/protocol'
import type { SymbolicatedFrame, SymbolicationInput } from '../artifacts/index.ts'
import { findStack } from '../exact-groups/index.ts'
import { unpackStacks } from '../pipeline/index.ts'
import type { EventDeps } from './event-deps.ts'
import type { EventRecord } from './event-read-store.ts'

/** Calls and names of an event in the code as it was written. */
export interface Originals {
  /** By exception and frame. */
  frames: (SymbolicatedFrame | undefined)[][]
  /** By exception; undefined where the build replaced no name. */
  names: (Pick<ExceptionView, 'exception_type' | 'message'> | undefined)[]
  /** Frames that only the stored stack of the event's group resolves: their maps are gone. */
  stored: ReadonlySet<SymbolicatedFrame>
}

/** Resolves the frames of an event by what is uploaded; by the stack that its group was resolved to, where that is gone. */
export async function findOriginals(
  { db, symbols }: Pick<EventDeps, 'db' | 'symbols'>,
  { projectId, groupId }: Pick<EventRecord, 'projectId' | 'groupId'>,
  source: SymbolicationInput,
  exceptions: readonly ExceptionView[],
): Promise<Originals> {
  const stacks = exceptions.map(({ frames }) => frames)
  const thrown = exceptions.map(({ exception_type: type }) => type)
  const live = await symbols.symbolicate(source, stacks, { thrown })
  const names = await symbols.restore(source, exceptions, stacks)
  const isWhole =
    live.length > 0 && stacks.every((frames, number) => frames.every((_, index) => isResolved(live[number]?.[index])))
  const packed = isWhole ? undefined : await findStack(db, projectId, groupId)
  if (packed === undefined) return { frames: live, names, stored: new Set() }
  const { originalOf, originalTypeOf } = unpackStacks(packed)
  const stored = new Set<SymbolicatedFrame>()
  const frames = stacks.map((frames, number) =>
    frames.map((frame, index) => {
      const found = live[number]?.[index]
      const kept = isResolved(found) ? undefined : originalOf(frame)
      if (kept !== undefined) stored.add(kept)
      return kept ?? found
    }),
  )
  const keptNames = exceptions.map(({ exception_type: type, message }, number) => {
    const kept = originalTypeOf(type)
    return names[number] ?? (kept === undefined ? undefined : { exception_type: kept, message })
  })
  return { frames, names: keptNames, stored }
}

function isResolved(frame: SymbolicatedFrame | undefined): boolean {
  return frame?.state === 'resolved'
}
