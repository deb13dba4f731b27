import { responseBody } from '@bugle/api-client'
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react-native'
import type { ReactNode } from 'react'
import { SafeAreaProvider } from 'react-native-safe-area-context'
import AlertsScreen from '../../app/alerts/[id]'
import { queryClient } from '../../lib/queries'
import { api, chooseServer, signIn, signOut } from '../../lib/session'
import { nodeFetch } from '../../testing/node-fetch'
import { ThemeProvider } from '../../theme'
import { OpenAlerts } from './open-alerts'

const mockPushed: unknown[] = []
let mockOrganization = ''

jest.mock('expo-secure-store', () => require('../../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../../testing/phone').fakeStore())
jest.mock('expo-router', () => ({
  useRouter: () => ({ push: (to: unknown) => mockPushed.push(to) }),
  useIsFocused: () => true,
  useLocalSearchParams: () => ({ id: mockOrganization }),
}))

const { BUGLE_SERVER: server = '', BUGLE_EMAIL: email = '', BUGLE_PASSWORD: password = '' } = process.env

jest.setTimeout(60_000)
const patient = { timeout: 20_000 }
const frame = { x: 0, y: 0, width: 390, height: 844 }
const insets = { top: 0, right: 0, bottom: 0, left: 0 }

const incident = {
  id: 'inc_1',
  rule_id: 'rul_none',
  project_id: 'prj_1',
  issue_id: 'iss_1',
  issue: { short_id: 'SHOP-1', title: 'TypeError: boom' },
  trigger: 'issue.events',
  state: 'firing',
  fired_at: new Date().toISOString(),
  recovered_at: null,
  notified: [],
}
let incidents: object[] = []

/** The server is real but for what fired, which would need time. */
async function fetchWithIncidents(input: Request): Promise<Response> {
  if (/\/incidents\?/.test(input.url)) return Response.json({ incidents, next_cursor: null })
  return nodeFetch(input)
}

beforeAll(async () => {
  global.fetch = fetchWithIncidents as typeof fetch
  chooseServer(server)
  await signIn(email, password)
  const { organizations } = await responseBody(api().GET('/api/auth/me'))
  mockOrganization = organizations[0]!.id
})

afterEach(() => {
  queryClient.clear()
  mockPushed.length = 0
})
afterAll(signOut)

function show(children: ReactNode): void {
  render(
    <QueryClientProvider client={queryClient}>
      <SafeAreaProvider initialMetrics={{ frame, insets }}>
        <ThemeProvider>{children}</ThemeProvider>
      </SafeAreaProvider>
    </QueryClientProvider>,
  )
}

it('shows rules, and mutes one for an hour', async () => {
  incidents = [incident]
  const params = { path: { id: mockOrganization } }
  const body = { name: `Rule ${Date.now()}`, triggers: ['issue.new' as const], channel_ids: [] }
  const { rule } = await responseBody(api().POST('/api/organizations/{id}/alert-rules', { params, body }))
  show(<AlertsScreen />)
  await waitFor(() => screen.getByRole('button', { name: /SHOP-1 TypeError: boom/ }), patient)
  fireEvent.press(await screen.findByRole('button', { name: new RegExp(rule.name) }, patient))
  fireEvent.press(await screen.findByRole('button', { name: 'Mute: For an hour' }, patient))
  await screen.findByRole('button', { name: new RegExp(`${rule.name}.*Muted until`) }, patient)
})

it('leads from the inbox to the one issue that is open, or to the alerts where there are several', async () => {
  incidents = [incident]
  show(<OpenAlerts />)
  fireEvent.press(await screen.findByRole('button', { name: 'Alert: SHOP-1 TypeError: boom' }, patient))
  expect(mockPushed).toEqual([{ pathname: '/issues/[id]', params: { id: 'iss_1' } }])
  screen.unmount()
  queryClient.clear()
  incidents = [incident, { ...incident, id: 'inc_2' }]
  show(<OpenAlerts />)
  fireEvent.press(await screen.findByRole('button', { name: '2 alerts are open.' }, patient))
  expect(mockPushed.at(-1)).toEqual({ pathname: '/alerts/[id]', params: { id: mockOrganization } })
})

it('says nothing of issues that the inbox shows anyway', async () => {
  incidents = [{ ...incident, trigger: 'issue.new' }]
  show(<OpenAlerts />)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0), patient)
  expect(screen.queryAllByRole('button')).toEqual([])
})
