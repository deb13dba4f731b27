import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { completionScript } from '../../apps/cli/src/completion.ts'
import { makeProgram } from '../../apps/cli/src/program.ts'

const silent = { write: () => true }
const program = makeProgram({ stdout: silent, stderr: silent }, () => async () => {})

/** Completes the last of these words in bash. */
function complete(...words: string[]): string[] {
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=(bugle ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_bugle
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

it('completes commands, their commands and options in bash', () => {
  expect(complete('iss')).toEqual(['issues'])
  expect(complete('issues', 'res')).toEqual(['resolve'])
  expect(complete('sourcemaps', 'upload', '--url-p')).toEqual(['--url-prefix'])
  expect(complete('sourcemaps', 'upload', 'dist', '--wa')).toEqual([])
  expect(complete('sourcemaps', 'upload', 'dist', '--rel')).toEqual(['--release'])
  expect(complete('--json', 'projects', 'list', '--qui')).toEqual(['--quiet'])
})
