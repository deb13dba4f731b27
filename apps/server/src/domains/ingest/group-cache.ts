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

/** By the text of the grouping, which is long and the same object each time, and then by project. */
class Generation {
  readonly #byText = new Map<string, Map<number, Known>>()
  entries = 0
  characters = 0

  get(projectId: number, text: string): Known | undefined {
    return this.#byText.get(text)?.get(projectId)
  }

  add(projectId: number, text: string, known: Known): void {
    const ofText = this.#byText.get(text)
    if (ofText === undefined) this.#byText.set(text, new Map([[projectId, known]]))
    else ofText.set(projectId, known)
    this.entries += 1
    this.characters += text.length
  }
}

/**
 * Remembers the groups seen of late, so that their two hashes are computed once and their details travel to
 * digest once. Two generations, bounded in number and in characters (two bytes each at most): when the young one
 * is full the old one is forgotten.
 */
export class GroupCache {
  readonly #maxEntries: number
  /** By the calls of a stack, and then by what else decides. Joined, thousands of characters would be copied each time. */
  readonly #groupings = new Map<string, Map<string, Keyed>>()
  #groupingCharacters = 0
  #young = new Generation()
  #old = new Generation()

  constructor(maxEntries = 20_000) {
    this.#maxEntries = maxEntries
  }

  /** Characters that it holds: what its memory goes by. */
  get characters(): number {
    return this.#groupingCharacters + this.#young.characters + this.#old.characters
  }

  /** The group of an event; `details` is null when an acknowledged segment has carried them before. */
  find(projectId: number, input: GroupingInput): { groupId: string; details: GroupDetails | null } {
    const { grouping, text } = this.#groupingOf(input)
    const known = this.#get(projectId, text) ?? this.#add(projectId, text, fingerprintOf(grouping))
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
    const known = this.#get(projectId, canonical(grouping))
    if (known !== undefined) known.isStored = true
  }

  /** Forgets everything: after groups were deleted their details must travel again. */
  clear(): void {
    this.#young = new Generation()
    this.#old = new Generation()
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
    const calls = (stack as string).slice(start)
    const rest = `${input.platform}\0${input.exception_type}\0${meaningOf(message).join(' ')}`
    const remembered = this.#groupings.get(calls)?.get(rest)
    if (remembered !== undefined) return remembered
    const found = keyed(groupingOf(input))
    const { reason, components } = found.grouping
    if (reason === 'frames' && !components.some((part) => part.startsWith('message:')))
      this.#remember(calls, rest, (stack as string).length + rest.length, found)
    return found
  }

  /** @param characters that it keeps: a piece of a text keeps all of it */
  #remember(calls: string, rest: string, characters: number, found: Keyed): void {
    const more = characters + 2 * found.text.length
    if (this.#groupingCharacters + more > maxGroupingCharacters) {
      this.#groupings.clear()
      this.#groupingCharacters = 0
    }
    const ofCalls = this.#groupings.get(calls)
    if (ofCalls === undefined) this.#groupings.set(calls, new Map([[rest, found]]))
    else ofCalls.set(rest, found)
    this.#groupingCharacters += more
  }

  #get(projectId: number, text: string): Known | undefined {
    const young = this.#young.get(projectId, text)
    if (young !== undefined) return young
    const old = this.#old.get(projectId, text)
    if (old !== undefined) this.#put(projectId, text, old)
    return old
  }

  #add(projectId: number, text: string, fingerprint: string): Known {
    const known = { groupId: groupIdOf(projectId, fingerprint), fingerprint, isStored: false }
    this.#put(projectId, text, known)
    return known
  }

  #put(projectId: number, text: string, known: Known): void {
    if (this.#young.entries >= this.#maxEntries / 2 || this.#young.characters + text.length > maxKeyCharacters) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    this.#young.add(projectId, text, known)
  }
}

function keyed(grouping: Grouping): Keyed {
  return { grouping, text: canonical(grouping) }
}
