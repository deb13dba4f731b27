import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChangedTests } from '../../scripts/changed-tests.mjs'

const root = mkdtempSync(join(tmpdir(), 'bugle-changed-'))
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: root, stdio: 'ignore' })
const write = (name: string, text: string) => writeFileSync(join(root, name), text)
const commit = (name: string, text: string) => {
  write(name, text)
  git('add', '--all')
  git('commit', '--quiet', '--message', `Write ${name}`)
}
const found = (base?: string) => findChangedTests(root, base).tests

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  for (const name of ['cart', 'price', 'till']) write(`${name}.test.ts`, `import './${name}.ts'\n`)
  commit('cart.ts', '')
  git('checkout', '--quiet', '-b', 'mine')
  commit('price.ts', '')
  git('checkout', '--quiet', 'main')
  commit('cart.ts', '// changed on the main branch\n')
  git('checkout', '--quiet', 'mine')
})
afterAll(() => rmSync(root, { recursive: true }))

it('changed tests are those of the commits since the branch left the main branch', () => {
  expect(found()).toEqual(['price.test.ts'])
  expect(found('HEAD')).toEqual([])
})

it('changed tests are those of files that are not committed, new ones included', () => {
  write('till.ts', '')
  expect(found('HEAD')).toEqual(['till.test.ts'])
})
