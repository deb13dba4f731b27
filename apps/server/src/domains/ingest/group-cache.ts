import type { GroupDetails } from '../events/index.ts'
import {
  canonical,
  droppedOf,
  fingerprintOf,
  type Grouping,
  type GroupingInput,
  groupIdOf,
  groupingOf,
  meaningOf,
} from '../grouping/index.ts'

/** Characters of stacks that are remembered: usual ones have some kilobytes, hostile ones 64. */
const maxGroupingCharacters = 8 * 1024 * 1024
/** Characters of keys that are remembered in each generation. */
const maxKeyCharacters = 8 * 1024 * 1024
const frameStart = '\n    at '

/** A grouping with the text that is hashed of it: a look-up takes it for each event. */
interface Keyed {
  grouping: Grouping
  text: string
}

interface Known {
  groupId: string
  fingerprint: string
  /** True once an acknowledged segment carried the group's details. */
  isStored: boolean
}

/**
 * Remembers the groups seen of late, so that their two hashes are computed once and their details travel to
 * digest once. Two generations of maps, bounded in number and in characters (two bytes each at most): when the young one
 * is full the old one is forgotten.
 */
export class GroupCache {
  readonly #maxEntries: number
  readonly #groupings = new Map<string, Keyed>()
  #groupingCharacters = 0
  #youngCharacters = 0
  #oldCharacters = 0
  #young = new Map<string, Known>()
  #old = new Map<string, Known>()

  constructor(maxEntries = 20_000) {
    this.#maxEntries = maxEntries
  }

  /** Characters that it holds: what its memory goes by. */
  get characters(): number {
    return this.#groupingCharacters + this.#youngCharacters + this.#oldCharacters
  }

  /** The group of an event; `details` is null when an acknowledged segment has carried them before. */
  find(projectId: number, input: GroupingInput): { groupId: string; details: GroupDetails | null } {
    const { grouping, text } = this.#groupingOf(input)
    const key = `${projectId}:${text}`
    const known = this.#get(key) ?? this.#add(key, projectId, fingerprintOf(grouping))
    if (known.isStored) return { groupId: known.groupId, details: null }
    const details = {
      fingerprint: known.fingerprint,
      grouping: { ...grouping, dropped: droppedOf(input) },
      type: input.exception_type,
      message: input.message.slice(0, 1000),
    }
    return { groupId: known.groupId, details }
  }

  /** To be called after COMMIT of a segment that carried the details. */
  markStored(projectId: number, { grouping }: GroupDetails): void {
    const known = this.#get(`${projectId}:${canonical(grouping)}`)
    if (known !== undefined) known.isStored = true
  }

  /** Forgets everything: after groups were deleted their details must travel again. */
  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngCharacters = 0
    this.#oldCharacters = 0
  }

  /**
   * One place throws the same stack again and again. Where the frames decide alone, the answer is remembered by the
   * text of the stack without its message: a look-up instead of parsing thirty lines.
   */
  #groupingOf(input: GroupingInput): Keyed {
    const { stack, fingerprint, exceptions, message } = input
    const isPlain = typeof stack === 'string' && !fingerprint?.length && !exceptions?.length
    const start = isPlain ? stack.indexOf(frameStart) : -1
    // The parser takes the message at the head of the text for no call: what stands behind it decides.
    const head = start < 0 ? '' : (stack as string).slice(0, start)
    if (message === '' || head !== `${input.exception_type}: ${message}` || head.includes('\u001b'))
      return keyed(groupingOf(input))
    const said = meaningOf(message).join(' ')
    const key = `${input.platform}\0${input.exception_type}\0${said}\0${(stack as string).slice(start)}`
    const remembered = this.#groupings.get(key)
    if (remembered !== undefined) return remembered
    const found = keyed(groupingOf(input))
    const { reason, components } = found.grouping
    if (reason !== 'frames' || components.some((part) => part.startsWith('message:'))) return found
    const characters = key.length + 2 * found.text.length
    if (this.#groupingCharacters + characters > maxGroupingCharacters) {
      this.#groupings.clear()
      this.#groupingCharacters = 0
    }
    this.#groupings.set(key, found)
    this.#groupingCharacters += characters
    return found
  }

  #get(key: string): Known | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.#put(key, old)
    return old
  }

  #add(key: string, projectId: number, fingerprint: string): Known {
    const known = { groupId: groupIdOf(projectId, fingerprint), fingerprint, isStored: false }
    this.#put(key, known)
    return known
  }

  #put(key: string, known: Known): void {
    if (this.#young.size >= this.#maxEntries / 2 || this.#youngCharacters + key.length > maxKeyCharacters) {
      this.#old = this.#young
      this.#oldCharacters = this.#youngCharacters
      this.#young = new Map()
      this.#youngCharacters = 0
    }
    this.#young.set(key, known)
    this.#youngCharacters += key.length
  }
}

function keyed(grouping: Grouping): Keyed {
  return { grouping, text: canonical(grouping) }
}
