import { describe, expect, it } from 'vitest'
import { craftMinidump } from '../../../../test/crafted-minidump.ts'
import { eventOfDump, isMinidump, readMinidump } from './minidump.ts'

describe('a minidump', () => {
  it('says what crashed, where, in which module', () => {
    const dump = craftMinidump({ code: 0xc0000005, address: 0x7ff6_1234n, platform: 2, file: 'C:\\shop\\shop.exe' })
    expect(isMinidump(dump)).toBe(true)
    const facts = readMinidump(dump)!
    expect(facts).toMatchObject({
      type: 'EXCEPTION_ACCESS_VIOLATION',
      address: '0x7ff61234',
      threadId: 77,
      os: { name: 'Windows', version: '10.0.19045' },
      cpu: 'x86_64',
      modules: [{ file: 'C:\\shop\\shop.exe', debugId: '01020304-0506-0708-090a-0b0c0d0e0f10-2' }],
    })
    expect(eventOfDump(facts, { release: 'shop@1' })).toMatchObject({
      level: 'fatal',
      release: 'shop@1',
      exception: {
        values: [
          {
            type: 'EXCEPTION_ACCESS_VIOLATION',
            value: 'Fatal error at 0x7ff61234',
            mechanism: { handled: false },
            stacktrace: { frames: [{ instruction_addr: '0x7ff61234', package: 'C:\\shop\\shop.exe' }] },
          },
        ],
      },
      contexts: { os: { name: 'Windows' }, device: { arch: 'x86_64' } },
    })
  })

  it.each([
    [11, 0x8201, 'SIGSEGV', 'Linux'],
    [1, 0x8101, 'EXC_BAD_ACCESS', 'macOS'],
    [6, 0x8203, 'SIGABRT', 'Android'],
    [0x1234, 2, '0x1234', 'Windows'],
  ])('of code %i on platform %i is %s on %s', (code, platform, type, name) => {
    const facts = readMinidump(craftMinidump({ code, platform, address: 16n, file: '/usr/bin/shop' }))
    expect(facts).toMatchObject({ type, os: { name } })
  })

  it('that is cut or damaged is none, and costs nothing', () => {
    const dump = craftMinidump({ code: 11, platform: 0x8201, address: 16n, file: '/usr/bin/shop' })
    for (let length = 0; length < dump.length; length++) readMinidump(dump.subarray(0, length))
    for (let at = 8; at + 4 <= dump.length; at++) {
      const damaged = Buffer.from(dump)
      damaged.writeUInt32LE(0xffff_fff0, at)
      const facts = readMinidump(damaged)
      if (facts !== undefined) expect(facts.modules.length).toBeLessThanOrEqual(500)
    }
    expect(readMinidump(dump.subarray(0, 40))).toBe(undefined)
    expect(isMinidump(Buffer.from('MZ'))).toBe(false)
  })
})
