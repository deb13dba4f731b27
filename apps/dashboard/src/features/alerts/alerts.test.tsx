import type { Role } from '@bugle/protocol/vocabulary'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Alerts } from './alerts.tsx'
import type { AlertRule, Channel, Delivery, Incident } from './queries.ts'

const at = '2026-11-27T09:00:00.000Z'
const channel: Channel = {
  id: 'chn_1',
  kind: 'slack',
  name: '#ops',
  host: 'hooks.slack.com',
  state: 'broken',
  failure: 'The webhook was removed.',
  quiet_hours: null,
  delivered_at: null,
  created_at: at,
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
  people: ['assignee'],
  assign_to: null,
  is_urgent: false,
  notifies_recovery: false,
  muted_until: null,
  pace_minutes: 90,
  window_minutes: 10,
  created_at: at,
}
const incident: Incident = {
  id: 'inc_1',
  rule_id: 'rul_1',
  project_id: 'prj_1',
  issue_id: 'iss_1',
  issue: { short_id: 'SHOP-1', title: 'TypeError: boom' },
  trigger: 'issue.events',
  subject: null,
  state: 'firing',
  fired_at: at,
  recovered_at: null,
  notified: [{ channel_id: 'chn_1', at }],
}
const delivery: Delivery = {
  id: 'dlv_1',
  event: 'test',
  rule_id: null,
  project_id: null,
  issue_id: null,
  created_at: at,
  state: 'delivered',
  done_at: at,
  attempts: 1,
  status: 200,
  ms: 42,
  failure: null,
}
const preview = { total: 1, days: [], times: [at], examples: [], by_hour: [], left_out: [] as string[] }

let rules: AlertRule[]
let channels: Channel[]
const sent: { request: string; body: unknown }[] = []
const bodies = (start: string) => sent.filter(({ request }) => request.startsWith(start)).map(({ body }) => body)

