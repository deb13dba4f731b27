/** Screens of expo-router, with its own testing library. */

import { captureMessage, close, init, watchScreens } from '@bugle/react-native'
import { router, Slot, useNavigationContainerRef } from 'expo-router'
import { act, renderRouter, screen } from 'expo-router/testing-library'
import { useEffect } from 'react'
import { Text } from 'react-native'

init({
  token: process.env.EXPO_PUBLIC_BUGLE_TOKEN,
  endpoint: process.env.EXPO_PUBLIC_BUGLE_ENDPOINT,
  appId: 'com.example.shop',
})

function Layout() {
  const container = useNavigationContainerRef()
  useEffect(() => watchScreens(container), [container])
  return <Slot />
}

test('screens are recorded by their route names', async () => {
  renderRouter({
    _layout: Layout,
    index: () => <Text>Home</Text>,
    'orders/[id]': () => <Text>Order</Text>,
  })
  act(() => router.push('/orders/secret-7'))
  expect(screen.getByText('Order')).toBeTruthy()
  captureMessage('looked at an order')
  expect(await close(60_000)).toBe(true)
})
