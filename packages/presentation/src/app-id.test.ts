import { expect, it } from 'vitest'
import { appIdOf } from './app-id.ts'

it.each([
  ["Ann's Shop", undefined, 'anns-shop'],
  ['shop.example.com', undefined, 'shop.example.com'],
  ['  Größe & Maß! ', undefined, 'große-maß'],
  ['Field notes', 'com.example.shop', 'com.example.fieldnotes'],
  ['…', undefined, ''],
  ['', 'com.example.shop', ''],
])('of %j it is %3$j', (name, bundleId, appId) => {
  expect(appIdOf(name, bundleId === undefined ? {} : { bundleId })).toBe(appId)
})
