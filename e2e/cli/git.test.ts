import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGit } from '../../apps/cli/src/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'bugle-git-'))
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim()

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  for (const number of [1, 2, 3]) {
    writeFileSync(join(folder, 'file'), String(number))
    git('add', 'file')
    git('commit', '--quiet', '--message', `Commit ${number}`)
  }
  git('remote', 'add', 'origin', 'https://robot:secret@git.example/shop.git')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('reads commit, branch, remote without secrets, and commits, the newest first', async () => {
  const facts = await readGit(folder)
  expect(facts).toMatchObject({
    commit: git('rev-parse', 'HEAD'),
    ref: 'main',
    repository: 'https://git.example/shop.git',
    commits: [
      { message: 'Commit 3', author_name: 'Ada', author_email: 'ada@example.com' },
      {},
      { message: 'Commit 1' },
    ],
  })
  expect((await readGit(folder, 'HEAD~1')).commits).toMatchObject([{ message: 'Commit 3' }])
  git('tag', 'v1.4.2')
  expect((await readGit(folder)).ref).toBe('v1.4.2')
})

it('explains a folder without a repository', async () => {
  await expect(readGit('/')).rejects.toThrow('no git repository')
})
