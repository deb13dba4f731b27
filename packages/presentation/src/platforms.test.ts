import { expect, it } from 'vitest'
import { platformChoices } from './platforms.ts'

it('tells platforms apart by an icon of their own', () => {
  const icons = platformChoices.map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})
