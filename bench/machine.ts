import { cpus, release, totalmem } from 'node:os'

/** The machine of a run, without which figures mean nothing. */
export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  date: string
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  }
}
