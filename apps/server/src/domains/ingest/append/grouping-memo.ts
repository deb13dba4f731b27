import { LRUCache } from 'lru-cache'
import {
  canonical,
  type GroupingInput,
  groupingWithPositions,
  limitWork,
  type PositionedGrouping,
  significantCodes,
} from '../../grouping/index.ts'

/** Characters of remembered stacks: usual ones have some kilobytes, hostile ones 64. */
const maxCharacters = 8 * 1024 * 1024
/** Stacks of one bucket: equal at both ends, different in between. */
const maxAlike = 4

const frameStart = '\n    at '
/** Starts a terminal color, which the stack parser removes. */
const colorStart = '\u001b'

/** A grouping with its canonical text, the same object each time: a cache finds it by identity of its hash. */
export interface KeyedGrouping extends PositionedGrouping {
  text: string
}

/** A grouping, and everything that decided it: the calls of a stack, what threw it, and what its message means. */
interface Remembered {
  calls: string
  platform: string
  type: string
  message: Meaning
  found: KeyedGrouping
  characters: number
}

/** The part of a message that decided: where frames decide, only its codes, such as an HTTP status. */
type Meaning = { codes: string } | { whole: string }

/**
 * Remembers the groupings of recent stacks. One line of code throws the same stack again and again, which finds its
 * grouping by a lookup instead of parsing thirty lines: by the text of its calls alone where the frames decide, with its
 * message otherwise. Buckets are keyed by both ends of the calls, because hashing thousands of characters takes longer than
 * comparing them.
 */
export class GroupingMemo {
  readonly #buckets = new LRUCache<string, Remembered[]>({
    maxSize: maxCharacters,
    sizeCalculation: (bucket, key) => key.length + bucket.reduce((sum, { characters }) => sum + characters, 0),
  })

  /** Characters held, as a measure of memory. */
  get characters(): number {
    return this.#buckets.calculatedSize
  }

  /** @param positions whether positions are needed whatever the rule */
  groupingOf(input: GroupingInput, positions: boolean): KeyedGrouping {
    const { fingerprint, exceptions, signature, platform, exception_type: type } = input
    const message = input.template ?? input.message
    const stack = signature ?? input.stack
    if (typeof stack !== 'string' || fingerprint?.length || (exceptions?.length && signature === undefined))
      return keyed(groupingWithPositions(input, limitWork(), positions))
    // A signature has no head, and holds the codes of its causes alone.
    const isHead = signature !== undefined || isHeadOf(stack, type, message)
    const calls = isHead && signature === undefined ? stack.slice(type.length + 2 + message.length) : stack
    const ends = endsOf(calls)
    const codes = significantCodes(message).join(' ')
    const means = (meaning: Meaning) =>
      'whole' in meaning ? meaning.whole === message : isHead && meaning.codes === codes
    const remembered = this.#buckets
      .get(ends)
      ?.find((one) => one.platform === platform && one.type === type && means(one.message) && one.calls === calls)
    if (remembered !== undefined && !(positions && remembered.found.positions === null)) return remembered.found
    const found = keyed(groupingWithPositions(input, limitWork(), positions))
    const { reason, components } = found.grouping
    const isByFrames = isHead && reason === 'frames' && !components.some((part) => part.startsWith('message:'))
    const isOfCauses = signature !== undefined && exceptions?.length && !isByFrames
    // All other rules depend on more than stack, type, platform and message.
    if ((reason === 'frames' || reason === 'bundle') && !isOfCauses) {
      const meaning = isByFrames ? { codes } : { whole: message }
      // A slice of a string keeps all of it.
      const files = found.positions?.files.join('').length ?? 0
      const characters = stack.length + type.length + message.length + 2 * found.text.length + files
      this.#remember(ends, { calls, platform, type, message: meaning, found, characters }, remembered)
    }
    return found
  }

  #remember(ends: string, one: Remembered, former: Remembered | undefined): void {
    const others = this.#buckets.peek(ends)?.filter((other) => other !== former) ?? []
    this.#buckets.set(ends, [...others.slice(1 - maxAlike), one])
  }
}

/** Whether the stack starts with exactly this type and message: then only the calls after them may decide. */
function isHeadOf(stack: string, type: string, message: string): boolean {
  if (message === '' || message.includes(colorStart) || type.includes(colorStart)) return false
  const end = type.length + 2 + message.length
  return (
    stack.indexOf(frameStart) === end &&
    stack.startsWith(message, type.length + 2) &&
    stack.startsWith(': ', type.length) &&
    stack.startsWith(type)
  )
}

/** Length, start and end of the calls: equal for stacks thrown by one line, hardly ever for others. */
function endsOf(calls: string): string {
  return `${calls.length}${calls.slice(0, 100)}${calls.slice(-60)}`
}

function keyed({ grouping, positions }: PositionedGrouping): KeyedGrouping {
  return { grouping, text: canonical(grouping), positions }
}
