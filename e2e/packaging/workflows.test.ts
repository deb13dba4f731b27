import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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

  it('puts the files of both processors together, and refuses a tag, repository or changelog that does not fit', () => {
    const work = mkdtempSync(join(tmpdir(), 'bugle-workflow-'))
    const write = (name: string, text: string) => writeFileSync(join(work, name), text)
    write('package.json', '{ "version": "1.2.3", "repository": { "url": "git+https://github.com/ann/bugle.git" } }')
    write('CHANGELOG.md', '# Changelog\n\n## 1.2.3\n\nNew.\n\n## 1.2.2\n\nOld.\n')
    const sumOf = ([name, text]: readonly [string, string]) =>
      `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
    const common = ['bugle-cli-1.2.3.tgz', 'cli'] as const
    const own = (arch: string) => [`bugle-1.2.3-linux-${arch}.tar.gz`, arch] as const
    for (const arch of ['X64', 'ARM64']) {
      const made = `made/files-${arch}`
      mkdirSync(join(work, made), { recursive: true })
      for (const [name, text] of [common, own(arch)]) write(`${made}/${name}`, text)
      write(`${made}/SHA256SUMS`, sumOf(common) + sumOf(own(arch)))
    }
    const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8'))
    const { run } = jobs.publish.steps.find(({ id }: { id?: string }) => id === 'files')
    write('step.sh', run)
    const step = (env: Record<string, string> = {}) => {
      rmSync(join(work, 'files'), { recursive: true, force: true })
      const given = { GITHUB_REF_NAME: 'v1.2.3', GITHUB_REPOSITORY: 'ann/bugle', GITHUB_OUTPUT: 'output', ...env }
      // As a runner does it.
      const { status, stdout, stderr } = spawnSync('bash', ['-e', 'step.sh'], {
        cwd: work,
        env: { PATH: process.env.PATH, ...given },
        encoding: 'utf8',
      })
      return [status, stdout, stderr]
    }
    expect(step()).toEqual([0, '', ''])
    const files = [own('ARM64'), own('X64'), common]
    expect(readdirSync(join(work, 'files')).sort()).toEqual([...files.map(([name]) => name), 'SHA256SUMS'].sort())
    expect(readFileSync(join(work, 'files/SHA256SUMS'), 'utf8')).toBe(files.map(sumOf).join(''))
    expect(readFileSync(join(work, 'notes.md'), 'utf8')).toBe('\nNew.\n\n')
    expect(readFileSync(join(work, 'output'), 'utf8')).toBe('version=1.2.3\n')

    expect(step({ GITHUB_REF_NAME: 'v1.2.4' })).toEqual([1, 'the tag is not v1.2.3\n', ''])
    expect(step({ GITHUB_REPOSITORY: 'bob/bugle' })).toEqual([
      1,
      'package.json names git+https://github.com/ann/bugle.git\n',
      '',
    ])
    write('CHANGELOG.md', '# Changelog\n\n## 1.2.2\n\nOld.\n')
    expect(step()).toEqual([1, 'CHANGELOG.md has no section for 1.2.3\n', ''])
    write('made/files-X64/bugle-cli-1.2.3.tgz', 'changed')
    expect(step()[0]).toBe(1)
    rmSync(work, { recursive: true })
  })

  it('publishes every package that a release has', async () => {
    const text = readFileSync(join(folder, 'release.yml'), 'utf8')
    const { publishedNames } = await import('../../scripts/build-sdks.mjs')
    const [, listed] = /for name in (server .*); do/.exec(text)!
    expect(listed!.split(' ').sort()).toEqual(['server', 'cli', ...publishedNames].sort())
  })
})
