import { ApiError } from '@bugle/api-client'
import { capitalize } from '../lib/format.ts'

/** What is wrong with a query: a sentence, and the term that it is about, where it is about one. */
export interface Mistake {
  text: string
  from: number
  to: number
}

/**
 * Reads from an answer its verdict on the query that was sent.
 *
 * @returns undefined where it is about something else
 */
export function mistakesIn(error: unknown, query: string): Mistake[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_parameter') return undefined
  return error.errors.query?.map((said) => {
    const [, place, text] = /^character (\d+): (.*)$/s.exec(said) ?? ['', '', said]
    const from = place === '' ? 0 : Number(place) - 1
    return { text: sentence(text!), from, to: place === '' ? 0 : from + termAt(query.slice(from)) }
  })
}

/** The length of the term that a text begins with: to the next space that is not within quotes. */
function termAt(text: string): number {
  return /^(?:"(?:\\.|[^"\\])*(?:"|$)|\S)*/s.exec(text)![0].length
}

/** A key of the language stays as it is written. */
function sentence(text: string): string {
  const begun = /^[a-z.-]+:/.test(text) ? text : capitalize(text)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
