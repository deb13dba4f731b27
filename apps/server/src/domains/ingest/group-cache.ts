import {
  canonical,
  droppedOf,
  fingerprintOf,
  type Grouping,
  type GroupingInput,
  groupIdOf,
  groupingOf,
  limitWork,
  meaningOf,
} from '../grouping/index.ts'
import type { GroupDetails } from '../storage/index.ts'

/** Characters of stacks that are remembered: usual ones have some kilobytes, hostile ones 64. */
const maxGroupingCharacters = 8 * 1024 * 1024
/** Characters of keys that are remembered in each generation. */
const maxKeyCharacters = 8 * 1024 * 1024
const frameStart = '\n    at '
/** Begins a colour of a terminal, which the parser takes out. */
const colourStart = '\u001b'

/** Of stacks that look alike at their ends, so many are remembered. */
const maxAlike = 4

/** A grouping with the text that is hashed of it: a look-up takes it for each event. */
interface Keyed {
  grouping: Grouping
  text: string
}

/** A grouping, and all that decided it: the calls of a stack, what threw it, and what its message means. */
interface Remembered {
  calls: string
  platform: string
  type: string
  meaning: string
  found: Keyed
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
  /** By the look of the calls: to hash all of their thousands of characters takes longer than to compare them. */
  readonly #groupings = new Map<string, Remembered[]>()
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
    const { stack, fingerprint, exceptions, message, platform, exception_type: type } = input
    const isPlain = typeof stack === 'string' && !fingerprint?.length && !exceptions?.length
    if (!isPlain || !isHeadOf(stack, type, message)) return keyed(groupingOf(input, limitWork()))
    const calls = stack.slice(type.length + 2 + message.length)
    const meaning = meaningOf(message).join(' ')
    const look = lookOf(calls)
    const alike = this.#groupings.get(look)
    const remembered = alike?.find(
      (one) => one.platform === platform && one.type === type && one.meaning === meaning && one.calls === calls,
    )
    if (remembered !== undefined) return remembered.found
    const found = keyed(groupingOf(input, limitWork()))
    const { reason, components } = found.grouping
    if (reason === 'frames' && !components.some((part) => part.startsWith('message:')))
      this.#remember(look, { calls, platform, type, meaning, found }, stack.length)
    return found
  }

  /** @param stackLength a piece of a text keeps all of it */
  #remember(look: string, one: Remembered, stackLength: number): void {
    const more = stackLength + look.length + one.type.length + one.meaning.length + 2 * one.found.text.length
    if (this.#groupingCharacters + more > maxGroupingCharacters) {
      this.#groupings.clear()
      this.#groupingCharacters = 0
    }
    const alike = this.#groupings.get(look) ?? []
    if (alike.length === 0) this.#groupings.set(look, alike)
    // What is forgotten stays counted, until all is.
    if (alike.length === maxAlike) alike.shift()
    alike.push(one)
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

/** The parser takes the message at the head of the text for no call: what stands behind it decides. */
function isHeadOf(stack: string, type: string, message: string): boolean {
  if (message === '' || message.includes(colourStart) || type.includes(colourStart)) return false
  const end = type.length + 2 + message.length
  return (
    stack.indexOf(frameStart) === end &&
    stack.startsWith(message, type.length + 2) &&
    stack.startsWith(': ', type.length) &&
    stack.startsWith(type)
  )
}

/** Its length, and its first and last lines or what there is of them: stacks of one place are alike, others hardly ever. */
function lookOf(calls: string): string {
  return `${calls.length}${calls.slice(0, 100)}${calls.slice(-60)}`
}

function keyed(grouping: Grouping): Keyed {
  return { grouping, text: canonical(grouping) }
}
