import { account } from './words-de-account.ts'
import { events } from './words-de-events.ts'
import { everywhere } from './words-de-everywhere.ts'
import { issues } from './words-de-issues.ts'
import { projects } from './words-de-projects.ts'

/** The dashboard in German, by the English sentence. */
export const words: Record<string, string> = { ...account, ...events, ...everywhere, ...issues, ...projects }
