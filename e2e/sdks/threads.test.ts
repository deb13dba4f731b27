import { afterAll, beforeAll, expect, it } from 'vitest'
import { Host } from './host.ts'
import { openRecorder } from './recorder.ts'

let host: Host

beforeAll(() => {
  host = new Host()
})

afterAll(() => host?.remove())

const program = (isHeard: boolean, isReporting: boolean) => `
import { Worker } from 'node:worker_threads'
import { flush, init } from '@bugle/node'
const options = { token: 'x', endpoint: process.argv[2], appId: 'com.example.desk', storeDirectory: false }
init(options)
const begin = ${isReporting} ? "import('@bugle/node').then((bugle) => { bugle.init(" + JSON.stringify(options) + "); fail() })" : 'fail()'
const thread = new Worker("function fail() { throw new RangeError('no room') }\\n" + begin, { eval: true })
${isHeard ? "thread.on('error', ({ name }) => console.log('heard', name))" : ''}
thread.on('exit', (code) => console.log('over', code))
`

it.each([
  ['whose parent listens', true, false],
  ['whose parent listens, and that reports itself', true, true],
  ['whose parent does not listen', false, false],
])(
  'an error in a thread %s is reported once, and ends what it would end without the SDK',
  async (name, isHeard, isReporting) => {
    const recorder = await openRecorder()
    const file = host.program(`${name.replaceAll(/\W/g, '-')}.mjs`, program(isHeard, isReporting))
    const ended = await host.run([file, recorder.url], {})
    recorder.close()
    expect(ended).toMatchObject({
      code: isHeard ? 0 : 1,
      stdout: isHeard ? 'heard RangeError\nover 1\n' : '',
      stderr: isHeard ? '' : expect.stringContaining('RangeError: no room'),
    })
    expect(recorder.eventsOf('').map(({ message, mechanism }) => `${message} ${mechanism.handled}`)).toEqual([
      'no room false',
    ])
  },
)