// Loaded by the first menu that opens, which on a busy machine takes longer than a test waits.
beforeAll(() => import('../../components/menu-parts.ts'))
beforeEach(() => {
  rules = [rule]
  channels = [channel]
  sent.length = 0
  preview.left_out = []
  // The window of these tests lays nothing out: everything is within it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly onSeen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe = () => this.onSeen([{ isIntersecting: true }])
      disconnect = () => {}
    },
  )
  HTMLElement.prototype.scrollIntoView = () => {}
  const respond = async (asked: Request) => {
    const { pathname } = new URL(asked.url)
    if (asked.method !== 'GET')
      sent.push({ request: `${asked.method} ${pathname}`, body: JSON.parse((await asked.text()) || 'null') })
    if (pathname.includes('/search/')) return Response.json({ keys: [], values: [] })
    if (pathname.endsWith('/preview')) return Response.json(preview)
    if (pathname.endsWith('/test')) return Response.json({ delivery_id: 'dlv_1' })
    const incidents = [incident]
    const teams = [{ id: 'tea_1', name: 'Checkout' }]
    const members = [{ id: 'usr_1', name: 'Ann' }]
    const lists = { teams, members, channels, rules, incidents, deliveries: [delivery], next_cursor: null }
    return Response.json({ ...lists, channel, rule, secret: null })
  }
  vi.stubGlobal('fetch', vi.fn(respond))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(role: Role, projectId?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const projects = [
    { id: 'prj_1', name: 'Web shop' },
    { id: 'prj_2', name: 'Shop API' },
  ]
  const root = createRootRoute({
    component: () => (
      <Alerts
        organization={{ id: 'org_1', role }}
        projects={projects}
        {...(projectId !== undefined && { projectId })}
      />
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const part = (name: string) => screen.findByRole('region', { name })
const choose = async (menu: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${menu}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('says each rule in a sentence, what it found, whom that notified, and what is wrong with a channel', async () => {
  show('viewer')
  await screen.findByText(/an issue has 50 events or more in 5 min/)
  await waitFor(async () =>
    expect((await part('Alert rules')).textContent).toContain(
      'In all projects: when an issue has 50 events or more in 5 min, matching level:fatal, then notify the assignee and #ops.',
    ),
  )
  await waitFor(async () => expect((await part('Incidents')).textContent).toContain('SHOP-1 TypeError: boom'))
  await waitFor(async () =>
    expect((await part('Incidents')).textContent).toMatch(/Fatal · .*Notified: #ops .*, the assignee by mail and push/),
  )
  expect(screen.getByText(/The webhook was removed/).textContent).toContain('Takes no messages any more.')
  expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull()
  expect(bodies('POST')).toEqual([])
})

it('shows a project only the rules that speak of it', async () => {
  rules = [rule, { ...rule, id: 'rul_2', name: 'Elsewhere', project_ids: ['prj_2'] }]
  show('admin', 'prj_1')
  await screen.findByText('Fatal')
  expect(screen.queryByText('Elsewhere')).toBeNull()
})

it('says of a rule that it notifies nobody', async () => {
  rules = [{ ...rule, channel_ids: [], people: [] }]
  show('viewer')
  expect(await screen.findByText('nobody is notified')).toBeDefined()
})

it('draws when a rule would have fired', async () => {
  show('admin')
  expect(await screen.findByRole('img', { name: /^once, / })).toBeDefined()
  expect(bodies('POST /api/organizations/org_1/alert-rules/preview')).toEqual([
    { triggers: ['issue.events'], threshold: { count: 50, minutes: 5 }, condition: 'level:fatal', project_ids: null },
  ])
})

it('names the triggers that the preview leaves out', async () => {
  preview.left_out = ['issue.users', 'project.silent']
  show('admin')
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  expect(await screen.findByText('No preview for: an issue hits many people; no events arrive.')).toBeDefined()
})

it('mutes a rule for an hour', async () => {
  show('admin')
  await choose('Fatal', 'For an hour')
  const patch = 'PATCH /api/organizations/org_1/alert-rules/rul_1'
  await waitFor(() => expect(bodies(patch)).toHaveLength(1))
  const { muted_until } = bodies(patch)[0] as { muted_until: string }
  expect(Math.round((Date.parse(muted_until) - Date.now()) / 60_000)).toBe(60)
})

it('makes a rule of everything that the form holds', async () => {
  show('admin')
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  await screen.findByRole('dialog', { name: 'New rule' })
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Checkout is down' } })
  fireEvent.click(screen.getByLabelText('a new issue appears'))
  fireEvent.click(screen.getByLabelText('an issue comes back after it was resolved'))
  fireEvent.click(screen.getByLabelText('an issue has many events'))
  fill('At least', '100')
  fill('Within', '3')
  fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'hours' } })
  fireEvent.click(screen.getByRole('button', { name: 'Chosen projects' }))
  fireEvent.click(screen.getByLabelText('Shop API'))
  fill('Only issues that match (optional)', 'level:fatal')
  fireEvent.click(await screen.findByLabelText('Team Checkout'))
  fireEvent.change(screen.getByLabelText('Assign issues that nobody has to'), { target: { value: 'usr_1' } })
  fireEvent.click(screen.getByLabelText('Urgent: at once, also in quiet hours'))
  fireEvent.click(screen.getByRole('button', { name: 'Create rule' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ request }) => request === 'POST /api/organizations/org_1/alert-rules')).toEqual([
    {
      request: 'POST /api/organizations/org_1/alert-rules',
      body: {
        name: 'Checkout is down',
        is_enabled: true,
        triggers: ['issue.events'],
        threshold: { count: 100, minutes: 180 },
        project_ids: ['prj_2'],
        condition: 'level:fatal',
        channel_ids: ['chn_1'],
        people: ['tea_1'],
        assign_to: 'usr_1',
        is_urgent: true,
        notifies_recovery: false,
        pace_minutes: null,
        window_minutes: null,
      },
    },
  ])
})

it('opens the menu of a rule whose message leads to muting it', async () => {
  history.replaceState(null, '', '#rul_1/mute')
  show('admin')
  expect(await screen.findByRole('menuitem', { name: 'Until tomorrow' })).toBeTruthy()
  history.replaceState(null, '', '#')
})

it('changes a rule, and keeps what the form does not touch', async () => {
  show('admin')
  await choose('Fatal', 'Edit…')
  await screen.findByRole('dialog', { name: 'Rule Fatal' })
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const patch = 'PATCH /api/organizations/org_1/alert-rules/rul_1'
  await waitFor(() => expect(bodies(patch)).toHaveLength(1))
  const { id: _, created_at: __, muted_until: ___, ...kept } = rule
  expect(bodies(patch)[0]).toEqual(kept)
})

it('leads from a rule without channels to the first channel', async () => {
  channels = []
  show('owner')
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = await screen.findByRole('dialog', { name: 'New rule' })
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Add a channel' }))
  expect(await screen.findByRole('dialog', { name: 'New channel' })).toBeDefined()
})

it('creates a channel with the fields of its service, beside a drawing of its messages', async () => {
  show('owner')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a channel' }))
  fireEvent.change(await screen.findByLabelText('Service'), { target: { value: 'gotify' } })
  fill('Name', 'Phone')
  fill('Address of the server', 'https://gotify.example.com')
  fill('Token of the application', 'abc')
  const dialog = screen.getByRole('dialog', { name: 'New channel' })
  expect(within(dialog).getByRole('figure').textContent).toContain('Test: new issue in Web shop')
  fireEvent.click(screen.getByRole('button', { name: 'Add the channel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies('POST /api/organizations/org_1/channels')).toEqual([
    { kind: 'gotify', name: 'Phone', config: { url: 'https://gotify.example.com', token: 'abc' } },
  ])
})

it('gives a channel quiet hours, and keeps its address', async () => {
  show('owner')
  await choose('#ops', 'Edit…')
  fireEvent.click(await screen.findByLabelText(/^Only urgent messages in quiet hours/))
  fill('Time zone', 'Europe/Berlin')
  fireEvent.click(screen.getByLabelText('Sat'))
  fireEvent.click(screen.getByLabelText('Sun'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const patch = 'PATCH /api/organizations/org_1/channels/chn_1'
  await waitFor(() => expect(bodies(patch)).toHaveLength(1))
  expect(bodies(patch)[0]).toEqual({
    name: '#ops',
    quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin', days: [1, 2, 3, 4, 5] },
  })
})

it('draws a test before it is sent, and says what became of it', async () => {
  show('admin')
  await choose('#ops', 'Send a test…')
  const dialog = await screen.findByRole('dialog', { name: 'Test #ops' })
  expect((await within(dialog).findByRole('figure')).textContent).toContain('Bugle reaches this channel.')
  expect(bodies('POST /api/organizations/org_1/channels/chn_1/test')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send it' }))
  expect(await within(dialog).findByText('The service took it after 42 ms.')).toBeDefined()
})

it('sends a delivery again', async () => {
  show('admin')
  await choose('#ops', 'Deliveries')
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      'POST /api/organizations/org_1/channels/chn_1/deliveries/dlv_1/send-again',
    ),
  )
})

it('deletes a rule after a question', async () => {
  show('admin')
  await choose('Fatal', 'Delete…')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Fatal' })
  expect(sent.filter(({ request }) => request.startsWith('DELETE'))).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Fatal' }))
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain('DELETE /api/organizations/org_1/alert-rules/rul_1'),
  )
})
