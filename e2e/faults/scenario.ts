import type { BuiltServer } from '../harness/built-server.ts'
import type { Random } from '../harness/random.ts'
import type { Sender } from './sender.ts'

/** What a scenario works with: the server is running and events are being sent when it begins. */
export interface Stage {
  server: BuiltServer
  sender: Sender
  random: Random
  /** How often, where that applies. */
  kills: number
  /** The full length instead of the short one. */
  long: boolean
  /** One line about what was just done. */
  log(line: string): void
  /** Something that should not be; the run goes on. */
  fault(text: string): void
  /** A figure for the table: milliseconds unless the name says otherwise. */
  figure(name: string, value: number): void
}

/** Does its harm and returns with the server running again. */
export type Scenario = (stage: Stage) => Promise<void>
