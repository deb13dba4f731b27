import { limits } from '@bugle/protocol'
import { maskSecrets } from '@bugle/sentry-event'
import { cleanText, cleanTextToBytes } from '../storage/index.ts'

/** Applies limits and remembers which fields they touched. */
export class TrimReport {
  readonly #trimmed = new Set<string>()
  #isRepaired = false

  text(field: string, text: string, maxLength: number): string {
    if (text.length > maxLength) this.trim(field)
    return this.#noting(text, cleanText(text, maxLength), maxLength)
  }

  bytes(field: string, text: string, maxBytes: number): string {
    const clean = cleanTextToBytes(text, maxBytes)
    if (clean.length < text.length) this.trim(field)
    return this.#noting(text, clean, clean.length)
  }

  /** Text for people, without secrets. */
  message(field: string, text: string): string {
    return maskSecrets(this.bytes(field, text, limits.messageBytes))
  }

  /** Returns the first of them. */
  list<T>(field: string, list: readonly T[], maxLength: number): readonly T[] {
    if (list.length > maxLength) this.trim(field)
    return list.slice(0, maxLength)
  }

  optional(field: string, text: string | null | undefined): string | null {
    return text === undefined || text === null || text === '' ? null : this.text(field, text, limits.shortText)
  }

  /** Free-form data: bounded in depth, clean in every text and key, without secrets in texts. */
  tree(field: string, value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return maskSecrets(this.#noting(value, cleanText(value, value.length), value.length))
    if (typeof value !== 'object' || value === null) return value
    if (depth === limits.depth) {
      this.trim(field)
      return Array.isArray(value) ? '[…]' : '{…}'
    }
    if (Array.isArray(value)) return value.map((entry) => this.tree(field, entry, depth + 1))
    // fromEntries defines properties, so that a key such as __proto__ is a key like any other.
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        this.#noting(key, cleanText(key, key.length), key.length),
        this.tree(field, entry, depth + 1),
      ]),
    )
  }

  trim(field: string): void {
    this.#trimmed.add(field)
  }

  summary(): { trimmed: string[]; repaired: boolean } {
    return { trimmed: [...this.#trimmed], repaired: this.#isRepaired }
  }

  #noting(before: string, after: string, length: number): string {
    if (!before.startsWith(after) && before.slice(0, length) !== after) this.#isRepaired = true
    return after
  }
}
