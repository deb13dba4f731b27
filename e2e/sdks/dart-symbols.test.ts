import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameView } from '@bugle/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dartPrograms, installRuntime } from '../../scripts/runtimes.mjs'
import { Terminal } from '../cli/terminal.ts'
import { Dart, dartDirectory, findDart } from './dart.ts'
import { issuesOf, latestOf } from './issues.ts'
import { isLong } from './long.ts'
import { openStage } from './stage.ts'

interface Case {
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
const all = JSON.parse(readFileSync(file, 'utf8')) as Case[]
/** Each other program is a download of four megabytes. */
const cases = isLong ? all : all.filter(({ name }) => name === 'linux-x64')
const found = findDart()
const missing = 'missing' in found ? found.missing : undefined

/** Programs of the real Dart compiler, from the report of their stacks to source lines. */
describe.skipIf(missing !== undefined && process.env.CI !== 'true')('stacks of ahead-of-time compiled programs', () => {
  const stage = openStage('dart-symbols', 'com.example.shop')
  const terminal = new Terminal()
  let dart: Dart
  let reporter: string

  beforeAll(async () => {
    Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
    dart = new Dart('path' in found ? found.path : '/missing/dart')
    reporter = await dart.compile(join(dartDirectory, 'core/test/stories.dart'))
  })
  afterAll(() => {
    dart?.remove()
    terminal.remove()
  })

  it.each(cases)('for $name read as source lines, once its symbols are uploaded', async (one) => {
    const program = dartPrograms.find(({ name }) => name === one.package)!
    const symbols = installRuntime(program)
    if ('missing' in symbols) throw new Error(symbols.missing)
    const project = await stage.newProject(one.name)
    const text = join(dart.directory, `${one.name}.txt`)
    writeFileSync(text, one.stack)
    const ended = await dart.run([reporter, 'stack', text], stage.settings(project))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const read = async () => latestOf(stage.account, await issuesOf(stage.account, project, 1), 'StateError')
    const before = (await read()).exceptions[0]!.frames
    expect(before[0]).toMatchObject({
      function: expect.stringMatching(/^_kDartIsolateSnapshotInstructions\+0x/),
      symbolication: { state: 'unresolved', reason: { code: 'no_debug_file' } },
    })

    const upload = ['debug-files', 'upload', symbols.path, '--project', project.id]
    expect(await terminal.json(upload)).toMatchObject([{ files: [{ state: 'accepted' }] }])
    const event = await read()
    const { frames } = event.exceptions[0]!
    expect(frames.map(callOf)).toEqual(one.calls)
    const ofPackages = frames.filter(({ symbolication: original }) => original?.file?.startsWith('package:'))
    if (one.printed !== undefined) expect(ofPackages.map(callOf)).toEqual(one.printed)
  })
})

const callOf = ({ symbolication: one }: FrameView) => one && `${one.function} ${one.file}:${one.line ?? 0}`
