import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, describe, expect, it } from 'vitest'
import { openStage } from '../sdks/stage.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-served', 'com.example.shop')
const terminal = new Terminal()
afterAll(() => terminal.remove())

const distOf = (folder: string) => fileURLToPath(new URL(`../../${folder}/dist`, import.meta.url))
const maxBytes = 1_000_000

describe('a server provides', () => {
  it('the command line, which npm installs from its URL without anything else', async () => {
    const url = `${stage.server.url}/sdk/npm/bugle-cli.tgz` as const
    const packed = await (await fetch(url)).arrayBuffer()
    expect(packed.byteLength).toBeLessThan(maxBytes)
    writeFileSync(join(terminal.directory, 'package.json'), '{}')
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', `--cache=${join(terminal.home, 'cache')}`]
    execFileSync('npm', ['install', ...flags, url], { cwd: terminal.directory, stdio: 'pipe' })
    const installed = join(terminal.directory, 'node_modules/.bin/bugle')
    const { version } = JSON.parse(readFileSync(join(distOf('apps/cli'), 'package.json'), 'utf8'))
    expect(execFileSync(installed, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
    expect(execFileSync(installed, ['completion', 'bash'], { encoding: 'utf8' })).toContain(
      'complete -o default -F _bugle bugle',
    )
  })

  it.each(['apps/cli', 'sdks/javascript/bundler'])('the package of %s as publint wants it', async (folder) => {
    const { messages } = await publint({ pkgDir: distOf(folder), strict: true, pack: 'npm' })
    expect(messages).toEqual([])
  })
})
