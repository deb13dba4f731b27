import type { Account, Project } from '../harness/account.ts'
import type { BuiltServer } from '../harness/built-server.ts'
import type { Random } from '../harness/random.ts'
import type { Bucket } from './bucket.ts'
import type { Sender } from './sender.ts'

/** Tools of a scenario; when it starts, the server runs and events are being sent. */
export interface Stage {
  server: BuiltServer
  /** The database server of the accounts, if Bugle has none of its own. */
  accounts: Bucket | undefined
  /** The database server of a second bucket, which has the second project, if the run has one. */
  bucket: Bucket | undefined
  account: Account
  /** The first is beside the accounts, and each bucket has one of the others. */
  projects: readonly Project[]
  sender: Sender
  random: Random
  /** Number of kills, if applicable. */
  kills: number
  /** Whether to run at full length. */
  long: boolean
  /** Logs a line about the last action. */
  log(line: string): void
  /** Records a violation; the run continues. */
  fault(text: string): void
  /** Adds a figure to the table: milliseconds unless the name says otherwise. */
  figure(name: string, value: number): void
}

/** Causes its faults and returns with the server running again. */
export type Scenario = (stage: Stage) => Promise<void>
