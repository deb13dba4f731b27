import type { GroupingPreview } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { anEvent, digested, newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const ann = await newReporter(server)
const stack = `PaymentError: declined
    at declined (/app/src/payment.js:1:1)
    at Cart.pay (/app/src/cart.js:10:5)
    at Layer.handle (/app/node_modules/express/lib/layer.js:95:5)`
const aPayment = { exception_type: 'PaymentError', message: 'declined', stack }

async function preview(change: Record<string, unknown> = {}): Promise<GroupingPreview> {
  const path = `/api/projects/${ann.project.id}/grouping/preview` as const
  const { status, body } = await ann.session.raw<GroupingPreview>('POST', path, { body: anEvent(change) })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

it('predicts an event’s issue, with the reason, and stores nothing', async () => {
  const before = await preview(aPayment)
  expect(before).toMatchObject({
    issue_exists: false,
    grouping: {
      version: 1,
      reason: 'frames',
      components: ['type:PaymentError', 'frame:src/payment.js#declined', 'frame:src/cart.js#pay'],
      dropped: [{ part: 'Layer.handle in /app/node_modules/express/lib/layer.js', why: 'not the customer’s code' }],
    },
  })
  expect(await preview(aPayment)).toEqual(before)
  const { body } = await ann.session.request('GET', `/api/projects/${ann.project.id}/issues`)
  expect(body.issues).toEqual([])

  const { event_id, issue_id } = await ann.report(aPayment)
  expect(issue_id).toBe(before.issue_id)
  const issue = await ann.readIssue((await ann.readEvent(event_id)).issue_id)
  expect(issue).toMatchObject({ count: 1, fingerprint: before.fingerprint, grouping: before.grouping })
  expect(await preview(aPayment)).toEqual({ ...before, issue_exists: true })
})

it('finds the issue of an event acknowledged a moment ago', async () => {
  const change = { exception_type: 'JustNow' }
  const { issue_id } = await ann.report(change)
  // The server waits for two seconds.
  await until(
    () => preview(change),
    (seen) => seen.issue_exists,
  )
  expect(await preview(change)).toMatchObject({ issue_id, issue_exists: true })
})

it('names the remaining issue after a merge, and the event’s own after an unmerge', async () => {
  const [kept, taken] = [{ exception_type: 'Kept' }, { exception_type: 'Taken' }]
  const [{ issue_id: survivor }, { issue_id: merged }] = [await ann.report(kept), await ann.report(taken)]
  await digested(server)
  await ann.session.request('POST', `/api/issues/${survivor}/merge`, { body: { ids: [merged] } })
  const { fingerprint, ...there } = await preview(taken)
  expect(there).toMatchObject({ issue_id: survivor, issue_exists: true })
  await ann.session.request('POST', `/api/issues/${survivor}/unmerge`, { body: { fingerprints: [fingerprint] } })
  expect(await preview(taken)).toMatchObject({ issue_id: merged, issue_exists: true })
})

it('shows a custom fingerprint as the deciding reason', async () => {
  const { grouping } = await preview({ ...aPayment, fingerprint: ['{{ default }}', 'tenant-7'] })
  expect(grouping).toMatchObject({ reason: 'custom', components: expect.arrayContaining(['=tenant-7']) })
})

it('keeps every digit of integers beyond 2^53, as ingest does', async () => {
  const path = `/api/projects/${ann.project.id}/grouping/preview` as const
  const componentsOf = async (id: string) => {
    const rawBody = JSON.stringify(anEvent({ fingerprint: ['#id'], user: { id: '#id' } })).replaceAll('"#id"', id)
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await ann.session.raw<GroupingPreview>('POST', path, { rawBody, headers })
    expect([id, status, body]).toEqual([id, 200, expect.anything()])
    return body.grouping.components
  }
  for (const id of ['261733281341374469', '261733281341374471'])
    expect(await componentsOf(id)).toEqual(expect.arrayContaining([`=${id}`]))
})

it('refuses an event like ingest does', async () => {
  const path = `/api/projects/${ann.project.id}/grouping/preview` as const
  const { status, code, errors } = await ann.session.raw('POST', path, { body: { ...anEvent(), message: 7 } })
  expect([status, code, Object.keys(errors!)]).toEqual([400, 'invalid_payload', ['message']])
  const long = anEvent({ extra: { text: 'x'.repeat(900_000) } })
  expect((await ann.session.raw('POST', path, { body: long })).status).toBe(200)
})

it('reveals nothing to a stranger', async () => {
  const eve = await newReporter(server)
  const path = `/api/projects/${ann.project.id}/grouping/preview` as const
  const { status, code } = await eve.session.raw('POST', path, { body: anEvent(aPayment) })
  expect([status, code]).toEqual([404, 'not_found'])
})
