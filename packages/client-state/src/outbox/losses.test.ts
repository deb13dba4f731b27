import { createApiClient } from '@bugle/api-client'
import { type Action, assign, ignore, reopen, resolve, snoozeForDay } from '@bugle/presentation/issue-actions'
import type { QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeredFetch } from '../answered-fetch.ts'
import { askUntilThere } from '../ask-until-there.ts'
import { changeIssues } from '../changes/change-issues.ts'
import { runMutation } from '../changes/run-mutation.ts'
import { createConnection } from '../connection.ts'
import { issueKeys } from '../keys/issue-keys.ts'
import { createQueryClient } from '../query-client.ts'
import { issueWith } from '../testing/issues.ts'
import { type Loss, type LossPlan, losingNetwork } from '../testing/losing-network.ts'
import { memoryStorage } from '../testing/storage.ts'
import { createToasts } from '../toasts.ts'
import { createOutbox, type Outbox } from './outbox.ts'

// Decisions on a network that loses requests, as the mobile app makes them: each is sent once, soon after the way is back, or it says
// that it is not.

const issues = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id }))

const reasonOf = (error: unknown) => (error as Error).message

let network: ReturnType<typeof losingNetwork>
let client: QueryClient
let outbox: Outbox
let toasts: ReturnType<typeof createToasts>
let stop: () => void
let act: (decision: Parameters<typeof runMutation>[2]) => void

function start(): void {
  network = losingNetwork(issues.map(({ id }) => id))
  const connection = createConnection()
  client = createQueryClient({ networkMode: 'always', queries: {} })
  const send = answeredFetch(connection)
  const apiClient = createApiClient({ baseUrl: 'http://bugle.example', fetch: (request) => send(request) })
  const api = () => apiClient
  toasts = createToasts({ maxShown: 10 })
  outbox = createOutbox({
    api,
    client,
    connection,
    storage: memoryStorage(),
    toasts,
    reasonOf,
    userId: () => 'usr_1',
    copy: () => {},
  })
  outbox.open('owner')
  stop = askUntilThere({
    connection,
    ask: () =>
      send(new Request('http://bugle.example/readyz'), 3000).then(
        () => {},
        () => {},
      ),
    onBack: () => {},
  })
  const changing = changeIssues({ api, toasts, reasonOf, outbox, refetchesLists: true })
  act = (decision) => void runMutation(client, changing, decision as never).catch(() => {})
}

