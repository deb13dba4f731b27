import type { Options } from '@bugle/core'
import { releaseVariables } from '@bugle/protocol/vocabulary'
import { expect, it } from 'vitest'
import { withDetected } from './contexts.ts'

const options: Options = { token: 'x', endpoint: 'http://bugle.test', appId: 'com.example.desk' }
const said = { release: 'r1', environment: 'staging' }

it.each<[string, object, Record<string, string>, (string | undefined)[]]>([
  ['the program says', said, { BUGLE_RELEASE: 'r2', NODE_ENV: 'test' }, ['r1', 'staging']],
  [
    'is meant for us',
    {},
    { BUGLE_RELEASE: 'r2', GITHUB_SHA: 'c0', BUGLE_ENVIRONMENT: 'eu', NODE_ENV: 'test' },
    ['r2', 'eu'],
  ],
  ['the host sets', {}, { VERCEL_GIT_COMMIT_SHA: 'c0', CI_COMMIT_SHA: 'f0', VERCEL_ENV: 'preview' }, ['c0', 'preview']],
  ['is not empty', {}, { SOURCE_VERSION: '', CI_COMMIT_SHA: 'f0', VERCEL_ENV: '', NODE_ENV: 'test' }, ['f0', 'test']],
  ['is there, or nothing', {}, {}, [undefined, undefined]],
])('takes release and environment from what %s', (_, given, env, detected) => {
  const { release, environment } = withDetected({ ...options, ...given }, env)
  expect([release, environment]).toEqual(detected)
})

it.each(releaseVariables)('takes the release from %s, as the command line does', (name) => {
  expect(withDetected(options, { [name]: 'c0' }).release).toBe('c0')
})
