import type { Database } from '../../db/database.ts'
import type { Authorize, Caller } from '../../http/index.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import type { SymbolReader } from '../artifacts/index.ts'
import type { IssueRecord } from '../issues/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'

export interface EventDeps {
  db: Database
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  symbols: Pick<SymbolReader, 'symbolicate' | 'explain' | 'restore'>
  now: () => Date
  /** Stacks that are symbolicated on request, per project. */
  symbolicateLimiter: RateLimiter
  authorize: Authorize
  /** @throws Refusal `not_found` */
  getIssue: (caller: Caller, id: string) => Promise<IssueRecord>
}
