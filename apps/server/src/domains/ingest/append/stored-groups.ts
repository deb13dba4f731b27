import type { HexId } from '@bugle/protocol'
import { LRUCache } from 'lru-cache'
import {
  canonical,
  droppedOf,
  exactGroupOf,
  fingerprintOf,
  type GroupingInput,
  groupIdOf,
  innerGroupOf,
  limitWork,
  programFile,
} from '../../grouping/index.ts'
import { type StackSource, titleOf } from '../../pipeline/index.ts'
import type { GroupDetails } from '../../storage/index.ts'
import { GroupingMemo, type KeyedGrouping } from './grouping-memo.ts'

/**
 * Characters of canonical groupings, by which groups are found. The number of entries has no limit of its own, because
 * `max` reserves memory for all of them at once.
 */
const maxCharacters = 16 * 1024 * 1024
/** Characters of the facts that exact groups are made of. */
const maxExactCharacters = 8 * 1024 * 1024
/** Size of one more project's entry under a grouping, in characters. */
const groupCharacters = 200

export interface FoundGroup {
  groupId: HexId
  /** Null if no call is in generated code, or the event has a fingerprint of its own. */
  exact: ExactIds | null
  details: GroupDetails | null
}

/** Where the events of a stack are counted so that they can be resolved together. */
export interface ExactIds {
  groupId: HexId
  /** By the innermost calls alone, for stacks beyond the bound of exact groups. */
  innerGroupId: HexId
}

interface KnownGroup {
  groupId: HexId
  fingerprint: string
  /** True once an acknowledged segment carried the group's details. */
  isStored: boolean
}

/**
 * Knows the groups seen lately: their two hashes are computed once, and their details travel to digest once. Keyed by the
 * text of the grouping, then by project, because the text is long and usually the same object, whose hash V8 keeps.
 */
export class StoredGroups {
  readonly #memo = new GroupingMemo()
  readonly #byText = new LRUCache<string, Map<number, KnownGroup>>({
    maxSize: maxCharacters,
    sizeCalculation: (groups, text) => text.length + groups.size * groupCharacters,
  })

  readonly #exact = new LRUCache<string, ExactIds>({
    maxSize: maxExactCharacters,
    sizeCalculation: (ids, facts) => ids.groupId.length + ids.innerGroupId.length + facts.length,
  })

  /** Characters held, as a measure of memory. */
  get characters(): number {
    return this.#memo.characters + this.#byText.calculatedSize + this.#exact.calculatedSize
  }

  /**
   * Returns the group of an event, and its exact group if its stack may resolve; `details` is null when an acknowledged
   * segment has carried them before.
   */
  find(projectId: number, input: GroupingInput, source: StackSource): FoundGroup {
    const found = this.#memo.groupingOf(input, source.mayResolve)
    const { grouping, text } = found
    const known = this.#byText.get(text)?.get(projectId) ?? this.#add(projectId, text, fingerprintOf(grouping))
    const { groupId } = known
    const exact = this.#exactOf(projectId, input, found, known.fingerprint, source)
    if (known.isStored) return { groupId, exact, details: null }
    const details = {
      fingerprint: known.fingerprint,
      grouping: { ...grouping, dropped: droppedOf(input) },
      type: input.exception_type,
      message: titleOf(input.message),
    }
    return { groupId, exact, details }
  }

  /** Notes that the details are stored; call it after COMMIT of a segment that carried them. */
  markStored(projectId: number, { grouping }: GroupDetails): void {
    const known = this.#byText.get(canonical(grouping))?.get(projectId)
    if (known !== undefined) known.isStored = true
  }

  /** Forgets every group: once groups were deleted, their details must travel again. */
  clear(): void {
    this.#byText.clear()
  }

  #add(projectId: number, text: string, fingerprint: string): KnownGroup {
    const known = { groupId: groupIdOf(projectId, fingerprint), fingerprint, isStored: false }
    const groups = new Map(this.#byText.peek(text)).set(projectId, known)
    this.#byText.set(text, groups)
    return known
  }

  /** Returns null for a stack whose exact group would say no more than its group. */
  #exactOf(
    projectId: number,
    { message }: GroupingInput,
    { grouping: { reason }, text, positions }: KeyedGrouping,
    fingerprint: string,
    { fileKey }: StackSource,
  ): ExactIds | null {
    const isPositioned = positions !== null && positions !== undefined
    if (!isPositioned || reason === 'custom' || reason === 'overflow') return null
    // Addresses do not group by themselves: then the message does, until they are resolved.
    if (reason !== 'bundle' && reason !== 'frames' && !positions.files.includes(programFile)) return null
    const fileKeys = positions.files.map(fileKey)
    const facts = [projectId, fingerprint, positions.hash, message, ...fileKeys].join('\n')
    const known = this.#exact.get(facts)
    if (known !== undefined) return known
    const context = { projectId, coarse: text, message, fileKeys }
    const ids = {
      groupId: exactGroupOf(positions, context, limitWork()),
      innerGroupId: innerGroupOf(positions, context, limitWork()),
    }
    this.#exact.set(facts, ids)
    return ids
  }
}
