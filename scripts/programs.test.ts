import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { mayInstall } from './programs.mjs'

const terminal = (answer: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = Object.assign(new PassThrough(), { isTTY: true })
  stdin.end(`${answer}\n`)
  return { stdin, stdout, env: {} }
}

it.each([
  ['y', true],
  ['Yes', true],
  ['n', false],
  ['', false],
])('at a terminal, the answer %j means %s', async (answer, expected) => {
  const { stdout, ...rest } = terminal(answer)
  expect(await mayInstall(['chromium'], { ...rest, stdout })).toBe(expected)
  expect(stdout.read().toString()).toContain('Some tests need 1 more Debian packages: chromium.')
})

it('under CI=true, and without a terminal, nobody is asked', async () => {
  expect(await mayInstall(['chromium'], { ...terminal('n'), env: { CI: 'true' } })).toBe(true)
  const piped = { stdin: new PassThrough(), stdout: new PassThrough(), env: {} }
  expect(await mayInstall(['chromium'], piped)).toBe(true)
  expect(piped.stdout.read()).toBeNull()
})
