import { type Fragment, sql } from '../../db/sql.ts'

/** Reasons of clients for not sending that their owner has chosen. */
const chosen = ['before_send', 'event_processor', 'ignored', 'sample_rate', 'sampled']

/** Builds the condition that outcomes were refused or lost against their owner's wish. */
export function isLoss(outcomes: Fragment): Fragment {
  return sql`(${outcomes}.source = 'server' or ${outcomes}.source = 'client' and ${outcomes}.reason <> all(${chosen}::text[]))`
}