beforeEach(() => {
  vi.useFakeTimers()
  start()
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const texts = () => toasts.shown.get().map(({ text }) => text)
const failures = () => toasts.shown.get().filter(({ isFailure }) => isFailure === true)

/** Decisions, and whether the server has each exactly once. */
const decisions: Record<string, { run: () => void; isThere: () => unknown; expected: unknown }> = {
  'resolves an issue': {
    run: () => act({ issues: [issues[0]!], action: resolve }),
    isThere: () => [network.issues.get('iss_1')!.status, network.history.length],
    expected: ['resolved', 1],
  },
  'snoozes several': {
    run: () => act({ issues, action: snoozeForDay(Date.now()) }),
    isThere: () => [[...network.issues.values()].map(({ status }) => status), network.history.length],
    expected: [['snoozed', 'snoozed', 'snoozed'], 3],
  },
  'assigns an issue': {
    run: () => act({ issues: [issues[0]!], action: assign({ id: 'usr_1', name: 'Ada' }) }),
    isThere: () => [network.issues.get('iss_1')!.assignee?.id, network.history.length],
    expected: ['usr_1', 1],
  },
  'writes a comment': {
    // The form keeps what was refused, and says why.
    run: () => {
      const comment = { issueId: 'iss_1', shortId: 'A-1', text: 'from the train' }
      const run = (): Promise<void> =>
        outbox.comment(comment).catch((error) => {
          toasts.showToast({ text: reasonOf(error), isFailure: true, action: { label: 'Send', run: () => void run() } })
        })
      void run()
    },
    isThere: () => network.comments.map(({ text }) => text),
    expected: ['from the train'],
  },
}

/** Losses, and how long after the decision the way is back. */
const losses: Record<string, { plan: LossPlan; backAfterMs: number }> = {
  'one request': { plan: { loss: 'reset', requests: 1 }, backAfterMs: 0 },
  '2 s': { plan: { loss: 'reset', ms: 2000 }, backAfterMs: 2000 },
  '20 s': { plan: { loss: 'reset', ms: 8_000 }, backAfterMs: 20_000 },
  '10 minutes': { plan: { loss: 'reset', ms: 600_000 }, backAfterMs: 600_000 },
  '20 s of a network that swallows requests': { plan: { loss: 'swallowed', ms: 8_000 }, backAfterMs: 20_000 },
  'a server that restarts': { plan: { loss: 'starting', ms: 8000 }, backAfterMs: 8000 },
  'an answer after the commit': { plan: { loss: 'answer reset', requests: 1 }, backAfterMs: 0 },
  'two answers that are swallowed': { plan: { loss: 'answer swallowed', requests: 2 }, backAfterMs: 10_000 },
  'too many requests': { plan: { loss: 'too many', ms: 3000 }, backAfterMs: 4000 },
  "30 s of a network's own page": { plan: { loss: 'portal page', ms: 30_000 }, backAfterMs: 30_000 },
  "30 s of a network's own refusal": { plan: { loss: 'portal refusal', ms: 30_000 }, backAfterMs: 30_000 },
}

describe.each(Object.entries(decisions))('%s', (_, { run, isThere, expected }) => {
  it.each(Object.entries(losses))('once, after the loss of %s', async (__, { plan, backAfterMs }) => {
    network.lose(plan)
    run()
    await vi.advanceTimersByTimeAsync(backAfterMs + 5000)
    expect({ there: isThere(), waiting: outbox.waiting.get(), failures: failures() }).toEqual({
      there: expected,
      waiting: [],
      failures: [],
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isThere()).toEqual(expected)
  })

  it('or says that it is not, with another attempt, where the server is broken', async () => {
    network.lose({ loss: 'broken', requests: 1 })
    run()
    await vi.advanceTimersByTimeAsync(5000)
    toasts.runAction(failures()[0]!)
    await vi.advanceTimersByTimeAsync(5000)
    expect(isThere()).toEqual(expected)
  })
})

it('sends what was decided while an earlier decision waited, in order', async () => {
  network.lose({ loss: 'reset', ms: 8_000 })
  act({ issues: [issues[0]!], action: resolve })
  await vi.advanceTimersByTimeAsync(3000)
  act({ issues: [issues[1]!], action: resolve })
  await vi.advanceTimersByTimeAsync(22_000)
  expect(network.history.map((one) => one.slice(0, 5))).toEqual(['iss_1', 'iss_2'])
  expect(outbox.waiting.get()).toEqual([])
})

it('sends what is kept just after the response that shows that the server is there', async () => {
  // Both attempts are lost; between them and the outbox another request is answered.
  network.lose({ loss: 'reset', requests: 2 })
  act({ issues: [issues[0]!], action: resolve })
  await vi.advanceTimersByTimeAsync(0)
  await fetch(new Request('http://bugle.example/readyz'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(network.issues.get('iss_1')!.status).toBe('resolved')
})

describe('undo of a decision that waited', () => {
  const undoLast = () => toasts.undoStep()

  it.each([
    ['before it was sent', 1000, 0],
    ['after it was sent', 8000, 2],
  ])('%s leaves the issue as it was', async (_, afterMs, changes) => {
    network.lose({ loss: 'reset', ms: 4000 })
    client.setQueryData(issueKeys.detail('iss_1'), { issue: issues[0]! })
    act({ issues: [issues[0]!], action: resolve })
    await vi.advanceTimersByTimeAsync(afterMs)
    expect(texts()).toEqual(['Resolved ISS_1. It will be sent when the server responds.'])
    undoLast()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(network.issues.get('iss_1')!.status).toBe('unresolved')
    expect(network.history).toHaveLength(changes)
    expect(client.getQueryData<{ issue: { status: string } }>(issueKeys.detail('iss_1'))!.issue.status).toBe(
      'unresolved',
    )
  })

  it('decides the contrary where the server may have it', async () => {
    network.lose({ loss: 'answer reset', ms: 10_000 })
    act({ issues: [issues[0]!], action: resolve })
    await vi.advanceTimersByTimeAsync(500)
    expect(network.issues.get('iss_1')!.status).toBe('resolved')
    undoLast()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(network.issues.get('iss_1')!.status).toBe('unresolved')
    expect(outbox.waiting.get()).toEqual([])
  })
})

type Step =
  | { kind: 'decide'; issue: number; action: Action }
  | { kind: 'wait'; ms: number }
  | { kind: 'lose'; plan: LossPlan }
  | { kind: 'undo' }

const anyLoss = fc.constantFrom<Loss>(
  'reset',
  'swallowed',
  'answer reset',
  'answer swallowed',
  'portal page',
  'portal refusal',
  'starting',
  'too many',
)
const anyPlan = fc.oneof(
  fc.record({ loss: anyLoss, requests: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ loss: anyLoss, ms: fc.integer({ min: 1, max: 40_000 }) }),
)
const anyStep = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({
    kind: fc.constant('decide' as const),
    issue: fc.integer({ min: 0, max: 2 }),
    action: fc.constantFrom(resolve, ignore, reopen, snoozeForDay(0)),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 15_000 }) }),
  fc.record({ kind: fc.constant('lose' as const), plan: anyPlan }),
  fc.constant({ kind: 'undo' as const }),
)

const decide = (issue: number, action: Action): Step => ({ kind: 'decide', issue, action })
const undoLast: Step = { kind: 'undo' }

const decidedAgainWhileTakenBack: Step[] = [
  { kind: 'lose', plan: { loss: 'reset', ms: 1 } },
  decide(2, resolve),
  { kind: 'lose', plan: { loss: 'answer swallowed', requests: 1 } },
  { kind: 'wait', ms: 1000 },
  undoLast,
  decide(2, resolve),
  { kind: 'lose', plan: { loss: 'reset', requests: 1 } },
]
const undoneBehindWhatIsTakenBack: Step[] = [
  decide(0, ignore),
  { kind: 'lose', plan: { loss: 'reset', requests: 3 } },
  decide(0, reopen),
  undoLast,
  { kind: 'wait', ms: 1000 },
  undoLast,
]
const undoneTwiceWhileUnderWay: Step[] = [
  { kind: 'lose', plan: { loss: 'swallowed', ms: 5001 } },
  decide(1, ignore),
  decide(1, resolve),
  undoLast,
  { kind: 'wait', ms: 5000 },
  undoLast,
]

it('has sent what it shows, or says that it has not, whatever is lost in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
      stop()
      client.clear()
      start()
      for (const issue of issues) client.setQueryData(issueKeys.detail(issue.id), { issue })
      const shownIssue = (id: string) => client.getQueryData<{ issue: (typeof issues)[0] }>(issueKeys.detail(id))!.issue
      const wanted = new Map<string, string>(issues.map(({ id, status }) => [id, status]))
      const undoable: { id: string; before: string }[] = []
      for (const step of steps) {
        if (step.kind === 'wait') await vi.advanceTimersByTimeAsync(step.ms)
        else if (step.kind === 'lose') network.lose(step.plan)
        else if (step.kind === 'undo') {
          const last = undoable.pop()
          if (last === undefined) continue
          toasts.undoStep()
          wanted.set(last.id, last.before)
          await vi.advanceTimersByTimeAsync(0)
        } else {
          const issue = shownIssue(issues[step.issue]!.id)
          const { status } = step.action.change
          // The screen offers what changes something.
          if (issue.status === status) continue
          undoable.push({ id: issue.id, before: wanted.get(issue.id)! })
          act({ issues: [issue], action: step.action })
          wanted.set(issue.id, status!)
          await vi.advanceTimersByTimeAsync(0)
        }
      }
      network.lose({ loss: 'reset', requests: 0 })
      await vi.advanceTimersByTimeAsync(120_000)
      expect(outbox.waiting.get()).toEqual([])
      const told = failures().map(({ text }) => text)
      for (const { id, short_id } of issues) {
        if (told.some((text) => text.includes(short_id))) continue
        expect([id, network.issues.get(id)!.status]).toEqual([id, wanted.get(id)])
        // A stale issue is read again by the screen that shows it.
        const isStale = client.getQueryState(issueKeys.detail(id))!.isInvalidated
        if (!isStale) expect([id, shownIssue(id).status]).toEqual([id, wanted.get(id)])
      }
    }),
    {
      numRuns: 150,
      examples: [[decidedAgainWhileTakenBack], [undoneBehindWhatIsTakenBack], [undoneTwiceWhileUnderWay]],
    },
  )
})
