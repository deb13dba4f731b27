import type pg from 'pg'
import type { Authorize, Caller } from '../../http/index.ts'
import type { SymbolReader } from '../artifacts/index.ts'
import type { IssueRecord } from '../issues/index.ts'

export interface EventDeps {
  pool: pg.Pool
  symbols: Pick<SymbolReader, 'symbolicate'>
  now: () => Date
  authorize: Authorize
  /** @throws Refusal `not_found` */
  getIssue: (caller: Caller, id: string) => Promise<IssueRecord>
}
