import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootPath } from '../install.mjs'

// Whoever publishes from another repository changes package.json, and this test lists the rest: a chart or a page that named the former
// one would bring users somebody else's image.
it('is the one of package.json wherever its address or its image is named', () => {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8'))
  const [, own] = /^git\+https:\/\/github\.com\/([\w-]+\/[\w-]+)\.git$/.exec(repository.url) ?? []
  expect(own).toBeDefined()
  expect([homepage, bugs.url]).toEqual([`https://github.com/${own}#readme`, `https://github.com/${own}/issues`])
  const pattern = '(github\\.com|ghcr\\.io)/[A-Za-z0-9-]+/bugle($|[^A-Za-z0-9_-])|--repo [A-Za-z0-9-]+/bugle'
  const found = execFileSync('git', ['grep', '-nIEo', pattern, '--', ':!*.test.ts'], {
    cwd: rootPath,
    encoding: 'utf8',
  })
  const places = found.trim().split('\n')
  expect(places.length).toBeGreaterThan(30)
  expect(places.filter((place) => !place.includes(`/${own}`) && !place.includes(`--repo ${own}`))).toEqual([])
})
