import { ApiError } from '@bugle/api-client'
import { capitalize } from '@bugle/presentation/format'

/** A mistake in a query: a sentence, and the range of the term that it concerns, if any. */
export interface Mistake {
  text: string
  from: number
  to: number
}

/**
 * Reads from an error what is wrong with the query that was sent.
 *
 * @returns undefined where the error concerns something else
 */
export function mistakesIn(error: unknown, query: string): Mistake[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_parameter') return undefined
  return error.errors.query?.map((message) => {
    const [, position, text] = /^character (\d+): (.*)$/s.exec(message) ?? ['', '', message]
    const from = position === '' ? 0 : Number(position) - 1
    return { text: sentence(text!), from, to: position === '' ? 0 : from + termLength(query.slice(from)) }
  })
}

/** Returns the length of the term that a text begins with: up to the next space outside quotes. */
function termLength(text: string): number {
  return /^(?:"(?:\\.|[^"\\])*(?:"|$)|\S)*/s.exec(text)![0].length
}

/** Makes a sentence of a message. A key of the language at its beginning keeps its case. */
function sentence(text: string): string {
  const begun = /^[a-z.-]+:/.test(text) ? text : capitalize(text)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
