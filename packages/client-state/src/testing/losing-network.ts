import type { Schemas } from '@bugle/api-client'
import { vi } from 'vitest'
import { issueWith } from './issues.ts'

/** The fate of a request on the way to the server, or on the way back. */
export type Loss =
  | 'reset'
  | 'swallowed'
  | 'answer reset'
  | 'answer swallowed'
  | 'portal page'
  | 'portal refusal'
  | 'starting'
  | 'too many'
  | 'broken'

/** Losses by time, from the first request of the test; the requests after them arrive. */
export interface LossPlan {
  loss: Loss
  /** How long it lasts; without it as many requests as `requests` says. */
  ms?: number
  requests?: number
}

const never = new Promise<never>(() => {})

/**
 * A network that loses requests by plan, and the server behind it: it keeps statuses, assignees, history and comments, and knows what
 * it is sent twice.
 */
export function losingNetwork(ids: readonly string[]) {
  const issues = new Map(ids.map((id) => [id, issueWith({ id })]))
  /** Changes of issues as their history has them. */
  const history: string[] = []
  const comments: { by: { id: string }; text: string }[] = []
  const undos = new Map<string, [Schemas['Issue'], ...Schemas['Issue'][]]>()
  let plan: (LossPlan & { startedAt: number; seen: number }) | undefined

  const change = (changed: readonly string[], patch: object, key: string | null) => {
    const undoId = `und_${key ?? history.length}`
    if (undos.has(undoId)) return undoId
    undos.set(undoId, changed.map((id) => issues.get(id)!) as [Schemas['Issue']])
    for (const id of changed) {
      const { assignee_id, ...rest } = patch as { assignee_id?: string | null }
      const assignee = assignee_id == null ? {} : { assignee: { id: assignee_id, name: 'Ada', kind: 'user' } }
      issues.set(id, { ...issues.get(id)!, ...(rest as object), ...assignee } as Schemas['Issue'])
      history.push(`${id} ${JSON.stringify(patch)}`)
    }
    return undoId
  }

  const answer = (
    name: string,
    body: { ids?: string[]; patch?: object; text?: string },
    key: string | null,
  ): object => {
    const [, issueId = ''] = /^\w+ \/api\/issues\/(iss_\w+)/.exec(name) ?? []
    if (name === 'GET /readyz') return { status: 'ready' }
    if (name === 'POST /api/issues/bulk') {
      const undo_id = change(body.ids!, body.patch!, key)
      return { updated_count: body.ids!.length, failed: [], undo_id }
    }
    if (name.startsWith('POST /api/undo/')) {
      const before = undos.get(name.slice('POST /api/undo/'.length))!
      for (const issue of before) issues.set(issue.id, issue)
      history.push('undo')
      return { issues: before }
    }
    if (name === `GET /api/issues/${issueId}`) return { issue: issues.get(issueId) }
    if (name === `PATCH /api/issues/${issueId}`) {
      const undo_id = change([issueId], body, key)
      return { issue: issues.get(issueId), undo_id }
    }
    if (name === `GET /api/issues/${issueId}/comments`) return { comments }
    if (name !== `POST /api/issues/${issueId}/comments`) throw new Error(`no answer to ${name}`)
    comments.push({ by: { id: 'usr_1' }, text: body.text! })
    return {}
  }

  const lossOf = (isChange: boolean): Loss | undefined => {
    if (plan === undefined) return undefined
    const { ms, requests = 0, startedAt, loss } = plan
    // An answer that is lost is one to a change.
    if (loss.startsWith('answer') && !isChange) return undefined
    plan.seen += 1
    const isOn = ms === undefined ? plan.seen <= requests : Date.now() < startedAt + ms
    return isOn ? loss : undefined
  }

  vi.stubGlobal('fetch', async (request: Request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`
    const loss = lossOf(request.method !== 'GET')
    const text = await request.text()
    const respond = () =>
      Response.json(answer(name, text === '' ? {} : JSON.parse(text), request.headers.get('idempotency-key')))
    const refuse = (status: number, code: string, headers?: Record<string, string>) =>
      Response.json({ code, message: 'No.', errors: {} }, { status, ...(headers && { headers }) })
    const page = (status: number) =>
      new Response('<h1>Accept the terms</h1>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    switch (loss) {
      case undefined:
        return respond()
      case 'reset':
        throw new TypeError('Failed to fetch')
      case 'swallowed':
        return never
      case 'answer reset':
        respond()
        throw new TypeError('Failed to fetch')
      case 'answer swallowed':
        respond()
        return never
      case 'portal page':
        return page(200)
      case 'portal refusal':
        return page(511)
      case 'starting':
        return refuse(503, 'unavailable', { 'retry-after': '5' })
      case 'too many':
        return name === 'GET /readyz' ? respond() : refuse(429, 'rate_limited', { 'retry-after': '4' })
      case 'broken':
        return name === 'GET /readyz' ? respond() : refuse(500, 'internal')
    }
  })

  return {
    issues,
    history,
    comments,
    lose: (next: LossPlan) => {
      plan = { ...next, startedAt: Date.now(), seen: 0 }
    },
  }
}
