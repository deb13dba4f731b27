import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { actionlint, installGoTool } from '../../scripts/go-tools.mjs'
import { rootPath } from '../../scripts/install.mjs'

const folder = join(rootPath, '.github/workflows')
const names = readdirSync(folder)

describe('the workflows', () => {
  it('have no mistake that actionlint knows', { timeout: 900_000 }, () => {
    const tool = installGoTool(actionlint)
    if ('missing' in tool) throw new Error(tool.missing)
    const lint = (file: string, input?: string) =>
      spawnSync(tool.path, ['-no-color', file], { cwd: rootPath, encoding: 'utf8', input })
    for (const name of names) {
      const { status, stdout } = lint(join(folder, name))
      expect([status, stdout]).toEqual([0, ''])
    }
    const wrong = readFileSync(join(folder, 'release.yml'), 'utf8').replace(
      'steps.image.outputs.digest',
      'steps.picture.outputs.digest',
    )
    expect(lint('-', wrong)).toMatchObject({ status: 1, stdout: expect.stringContaining('"picture" is not defined') })
  })

  it.each(names)('%s runs actions of a commit alone, and only those of GitHub', (name) => {
    const used = [...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (\S+)(.*)$/gm)]
    expect(used.length).toBeGreaterThan(0)
    for (const [, action, version] of used)
      if (action !== './.github/workflows/test.yml') {
        expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
        expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/)
      }
  })

  it('publishes every package that a release has', async () => {
    const text = readFileSync(join(folder, 'release.yml'), 'utf8')
    const { publishedNames } = await import('../../scripts/build-sdks.mjs')
    const [, listed] = /for name in (server .*); do/.exec(text)!
    expect(listed!.split(' ').sort()).toEqual(['server', 'cli', ...publishedNames].sort())
  })
})
