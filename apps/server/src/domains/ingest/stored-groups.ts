import type { HexId } from '@bugle/protocol'
import { LRUCache } from 'lru-cache'
import { canonical, droppedOf, fingerprintOf, type GroupingInput, groupIdOf } from '../grouping/index.ts'
import type { GroupDetails } from '../storage/index.ts'
import { GroupingMemo } from './grouping-memo.ts'

/** Characters of canonical groupings, by which groups are found. */
const maxCharacters = 16 * 1024 * 1024
/** Canonical groupings remembered, each with its groups in all projects. */
const maxGroupings = 20_000
/** Size of one more project's entry under a grouping, in characters. */
const groupCharacters = 200

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
    max: maxGroupings,
    maxSize: maxCharacters,
    sizeCalculation: (groups, text) => text.length + groups.size * groupCharacters,
  })

  /** Characters held, as a measure of memory. */
  get characters(): number {
    return this.#memo.characters + this.#byText.calculatedSize
  }

  /** Returns the group of an event; `details` is null when an acknowledged segment has carried them before. */
  find(projectId: number, input: GroupingInput): { groupId: HexId; details: GroupDetails | null } {
    const { grouping, text } = this.#memo.groupingOf(input)
    const known = this.#byText.get(text)?.get(projectId) ?? this.#add(projectId, text, fingerprintOf(grouping))
    if (known.isStored) return { groupId: known.groupId, details: null }
    const details = {
      fingerprint: known.fingerprint,
      grouping: { ...grouping, dropped: droppedOf(input) },
      type: input.exception_type,
      message: input.message.slice(0, 1000),
    }
    return { groupId: known.groupId, details }
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
}
