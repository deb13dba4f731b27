// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AlertRule, Channel } from './alert-queries.ts'
import { Alerts } from './alerts.tsx'
import type { Organization } from './queries.ts'

const channel: Channel = {
  id: 'chn_1',
  kind: 'slack',
  name: '#ops',
  host: 'hooks.slack.com',
  state: 'broken',
  failure: 'The webhook was removed.',
  quiet_hours: null,
  delivered_at: null,
  created_at: '2026-11-27T09:00:00.000Z',
}
const rule: AlertRule = {
  id: 'rul_1',
  name: 'Fatal',
  is_enabled: true,
  project_ids: null,
  triggers: ['issue.events'],
  threshold: { count: 50, minutes: 5 },
  condition: 'level:fatal',
  channel_ids: ['chn_1'],
  is_urgent: false,
  notifies_recovery: false,
  muted_until: null,
  created_at: '2026-11-27T09:00:00.000Z',
}

const sent: { request: string; body: unknown }[] = []

beforeEach(() => {
  sent.length = 0
  const respond = async (asked: Request) => {
    const { pathname } = new URL(asked.url)
    if (asked.method !== 'GET')
      sent.push({ request: `${asked.method} ${pathname}`, body: JSON.parse((await asked.text()) || 'null') })
    return Response.json({ channels: [channel], rules: [rule], channel, rule, secret: null })
  }
  vi.stubGlobal('fetch', vi.fn(respond))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(role: Organization['role']) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Alerts organization={{ id: 'org_1', role } as Organization} />
    </QueryClientProvider>,
  )
}

it('says what each rule sends where, and what is wrong with a channel', async () => {
  show('viewer')
  await screen.findByText(/at least 50 in 5 min/)
  expect(screen.getByText(/→ #ops/)).toBeDefined()
  expect(screen.getByText(/The webhook was removed/).textContent).toContain('Takes no messages any more.')
  expect(screen.queryByRole('button')).toBeNull()
})

it('mutes a rule for an hour', async () => {
  show('admin')
  fireEvent.click(await screen.findByRole('button', { name: 'Mute for an hour' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.request).toBe('PATCH /api/organizations/org_1/alert-rules/rul_1')
  const { muted_until } = sent[0]!.body as { muted_until: string }
  expect(Math.round((Date.parse(muted_until) - Date.now()) / 60_000)).toBe(60)
})

it('creates a channel with the fields of its service', async () => {
  show('owner')
  fireEvent.change(await screen.findByLabelText('Service'), { target: { value: 'gotify' } })
  const names = screen.getAllByLabelText('Name')
  fireEvent.change(names[0]!, { target: { value: 'Phone' } })
  fireEvent.change(screen.getByLabelText('url'), { target: { value: 'https://gotify.example.com' } })
  fireEvent.change(screen.getByLabelText('token'), { target: { value: 'abc' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add a channel' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    request: 'POST /api/organizations/org_1/channels',
    body: { kind: 'gotify', name: 'Phone', config: { url: 'https://gotify.example.com', token: 'abc' } },
  })
})

it('deletes a rule after a question', async () => {
  show('admin')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Fatal' }))
  expect(sent).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Delete Fatal' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Fatal' }))
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toEqual(['DELETE /api/organizations/org_1/alert-rules/rul_1']),
  )
})
