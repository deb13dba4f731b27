import { readFileSync } from 'node:fs'

/** A program of conformance/maps: built files with their maps, and the stacks that they print. */
export interface BuiltProgram {
  program: string
  files: { name: string; code?: string; map: string }[]
  stacks: BuiltFrame[][]
}

export interface BuiltFrame {
  function?: string
  file: number
  line: number
  column: number
  expected?: { function?: string; file: string; line: number; column: number }
}

/** Reads a program as a bundler built it. */
export function readBuilt(bundler: string, program: string): BuiltProgram {
  const path = new URL(`../../../conformance/maps/${bundler}.json`, import.meta.url)
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: BuiltProgram[] }
  return cases.find((one) => one.program === program)!
}
