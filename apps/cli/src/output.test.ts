import { expect, it } from 'vitest'
import { Output, oneLine, plainText } from './output.ts'

/** Text of an event that would turn around what follows, clear the screen or move the cursor. */
const hostile = 'a\u202Eb\u2066c\u200Fd\u001B[2Je\u009Bf\u007Fg\r\nh'
const steering = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function outputTo({ isTTY = false, json = false, verbose = false }) {
  const written: string[] = []
  const stdout = { isTTY, write: (text: string) => written.push(text) }
  return { output: new Output({ stdout, stderr: stdout, env: { NO_COLOR: '1' }, json, verbose }), written }
}

it('text of events neither steers a terminal nor turns text around', () => {
  expect(oneLine(hostile)).toBe('a b c d [2Je f g h')
  expect(plainText(hostile)).not.toMatch(steering)
})

it('JSON shows such characters by their numbers, and says the same', () => {
  const { output, written } = outputTo({ json: true })
  output.list([{ message: hostile }], [], '')
  output.result({ message: hostile }, () => '')
  for (const line of written) {
    expect(line).not.toMatch(steering)
    expect(JSON.parse(line)).toEqual({ message: hostile })
  }
})

it('raw data are unchanged in a pipe, and harmless on a terminal', () => {
  const [pipe, terminal] = [outputTo({}), outputTo({ isTTY: true })]
  pipe.output.raw(hostile)
  terminal.output.raw(hostile)
  expect(pipe.written).toEqual([hostile])
  expect(terminal.written.join('')).not.toMatch(steering)
})

it('no way of printing lets text of others steer the terminal or forge a line with other colors than ours', () => {
  const { output, written } = outputTo({ isTTY: true, verbose: true })
  output.result({}, () => `${output.style('bold', 'Ours')} ${hostile}`)
  output.note(hostile)
  output.warn(hostile)
  output.detail(hostile)
  output.error({
    message: hostile,
    errors: { name: [hostile] },
    remedy: hostile,
    requestId: hostile,
    code: 'x',
    exitCode: 1,
  })
  output.list(
    [hostile].map((name) => ({ name })),
    [['Name', ({ name }) => name]],
    '',
  )
  expect(written.join('')).not.toMatch(steering)
  expect(written).toHaveLength(6)
})

it('keeps its own styles', () => {
  const { output, written } = outputTo({ isTTY: true })
  output.result({}, () => '\u001B[32mok\u009B8m\u001B[39m')
  expect(written).toEqual(['\u001B[32mok 8m\u001B[39m\n'])
})
