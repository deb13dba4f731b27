import { ignore } from '@bugle/presentation/issue-actions'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { issueKeys } from '../keys/issue-keys.ts'
import type { Issue } from '../queries/issues.ts'
import { issueWith, pageOf } from '../testing/issues.ts'
import { Refused, stubbedApi, stubServer } from '../testing/stub-server.ts'
import { createToasts } from '../toasts.ts'
import { changeMatching } from './change-matching.ts'
import { deleteIssues } from './delete-issues.ts'
import type { ChangeDeps } from './deps.ts'
import { largestFirst, mergeIssues, unmergeIssue } from './merge-issues.ts'
import { runMutation } from './run-mutation.ts'

const issues = ['iss_1', 'iss_2', 'iss_3'].map((id, index) => issueWith({ id, count: index * 10 }))
const list = issueKeys.list({ projectId: 'prj_1' }, '14d')

let client: QueryClient
let toasts: ReturnType<typeof createToasts>
let deps: ChangeDeps

beforeEach(() => {
  client = new QueryClient()
  toasts = createToasts({ maxShown: 3 })
  deps = { api: () => stubbedApi, toasts, reasonOf: (error) => (error as Error).message }
  client.setQueryData(list, { pages: [pageOf(issues)], pageParams: [undefined] })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const listed = () =>
  client.getQueryData<{ pages: { issues: Issue[] }[] }>(list)!.pages.flatMap((page) => page.issues.map(({ id }) => id))
const lastToast = () => toasts.shown.get().at(-1)

it('changes everything that matches by its search, without the order that the API does not take', async () => {
  let sent: unknown
  const requests = stubServer({
    'POST /api/issues/bulk': (_, body) => {
      sent = body
      return { updated_count: 58, failed: [], undo_id: 'und_1' }
    },
    'POST /api/undo/und_1': () => ({ issues: [] }),
  })
  const filter = { projectId: 'prj_1', query: 'boom', level: 'error', status: 'ignored', sort: 'users' } as const
  await runMutation(client, changeMatching(deps), { matching: { filter, count: 60 }, action: ignore })
  expect(sent).toEqual({
    query: 'boom',
    level: 'error',
    status: 'ignored',
    project_id: 'prj_1',
    expected_count: 60,
    in_portions: true,
    patch: ignore.change,
  })
  expect(lastToast()?.text).toBe('Ignored 58 issues')
  toasts.undoStep()
  await vi.waitFor(() => expect(requests).toContain('POST /api/undo/und_1'))
})

it('says why everything that matches was not changed', async () => {
  stubServer({
    'POST /api/issues/bulk': () => {
      throw new Refused(409, 'count_mismatch', 'There are 70 now.')
    },
  })
  const matching = { filter: { projectId: undefined }, count: 60 }
  await runMutation(client, changeMatching(deps), { matching, action: ignore }).catch(() => {})
  expect(lastToast()).toMatchObject({ text: 'Nothing was changed. There are 70 now.', isFailure: true })
})

it('merges a selection into the issue with the most events', async () => {
  let sent: unknown
  stubServer({
    'POST /api/issues/iss_3/merge': (_, body) => {
      sent = body
      return { issue: issues[2], undo_id: 'und_1' }
    },
  })
  await runMutation(client, mergeIssues(deps), largestFirst(issues))
  expect(sent).toEqual({ ids: ['iss_2', 'iss_1'] })
  expect(lastToast()).toMatchObject({ text: 'Merged 3 issues into ISS_3', action: { label: 'Undo' } })
})

it('names the issues that were split off', async () => {
  stubServer({
    'POST /api/issues/iss_1/unmerge': () => ({
      issue: issues[0],
      unmerged: [issueWith({ id: 'iss_9' })],
      undo_id: 'u',
    }),
  })
  await runMutation(client, unmergeIssue(deps), { issue: issues[0]!, fingerprints: ['f'] })
  expect(lastToast()?.text).toBe('Unmerged ISS_9 from ISS_1')
})

it('deletes the others of a selection although one is gone already, and stops at a refusal', async () => {
  const gone = () => {
    throw new Refused(404, 'not_found', 'Gone.')
  }
  const requests = stubServer({
    'DELETE /api/issues/iss_1': gone,
    'DELETE /api/issues/iss_2': () => ({}),
    'DELETE /api/issues/iss_3': () => {
      throw new Refused(403, 'forbidden', 'Not yours.')
    },
  })
  await runMutation(client, deleteIssues(deps), issues).catch(() => {})
  expect(requests).toHaveLength(3)
  expect(listed()).toEqual(['iss_3'])
  expect(lastToast()).toBeUndefined()
  await runMutation(client, deleteIssues(deps), issues.slice(0, 2))
  expect(lastToast()?.text).toBe('Deleted 2 issues')
})

it('changes more than one request takes in portions, says how far it is, and undoes all of them', async () => {
  const afters: unknown[] = []
  const said: (string | undefined)[] = []
  const requests = stubServer({
    'POST /api/issues/bulk': (_, body) => {
      const { after } = body as { after?: string }
      afters.push(after)
      said.push(toasts.shown.get().at(-1)?.text)
      const isLast = after === 'iss_b'
      return {
        updated_count: 10,
        failed: [],
        undo_id: `und_${afters.length}`,
        next_after: isLast ? null : after ? 'iss_b' : 'iss_a',
      }
    },
    'POST /api/undo/und_1': () => ({ issues: [] }),
    'POST /api/undo/und_2': () => ({ issues: [] }),
    'POST /api/undo/und_3': () => ({ issues: [] }),
  })
  const matching = { filter: { projectId: undefined }, count: 30 }
  await runMutation(client, changeMatching(deps), { matching, action: ignore })
  expect(afters).toEqual([undefined, 'iss_a', 'iss_b'])
  expect(said).toEqual([undefined, 'Ignored 10 issues so far, of 30', 'Ignored 20 issues so far, of 30'])
  expect(toasts.shown.get().map(({ text }) => text)).toEqual(['Ignored 30 issues'])
  toasts.undoStep()
  await vi.waitFor(() => expect(requests.slice(3)).toHaveLength(3))
  expect(requests.slice(3)).toEqual(['POST /api/undo/und_3', 'POST /api/undo/und_2', 'POST /api/undo/und_1'])
})

it('keeps the portions that were changed before one was refused, with their undo and the reason', async () => {
  let sent = 0
  stubServer({
    'POST /api/issues/bulk': () => {
      sent += 1
      if (sent === 2) throw new Refused(409, 'conflict', 'Being merged.')
      return { updated_count: 10, failed: [], undo_id: 'und_1', next_after: 'iss_a' }
    },
  })
  const matching = { filter: { projectId: undefined }, count: 30 }
  await runMutation(client, changeMatching(deps), { matching, action: ignore })
  expect(lastToast()).toMatchObject({
    text: 'Ignored 10 issues. The others were not changed. Being merged.',
    action: { label: 'Undo' },
  })
})
