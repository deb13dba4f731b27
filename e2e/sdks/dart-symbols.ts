import { readFileSync } from 'node:fs'
import type { EventView, FrameView } from '@bugle/protocol'
import { expect } from 'vitest'
import { dartPrograms, installRuntime } from '../../scripts/runtimes.mjs'
import type { Terminal } from '../cli/terminal.ts'
import type { Project } from '../harness/account.ts'
import { isLong } from './long.ts'

interface CompiledProgram {
  /** System and processor. */
  name: string
  /** npm package of the program. */
  package: string
  /** Its stack, without names. */
  stack: string
  /** The calls of its frames: `name file:line`, innermost first. */
  calls: string[]
  /** Those of packages, as the program itself names them; absent where it could not be run. */
  printed?: string[]
}

const file = new URL('../../conformance/debug-files/dart-stacks.json', import.meta.url)
const all = JSON.parse(readFileSync(file, 'utf8')) as CompiledProgram[]

/** Programs of the real Dart compiler. Each but the first is a download of four megabytes. */
export const compiledPrograms = isLong ? all : all.filter(({ name }) => name === 'linux-x64')

/**
 * Expects that the stack of a program is one of offsets until its symbols are uploaded, and then reads as source lines.
 *
 * @param read returns the event of the stack
 */
export async function expectSymbolicated(
  program: CompiledProgram,
  project: Project,
  terminal: Terminal,
  read: () => Promise<EventView>,
): Promise<void> {
  const symbols = installRuntime(dartPrograms.find(({ name }) => name === program.package)!)
  if ('missing' in symbols) throw new Error(symbols.missing)
  const framesOf = async () => (await read()).exceptions[0]!.frames
  expect((await framesOf())[0]).toMatchObject({
    function: expect.stringMatching(/^_kDartIsolateSnapshotInstructions\+0x/),
    symbolication: { state: 'unresolved', reason: { code: 'no_debug_file' } },
  })
  const upload = ['debug-files', 'upload', symbols.path, '--project', project.id]
  expect(await terminal.json(upload)).toMatchObject([{ files: [{ state: 'accepted' }] }])
  const frames = await framesOf()
  expect(frames.map(callOf)).toEqual(program.calls)
  const ofPackages = frames.filter(({ symbolication: original }) => original?.file?.startsWith('package:'))
  if (program.printed !== undefined) expect(ofPackages.map(callOf)).toEqual(program.printed)
}

const callOf = ({ symbolication: one }: FrameView) => one && `${one.function} ${one.file}:${one.line ?? 0}`
