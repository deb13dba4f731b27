import { beforeAll, expect, it, jest } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react-native'
import { queryClient } from '../../lib/queries'
import { chooseServer, currentSession, signOut } from '../../lib/session'
import { nodeFetch } from '../../testing/node-fetch'
import { ThemeProvider } from '../../theme'
import { SignInForm } from './sign-in-form'

jest.mock('expo-secure-store', () => require('../../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../../testing/phone').fakeStore())

const { BUGLE_SERVER: server = '', BUGLE_EMAIL: email = '', BUGLE_PASSWORD: password = '' } = process.env
const { kept } = jest.requireMock<{ kept: Map<string, string> }>('expo-secure-store')

/** The first rendering compiles everything that is imported late. */
jest.setTimeout(60_000)
const patient = { timeout: 20_000 }

beforeAll(() => {
  global.fetch = nodeFetch as typeof fetch
  chooseServer(server)
})

async function signIn(secret: string): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <SignInForm />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  fireEvent.changeText(screen.getByLabelText('E-mail'), email)
  fireEvent.changeText(screen.getByLabelText('Password'), secret)
  fireEvent.press(screen.getByRole('button', { name: 'Sign in' }))
}

it('says that the password is wrong, and keeps the e-mail', async () => {
  await signIn('not the password')
  await waitFor(() => screen.getByText('E-mail or password is wrong.'), patient)
  expect(screen.getByLabelText('E-mail').props.value).toBe(email)
  expect(kept.size).toBe(0)
})

it('signs in as mobile, with the token in the keychain alone, and forgets it at sign-out', async () => {
  await signIn(password)
  await waitFor(() => expect(currentSession().state).toBe('in'), patient)
  const [token] = kept.values()
  expect(token).toMatch(/^\d+\|/)
  const headers = { authorization: `Bearer ${token}` }
  const response = await nodeFetch(new Request(`${server}/api/me/tokens`, { headers }))
  const { tokens } = (await response.json()) as { tokens: { name: string; is_current: boolean }[] }
  expect(tokens.find(({ is_current }) => is_current)?.name).toBe('mobile')
  await signOut()
  expect(kept.size).toBe(0)
  expect((await nodeFetch(new Request(`${server}/api/me/tokens`, { headers }))).status).toBe(401)
})
