import { expect, it } from 'vitest'
import { npxCommand } from './run-npx.ts'

it('runs npx, and on Windows the program behind its batch file', () => {
  expect(npxCommand('linux', '/usr/bin/node')).toEqual(['npx'])
  expect(npxCommand('darwin', '/opt/homebrew/bin/node')).toEqual(['npx'])
  expect(npxCommand('win32', 'C:\\Program Files\\nodejs\\node.exe')).toEqual([
    'C:\\Program Files\\nodejs\\node.exe',
    'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npx-cli.js',
  ])
})
