import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFunctionStore, decodeDataUrl, findMapReference, type GeneratedFile } from '../index.ts'
import { openMap } from './open-map.ts'

/**
 * Builds of real bundlers, with the stacks that they print in Node. A frame is confirmed when the program's own run,
 * without any bundler, has a frame at the same line and column; that run names the function.
 */
export interface Bundler {
  bundler: string
  cases: BuiltProgram[]
}
export interface BuiltProgram<File extends BuiltFile = BuiltFile> {
  program: string
  files: File[]
  stacks: BuiltFrame[][]
}
interface BuiltFile {
  name: string
  /** Absent for bytecode. */
  code?: string
  /** Absent where the code has it inline. */
  map?: string
}
export interface BuiltFrame {
  function?: string
  file: number
  line: number
  column: number
  expected?: { function?: string; file: string; line: number; column: number }
}

const directory = join(import.meta.dirname, '../../../../conformance/maps')

/** Reads the builds of each bundler, by its name. */
export function readBundlers(): [string, Bundler][] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .map((name) => [name, readBundler(name)])
}

export function readBundler(name: string): Bundler {
  return JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'))
}

/** Reads a program that its bundler built with maps as files of their own. */
export function readBuilt(bundler: string, program: string): BuiltProgram<BuiltFile & { map: string }> {
  const built = readBundler(bundler).cases.find((one) => one.program === program)
  const files = built?.files.flatMap(({ map, ...file }) => (map === undefined ? [] : [{ ...file, map }])) ?? []
  if (built === undefined || files.length < built.files.length)
    throw new Error(`${bundler} built no ${program} with maps`)
  return { ...built, files }
}

/** Opens the map of a built file. */
export async function openBuilt({ code, map }: BuiltFile): Promise<GeneratedFile> {
  const input = map ?? decodeDataUrl(findMapReference(Buffer.from(code!))!)!
  return { index: await openMap(input), functions: createFunctionStore(), readCode: async () => code }
}
