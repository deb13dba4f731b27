import { readFileSync } from 'node:fs'
import type { FrameView } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { dartProgram, installRuntime } from '../../../scripts/runtimes.mjs'
import { newReporter, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadInChunks } from './upload-chunks.ts'

// A real program of the Dart compiler: ELF with DWARF and a build id, as Flutter writes for each platform.

const server = await startServer({ digest: true })
const file = new URL('../../../conformance/debug-files/dart.json', import.meta.url)
const { expected } = JSON.parse(readFileSync(file, 'utf8')) as { expected: [number, ...string[]][] }
const buildId = 'aac30568236759d38badd37311f459f9'
/** Address of the symbol that the frames count from. */
const instructions = 0x18ad40
const runtime = installRuntime(dartProgram)
const program = 'path' in runtime ? runtime.path : undefined
const places = expected.filter(([address, ...calls]) => calls.length > 0 && address > instructions).slice(0, 60)

const hex = (number: number) => number.toString(16).padStart(16, '0')
/** A stack as the runtime prints it. */
const stackOf = ({ hasVirtual = true, hasBuildId = true } = {}) =>
  [
    'Warning: This VM has been configured to produce stack traces that violate the Dart standard.',
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    'pid: 4711, tid: 4712, name io.flutter.ui',
    'os: android arch: x64 comp: no sim: no',
    ...(hasBuildId ? [`build_id: '${buildId}'`] : []),
    'isolate_dso_base: 723d440000, vm_dso_base: 723d440000',
    'isolate_instructions: 723d5cad40, vm_instructions: 723d5c4000',
    ...places.map(([address], number) => {
      const virtual = hasVirtual ? ` virt ${hex(address)}` : ''
      const offset = (address - instructions).toString(16)
      const index = String(number).padStart(2, '0')
      return `    #${index} abs ${hex(0x723d440000 + address)}${virtual} _kDartIsolateSnapshotInstructions+0x${offset}`
    }),
  ].join('\n')
const report = async (app: Reporter, event: Record<string, unknown>) => {
  const { event_id } = await app.report({ platform: 'android', exception_type: 'aB', message: 'boom', ...event })
  return (await app.readEvent(event_id)).exceptions[0]!
}
const printed = (frames: FrameView[]) =>
  frames.map(({ symbolication: one }) => one && `${one.function} ${one.file}:${one.line ?? 0}`)
const calls = places.flatMap(([, ...all]) => all)

describe.skipIf(program === undefined)('the symbols of a Dart program', () => {
  it('symbolicate its stacks, by build id, with the calls that were inlined', { timeout: 60_000 }, async () => {
    const app = await newReporter(server)
    const before = await report(app, { stack: stackOf() })
    expect(before.frames[0]!.symbolication).toMatchObject({
      state: 'unresolved',
      reason: { code: 'no_debug_file', sentence: expect.stringContaining(buildId) },
    })
    const text = readFileSync(program!)
    const { files } = await uploadInChunks(app, [{ name: 'app.android-x64.symbols', text }])
    expect(files).toMatchObject([{ state: 'accepted' }])
    const { frames } = await report(app, { stack: stackOf() })
    expect(printed(frames)).toEqual(calls)
    expect(frames.filter(({ symbolication: one }) => one!.is_inlined).length).toBe(calls.length - places.length)
    // Older versions print neither the address within the file nor, at first, the build id.
    expect(printed((await report(app, { stack: stackOf({ hasVirtual: false }) })).frames)).toEqual(calls)
    const images = [
      { type: 'elf', build_id: buildId.toUpperCase(), image_addr: '0x723d440000', arch: 'x64', os: 'android' },
    ]
    const named = await report(app, { stack: stackOf({ hasBuildId: false }), debug_meta: { images } })
    expect(printed(named.frames)).toEqual(calls)
    const ofPackage = frames.filter(({ symbolication: one }) => one!.file!.startsWith('dart:'))
    expect(ofPackage.every(({ symbolication: one }) => one!.in_app === false)).toBe(true)
  })

  it('lead the names of the obfuscation map to type and message', { timeout: 60_000 }, async () => {
    const app = await newReporter(server)
    const names = JSON.stringify(['PaymentDeclined', 'aB', 'Cart', 'cD', 'Order', 'Order'])
    await uploadInChunks(app, [{ name: 'obfuscation.map.json', text: names }], { release: '1.4.2' })
    const message = "type 'cD' is not a subtype of type 'List<aB>' of 'Order', not of a cD"
    const { original } = await report(app, { release: '1.4.2', message, stack: stackOf() })
    expect(original).toEqual({
      exception_type: 'PaymentDeclined',
      message: "type 'Cart' is not a subtype of type 'List<PaymentDeclined>' of 'Order', not of a cD",
    })
  })
})
