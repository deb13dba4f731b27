import { misuse } from './failure.ts'

/** Returns the id of an event that the user names by its id or its address. */
export function requireEventId(named: string): string {
  const id = /\bevt_\w+/.exec(named)?.[0]
  if (id === undefined) throw misuse(`"${named}" is no event; ids begin with evt_.`)
  return id
}
