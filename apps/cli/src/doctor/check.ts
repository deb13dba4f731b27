import type { Schemas } from '@bugle/api-client'
import type { Build } from '@bugle/sourcemaps'
import type { Context } from '../context.ts'
import type { ServedScript } from './served-scripts.ts'

/** The outcome of a check: the fact that was found, and the command that fixes it. */
export interface Outcome {
  /** `skipped`: the check needs something that was not given, or that failed before. */
  state: 'passed' | 'failed' | 'skipped'
  fact: string
  remedy?: string
  /** A frame was symbolicated: the proof that all of it works. */
  isProof?: boolean
}

export interface CheckResult extends Outcome {
  name: string
}

/** Facts known so far; each check adds those that later ones need. */
export interface Findings {
  context: Context
  options: DoctorOptions
  /** The server responds. */
  isReachable: boolean
  /** The token may read projects. */
  isAllowed: boolean
  project: Schemas['Project'] | undefined
  ingestToken: string | undefined
  build: Build | undefined
  scripts: ServedScript[]
  event: Schemas['EventView'] | undefined
}

export interface DoctorOptions {
  /** An event to examine. */
  eventId: string | undefined
  /** A page whose scripts are examined. */
  site: string | undefined
  folders: string[]
  ingestToken: string | undefined
  timeoutSeconds: number
}

/** A check and its name. */
export interface Check {
  name: string
  run(findings: Findings): Promise<Outcome>
}

export const passed = (fact: string): Outcome => ({ state: 'passed', fact })
export const skipped = (fact: string): Outcome => ({ state: 'skipped', fact })
export const failed = (fact: string, remedy?: string): Outcome => ({
  state: 'failed',
  fact,
  ...(remedy === undefined ? {} : { remedy }),
})
