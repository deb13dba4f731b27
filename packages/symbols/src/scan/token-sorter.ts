import { broken } from '../refusal.ts'

/** Integers of a token: generated line and column, source, original line and column, name; -1 where there is none. */
export const tokenFields = 6

/** Receives the token that begins at `start`; generated positions ascend. */
export type TakeToken = (tokens: Int32Array, start: number) => void

/** Segments of a line may stand out of order over a distance of half of this. */
const capacity = 64 * 1024

/**
 * Hands tokens on in order of their generated position. Bundlers write them in order; where some tool did not, they are
 * sorted within a window of 65,536 tokens, equal positions as they came. A greater disorder is refused, because sorting
 * it would take memory without a bound: one line of minified code holds millions of tokens.
 */
export class TokenSorter {
  readonly #take: TakeToken
  #tokens = new Int32Array(capacity * tokenFields)
  #waiting = 0
  /** Tokens so far. */
  count = 0
  #isSorted = true
  /** Position of the last token handed on. */
  #line = -1
  #column = 0

  constructor(take: TakeToken) {
    this.#take = take
  }

  add(line: number, column: number, source: number, originalLine: number, originalColumn: number, name: number): void {
    if (this.#waiting === capacity) this.#handOn(capacity / 2)
    const tokens = this.#tokens
    const start = this.#waiting++ * tokenFields
    this.count++
    tokens[start] = line
    tokens[start + 1] = column
    tokens[start + 2] = source
    tokens[start + 3] = originalLine
    tokens[start + 4] = originalColumn
    tokens[start + 5] = name
    if (start > 0 && isBefore(tokens, start, start - tokenFields)) this.#isSorted = false
  }

  /** Drops the tokens at or after a position, where the next section of the file begins. */
  cutFrom(line: number, column: number): void {
    this.#sort()
    if (this.#line > line || (this.#line === line && this.#column >= column)) throw broken('sections overlap')
    while (this.#waiting > 0 && this.#isAtOrAfter((this.#waiting - 1) * tokenFields, line, column)) this.#waiting--
  }

  /** Hands on what is left. */
  end(): void {
    this.#handOn(this.#waiting)
  }

  #handOn(count: number): void {
    this.#sort()
    const tokens = this.#tokens
    if (count > 0 && this.#isFirstOverdue(tokens)) throw broken('segments of a line are too far out of order')
    for (let start = 0; start < count * tokenFields; start += tokenFields) this.#take(tokens, start)
    if (count > 0) this.#remember(tokens, (count - 1) * tokenFields)
    tokens.copyWithin(0, count * tokenFields, this.#waiting * tokenFields)
    this.#waiting -= count
  }

  #remember(tokens: Int32Array, start: number): void {
    this.#line = tokens[start]!
    this.#column = tokens[start + 1]!
  }

  /** True when the first token waiting should have been handed on earlier. */
  #isFirstOverdue(tokens: Int32Array): boolean {
    return tokens[0]! < this.#line || (tokens[0] === this.#line && tokens[1]! < this.#column)
  }

  #isAtOrAfter(start: number, line: number, column: number): boolean {
    const tokens = this.#tokens
    return tokens[start]! > line || (tokens[start] === line && tokens[start + 1]! >= column)
  }

  #sort(): void {
    if (this.#isSorted) return
    const tokens = this.#tokens
    const order = Array.from({ length: this.#waiting }, (_, index) => index * tokenFields)
    order.sort((one, other) => tokens[one]! - tokens[other]! || tokens[one + 1]! - tokens[other + 1]! || one - other)
    const sorted = new Int32Array(tokens.length)
    for (const [index, start] of order.entries()) {
      sorted.set(tokens.subarray(start, start + tokenFields), index * tokenFields)
    }
    this.#tokens = sorted
    this.#isSorted = true
  }
}

function isBefore(tokens: Int32Array, one: number, other: number): boolean {
  return tokens[one]! < tokens[other]! || (tokens[one] === tokens[other] && tokens[one + 1]! < tokens[other + 1]!)
}
