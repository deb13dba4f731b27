import { expect, it } from 'vitest'
import { withConfiguration } from './configuration.ts'

const constants = {
  expoConfig: {
    android: { package: 'com.example.android' },
    ios: { bundleIdentifier: 'com.example.ios' },
    extra: { bugle: { token: 'bgl_live_app', endpoint: 'http://bugle.test' } },
  },
}

it('takes options that are omitted or undefined from the app’s configuration', () => {
  const options = { token: undefined, endpoint: 'http://other.test', release: undefined, debug: true }
  expect(withConfiguration(options, constants, 'ios')).toEqual({
    token: 'bgl_live_app',
    endpoint: 'http://other.test',
    appId: 'com.example.ios',
    debug: true,
  })
  expect(withConfiguration({}, constants, 'android')).toMatchObject({ appId: 'com.example.android' })
})

it.each([undefined, {}, { expoConfig: null }, { expoConfig: { extra: { bugle: null } } }])(
  'is what a program says where there is no configuration: %j',
  (constants) => {
    expect(withConfiguration({ token: 'bgl_live_x' }, constants, 'ios')).toEqual({ token: 'bgl_live_x' })
    expect(withConfiguration(null as never, constants, 'ios')).toEqual({})
  },
)
