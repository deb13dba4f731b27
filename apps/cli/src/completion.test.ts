import { expect, it } from 'vitest'
import { completionScript } from './completion.ts'
import { makeProgram } from './program.ts'

const silent = { write: () => true }
const program = makeProgram({ stdout: silent, stderr: silent }, () => async () => {})

it.each(['zsh', 'fish'] as const)('names every command for %s', (shell) => {
  const script = completionScript(program, shell)
  for (const command of program.commands) expect(script).toContain(command.name())
  expect(script).toContain('url-prefix')
})
