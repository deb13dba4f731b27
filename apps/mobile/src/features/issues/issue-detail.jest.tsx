import { responseBody } from '@bugle/api-client'
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react-native'
import { SafeAreaProvider } from 'react-native-safe-area-context'
import { queryClient } from '../../lib/queries'
import { api, chooseServer, signIn, signOut } from '../../lib/session'
import { nodeFetch } from '../../testing/node-fetch'
import { ThemeProvider } from '../../theme'
import { IssueDetail } from './issue-detail'

jest.mock('expo-secure-store', () => require('../../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../../testing/phone').fakeStore())
jest.mock('expo-router', () => ({ useRouter: () => ({}), useIsFocused: () => true }))

const { BUGLE_SERVER: server = '', BUGLE_EMAIL: email = '', BUGLE_PASSWORD: password = '' } = process.env

jest.setTimeout(60_000)
const patient = { timeout: 20_000 }
const frame = { x: 0, y: 0, width: 390, height: 844 }
const insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** A response of the server that a version of this app cannot show, in one part. */
interface Detail {
  issue: object
  latest_event: { event: object }
  stats: object
  tags: unknown[]
}
const unknown: [part: string, change: (detail: Detail) => void][] = [
  ['Issue', ({ issue }) => Object.assign(issue, { type: 5, message: {} })],
  ['Event', ({ latest_event }) => Object.assign(latest_event.event, { occurred_at: {} })],
  ['Stack', ({ latest_event }) => Object.assign(latest_event.event, { exceptions: [null] })],
  ['Breadcrumbs', ({ latest_event }) => Object.assign(latest_event.event, { breadcrumbs: [null] })],
  ['This event', ({ latest_event }) => Object.assign(latest_event.event, { environment: { unknown: 1 } })],
  ['Events over time', ({ stats }) => Object.assign(stats, { series: null })],
  ['Tags', ({ tags }) => void tags.unshift(null)],
]
let change: (detail: Detail) => void = () => {}

async function fetchChanged(input: Request): Promise<Response> {
  const response = await nodeFetch(input)
  if (!/\/api\/issues\/iss_[^/]+\?/.test(input.url)) return response
  const detail = (await response.json()) as Detail
  change(detail)
  return new Response(JSON.stringify(detail), { status: response.status, headers: response.headers })
}

beforeAll(async () => {
  global.fetch = fetchChanged as typeof fetch
  chooseServer(server)
  await signIn(email, password)
})

afterEach(() => queryClient.clear())
afterAll(signOut)

async function open(): Promise<void> {
  const { issues } = await responseBody(api().GET('/api/issues'))
  render(
    <QueryClientProvider client={queryClient}>
      <SafeAreaProvider initialMetrics={{ frame, insets }}>
        <ThemeProvider>
          <IssueDetail id={issues[0]!.id} onGo={() => {}} />
        </ThemeProvider>
      </SafeAreaProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => screen.getByRole('heading', { name: 'Activity' }), patient)
}

const lost = () => screen.queryAllByText(/could not be shown/).map(({ props }) => String(props.children))

it('shows every part of an issue', async () => {
  change = () => {}
  await open()
  expect(lost()).toEqual([])
  for (const name of ['Stack', 'This event', 'Events over time']) screen.getByRole('heading', { name })
})

it.each(unknown)('shows the other parts of an issue where «%s» throws', async (part, what) => {
  change = what
  await open()
  expect(lost()).toEqual([`“${part}” could not be shown.`])
  // The decisions are below all of it.
  screen.getByRole('button', { name: /^Resolve/ })
})
