import type { AlertIncident, AlertPreview, AlertRule, Channel, Delivery } from '@bugle/protocol'
import type { Page } from 'playwright-core'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

const channel = (id: string, change: Partial<Channel>): Channel => ({
  id,
  kind: 'slack',
  name: '#ops',
  host: 'hooks.slack.com',
  state: 'ok',
  failure: null,
  quiet_hours: null,
  delivered_at: ago(2),
  created_at: ago(400),
  ...change,
})

const rule = (id: string, change: Partial<AlertRule>): AlertRule => ({
  id,
  name: 'New in production',
  is_enabled: true,
  project_ids: null,
  triggers: ['issue.new', 'issue.regressed'],
  threshold: null,
  condition: 'environment:production',
  channel_ids: ['chn_1'],
  people: ['members'],
  assign_to: null,
  is_urgent: false,
  notifies_recovery: false,
  muted_until: null,
  pace_minutes: null,
  window_minutes: null,
  created_at: ago(400),
  ...change,
})

const delivery = (id: string, change: Partial<Delivery>): Delivery => ({
  id,
  event: 'issue.new',
  rule_id: 'rul_1',
  project_id: null,
  issue_id: null,
  created_at: ago(2),
  state: 'delivered',
  done_at: ago(2),
  attempts: 1,
  status: 200,
  ms: 140,
  failure: null,
  ...change,
})

const channels = () => [
  channel('chn_1', { quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' } }),
  channel('chn_2', { kind: 'pager_duty', name: 'On call', host: 'events.pagerduty.com', delivered_at: null }),
  channel('chn_3', {
    kind: 'discord',
    name: 'Community \u202ereversed and a name that goes on for quite a while',
    host: 'discord.com',
    state: 'broken',
    failure: 'The service knows the address no longer (404).',
  }),
  channel('chn_4', {
    kind: 'webhook',
    name: 'Deploy robot',
    host: 'robot.internal.example.com:8443',
    state: 'failing',
    failure: 'The service answered with 503.',
  }),
]

const rules = (projectId: string) => [
  rule('rul_1', {}),
  rule('rul_2', {
    name: 'Checkout is down',
    project_ids: [projectId],
    triggers: ['issue.events', 'issue.users'],
    threshold: { count: 50, minutes: 5 },
    condition: 'level:fatal tag.area:checkout release:web@2026.11.20',
    channel_ids: ['chn_1', 'chn_2'],
    is_urgent: true,
  }),
  rule('rul_3', {
    name: 'Silence',
    triggers: ['project.silent'],
    threshold: { count: 1, minutes: 180 },
    condition: '',
    channel_ids: [],
    muted_until: ago(-40),
  }),
]

const preview = (): AlertPreview => {
  const hours = [11, 40, 41, 41.5, 90, 130, 131, 132, 133, 134, 135, 260, 300]
  const times = hours.map(ago)
  const examples = times.slice(0, 3).map((at) => ({
    issue_id: 'iss_1_00000000-0000-0000-0000-000000000001',
    trigger: 'issue.new' as const,
    at,
    title: "TypeError: Cannot read properties of undefined (reading 'total') \u202e in a title that is long",
  }))
  return { total: times.length, days: [], times, examples, by_hour: [], left_out: ['project.rate'] }
}

const incidents = (projectId: string): AlertIncident[] => {
  const one: AlertIncident = {
    id: 'inc_1',
    rule_id: 'rul_2',
    project_id: projectId,
    issue_id: 'iss_1_00000000-0000-0000-0000-000000000001',
    issue: { short_id: 'WEBSHOP-12', title: "CheckoutError: Cannot read properties of undefined (reading 'total')" },
    trigger: 'issue.events',
    subject: null,
    state: 'firing',
    fired_at: ago(3),
    recovered_at: null,
    notified: [
      { channel_id: 'chn_1', at: ago(3) },
      { channel_id: 'chn_2', at: ago(2.9) },
    ],
  }
  return [
    one,
    { ...one, id: 'inc_2', rule_id: 'rul_3', issue_id: null, issue: null, trigger: 'project.silent', notified: [] },
    { ...one, id: 'inc_3', rule_id: 'rul_9', state: 'recovered', fired_at: ago(60), recovered_at: ago(59.5) },
  ]
}

const deliveries = (projectId: string) => [
  delivery('dlv_0', {
    event: 'test',
    rule_id: null,
    state: 'waiting',
    done_at: null,
    attempts: 0,
    status: null,
    ms: null,
  }),
  delivery('dlv_1', { project_id: projectId, issue_id: 'iss_1_00000000-0000-0000-0000-000000000001' }),
  delivery('dlv_2', { event: 'issue.events', rule_id: 'rul_2', project_id: projectId, attempts: 3, ms: 2300 }),
  delivery('dlv_3', { event: 'recovered', rule_id: 'rul_2', project_id: projectId, state: 'dropped', status: null }),
]

/** Answers requests about alerts with rules and channels in every state: real channels would need services. */
export async function withSampleAlerts(page: Page, projectId: string): Promise<void> {
  const answers: Record<string, () => object> = {
    channels: () => ({ channels: channels() }),
    'alert-rules': () => ({ rules: rules(projectId) }),
    'alert-rules/preview': preview,
    incidents: () => ({ incidents: incidents(projectId), next_cursor: null }),
    'channels/*/deliveries': () => ({ deliveries: deliveries(projectId), next_cursor: null }),
  }
  for (const [path, answer] of Object.entries(answers))
    await page.route(new RegExp(`/api/organizations/[^/]+/${path.replace('*', '[^/]+')}(?:\\?|$)`), (route) =>
      route.fulfill({ json: answer() }),
    )
}
