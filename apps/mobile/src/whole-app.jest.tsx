import { responseBody } from '@bugle/api-client'
import { beforeAll, expect, it, jest } from '@jest/globals'
import { type Href, router } from 'expo-router'
import { act, fireEvent, renderRouter, screen, waitFor } from 'expo-router/testing-library'
import { api, chooseServer, currentSession, signOut } from './lib/session'
import { nodeFetch } from './testing/node-fetch'

// Every screen below the real router, with nothing.js in the place of three libraries, as in the bundles of a release.

jest.mock('expo-secure-store', () => require('./testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('./testing/phone').fakeStore())
// A library for Android alone, which throws where it is loaded elsewhere; no distributor is installed.
jest.mock('expo-unified-push', () => {
  const { Platform } = require('react-native') as typeof import('react-native')
  if (Platform.OS !== 'android') throw new Error("Cannot find native module 'ExpoUnifiedPush'")
  return { __esModule: true, default: { getDistributors: () => [] } }
})
jest.mock('expo-camera', () => ({ useCameraPermissions: () => [{ granted: false, canAskAgain: true }, () => {}] }))
// Live updates never begin: the stream is of a native module.
jest.mock('expo/fetch', () => ({ fetch: () => new Promise(() => {}) }))

const { BUGLE_SERVER: server = '', BUGLE_EMAIL: email = '', BUGLE_PASSWORD: password = '' } = process.env

// The first run transforms all of React Native.
jest.setTimeout(400_000)
const patient = { timeout: 20_000 }

beforeAll(() => {
  global.fetch = nodeFetch as typeof fetch
  chooseServer(server)
})

it('opens every screen after signing in', async () => {
  renderRouter('./src/app')
  jest.useRealTimers()
  await waitFor(() => screen.getByLabelText('E-mail'), patient)
  fireEvent.changeText(screen.getByLabelText('E-mail'), email)
  fireEvent.changeText(screen.getByLabelText('Password'), password)
  fireEvent.press(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => screen.getByRole('heading', { name: 'Inbox' }), patient)
  const { projects } = await responseBody(api().GET('/api/projects'))
  const { issues } = await responseBody(api().GET('/api/issues'))
  const { organizations } = await responseBody(api().GET('/api/organizations'))
  const [project, issue, organization] = [projects[0]!, issues[0]!, organizations[0]!]
  const screens: [path: string, title: string][] = [
    ['/issues', 'All projects'],
    ['/projects', 'Projects'],
    ['/you', 'You'],
    [`/issues/${issue.id}`, issue.short_id],
    ['/projects/new', 'New project'],
    [`/projects/${project.id}`, project.name],
    [`/projects/${project.id}/set-up`, project.name],
    [`/organizations/${organization.id}`, organization.name],
    ['/notifications', 'Notifications'],
    ['/two-factor', 'Two-factor authentication'],
    ['/invitation', 'Invitation'],
    ['/link', 'Scan the code'],
  ]
  for (const [path, title] of screens) {
    await act(async () => router.push(path as Href))
    await waitFor(() => expect(screen.getAllByRole('heading', { name: title }).length).toBeGreaterThan(0), patient)
    expect(screen.queryByText('This screen failed.')).toBeNull()
  }
  await act(signOut)
  expect(currentSession().state).toBe('out')
})
