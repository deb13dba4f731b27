import { limits } from '@bugle/protocol/vocabulary'
/** What the address of an issue says: of its events which is shown, what they are narrowed by, and what stands over it. */
export interface IssueAddress {
  event?: string | undefined
  /** Terms of a search that say something of an event. */
  query?: string | undefined
  /** The list of events is open. */
  list?: true | undefined
  /** The event is compared with this one: `before`, `oldest`, `latest` or an id. */
  against?: string | undefined
}

/** Reads an address. What is wrong is left out, never an error; a key that is named as undefined is taken away. */
export function toIssueAddress({ event, query, list, against }: Record<string, unknown>): IssueAddress {
  return {
    event: typeof event === 'string' ? event : undefined,
    query: typeof query === 'string' && query.trim() !== '' ? query.slice(0, limits.queryCharacters) : undefined,
    list: list === true ? true : undefined,
    against: typeof against === 'string' ? against : undefined,
  }
}
