import { limits } from '@bugle/protocol/vocabulary'
/** Search parameters of an issue: the shown event, the search that restricts the events, and open dialogs. */
export interface IssueAddress {
  event?: string | undefined
  /** Search terms that apply to events. */
  query?: string | undefined
  /** Whether the list of events is open. */
  list?: true | undefined
  /** The event to compare with: `before`, `oldest`, `latest` or an id. */
  against?: string | undefined
}

/**
 * Reads search parameters. Invalid ones are dropped, never an error. They are returned as `undefined`: the router keeps
 * the old value of an omitted key.
 */
export function toIssueAddress({ event, query, list, against }: Record<string, unknown>): IssueAddress {
  return {
    event: typeof event === 'string' ? event : undefined,
    query: typeof query === 'string' && query.trim() !== '' ? query.slice(0, limits.queryCharacters) : undefined,
    list: list === true ? true : undefined,
    against: typeof against === 'string' ? against : undefined,
  }
}
