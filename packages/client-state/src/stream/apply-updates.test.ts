import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { issueKeys } from '../keys/issue-keys.ts'
import type { Key } from '../keys/key.ts'
import { projectKeys } from '../keys/project-keys.ts'
import { applyUpdates } from './apply-updates.ts'

const filter = { projectId: 'prj_1' }
const keys = {
  list: issueKeys.list(filter, '14d'),
  latest: issueKeys.latestPage(filter, '14d'),
  count: issueKeys.count(filter),
  named: issueKeys.detail('iss_1'),
  chart: issueKeys.stats('iss_1', '14d'),
  other: issueKeys.detail('iss_2'),
  comments: issueKeys.activity('iss_1'),
  project: projectKeys.detail('prj_1'),
  waiting: projectKeys.firstEvent('prj_1'),
} satisfies Record<string, Key>

/** Names of the queries that a batch makes stale. */
function staleAfter(batch: { issueIds: string[]; hasUnnamed: boolean }): string[] {
  const client = new QueryClient()
  for (const key of Object.values(keys)) client.setQueryData(key, {})
  applyUpdates(client, { ...batch, issueIds: new Set(batch.issueIds), changedIds: new Set(), arrivals: 0 })
  return Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)!.isInvalidated ? [name] : []))
}

it('refetches counts and the named issues, never the order of a list', () => {
  expect(staleAfter({ issueIds: ['iss_1'], hasUnnamed: false })).toEqual([
    'latest',
    'count',
    'named',
    'chart',
    'comments',
    'project',
    'waiting',
  ])
})

it('refetches every issue where more changed than was named', () => {
  expect(staleAfter({ issueIds: [], hasUnnamed: true })).toContain('other')
})
