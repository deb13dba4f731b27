import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { accountKeys } from './account-keys.ts'
import { artifactKeys } from './artifact-keys.ts'
import { eventKeys } from './event-keys.ts'
import { healthKeys } from './health-keys.ts'
import { issueKeys } from './issue-keys.ts'
import { operatorKeys } from './operator-keys.ts'
import { organizationKeys } from './organization-keys.ts'
import { projectKeys } from './project-keys.ts'
import { releaseKeys } from './release-keys.ts'

const areas = [
  issueKeys,
  eventKeys,
  projectKeys,
  releaseKeys,
  artifactKeys,
  healthKeys,
  organizationKeys,
  accountKeys,
  operatorKeys,
]

it('are made by their factories alone: others do not compile', () => {
  // @ts-expect-error a key of one's own
  queryOptions({ queryKey: ['issues'], queryFn: () => null })
  // @ts-expect-error a key of one's own, to make another's data stale
  void new QueryClient().invalidateQueries({ queryKey: ['issues'] })
  // @ts-expect-error a key that extends another
  void new QueryClient().invalidateQueries({ queryKey: [...issueKeys.lists, 'all'] })
})

it('differ from question to question', () => {
  const keys = areas.flatMap((area) =>
    Object.values(area as Record<string, unknown>).map((made) =>
      JSON.stringify(typeof made === 'function' ? made('a', 'b', 'c') : made),
    ),
  )
  expect(new Set(keys).size).toBe(keys.length)
})
