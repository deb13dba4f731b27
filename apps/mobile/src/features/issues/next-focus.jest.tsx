import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react-native'
import { AccessibilityInfo, View } from 'react-native'
import { SafeAreaProvider } from 'react-native-safe-area-context'
import { queryClient } from '../../lib/queries'
import { chooseServer, signIn, signOut } from '../../lib/session'
import { nodeFetch } from '../../testing/node-fetch'
import { ThemeProvider } from '../../theme'
import { IssueList } from './issue-list'

jest.mock('expo-secure-store', () => require('../../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../../testing/phone').fakeStore())
jest.mock('expo-router', () => ({ useRouter: () => ({}), useIsFocused: () => true }))

const { BUGLE_SERVER: server = '', BUGLE_EMAIL: email = '', BUGLE_PASSWORD: password = '' } = process.env

jest.setTimeout(60_000)
const insets = { top: 0, right: 0, bottom: 0, left: 0 }
const patient = { timeout: 20_000 }

beforeAll(async () => {
  global.fetch = nodeFetch as typeof fetch
  chooseServer(server)
  await signIn(email, password)
})

afterAll(signOut)

it('gives the focus of a screen reader to the next row, when a decision takes one off the list', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <SafeAreaProvider initialMetrics={{ frame: { x: 0, y: 0, width: 390, height: 844 }, insets }}>
        <ThemeProvider>
          <IssueList filter={{ projectId: undefined }} empty={<View />} />
        </ThemeProvider>
      </SafeAreaProvider>
    </QueryClientProvider>,
  )
  const labels = () =>
    screen
      .getAllByRole('link', { name: /^Error, / })
      .map((row) => String(row.props['aria-label'] ?? row.props.accessibilityLabel))
  await waitFor(() => expect(labels().length).toBeGreaterThan(1), patient)
  const [first, second] = labels()
  // The rest of a label has the name of the project, which may be loaded later.
  const titleOf = (label: string) => label.split(':')[0]
  const send = jest.mocked(AccessibilityInfo.sendAccessibilityEvent)
  // As VoiceOver and TalkBack offer it in their menus of actions.
  const isFirst = new RegExp(`^${titleOf(first!)}:`)
  fireEvent(screen.getByLabelText(isFirst), 'accessibilityAction', { nativeEvent: { actionName: 'main' } })
  await waitFor(() => expect(screen.queryByLabelText(isFirst)).toBeNull(), patient)
  expect(send).toHaveBeenCalledTimes(1)
  const [row, event] = send.mock.calls[0] as unknown as [{ props: { accessibilityLabel: string } }, string]
  expect([titleOf(row.props.accessibilityLabel), event]).toEqual([titleOf(second!), 'focus'])
})
