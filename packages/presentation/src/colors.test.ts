import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readColors } from './colors.ts'

const fileOf = (path: string) => readFileSync(new URL(`../../../apps/${path}`, import.meta.url), 'utf8')
const colors = readColors(fileOf('dashboard/src/styles/tokens.css'))

it('converts OKLCH to the hexadecimal color of the screen', () => {
  const css =
    '--a: light-dark(oklch(1 0 0), oklch(0 0 0)); --b: light-dark(oklch(0.628 0.2577 29.23), oklch(0.452 0.3132 264.05));'
  expect([...readColors(css)]).toEqual([
    ['a', { light: '#ffffff', dark: '#000000' }],
    ['b', { light: '#ff0000', dark: '#0000ff' }],
  ])
})

it('the mobile app has every color of the dashboard, and no other', () => {
  const written = [
    ...fileOf('mobile/src/theme/tokens.ts').matchAll(/^ {2}(\w+): \{ light: '(.+)', dark: '(.+)' \},$/gm),
  ]
  const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const known = written.map(([, name, light, dark]) => [name, { light, dark }])
  expect(Object.fromEntries(known)).toEqual(
    Object.fromEntries([...colors].map(([name, color]) => [camelCase(name), color])),
  )
})

/** Contrast ratio of WCAG 2.2, of the rounded colors. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

describe.each(['light', 'dark'] as const)('rounded to hexadecimal, in the %s theme', (theme) => {
  const grounds = ['bg', 'surface', 'sunken', 'overlay', 'pressed', 'accent-wash']
  const lowest = (name: string) =>
    Math.min(...grounds.map((ground) => contrast(colors.get(name)![theme], colors.get(ground)![theme])))
  const inks = [...colors.keys()].filter((name) => name.endsWith('-ink'))

  it.each(['text', 'text-2', 'text-3', ...inks])('%s is readable on every background', (name) =>
    expect(lowest(name)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['border-strong', 'ring', 'fatal', 'error', 'warning', 'info', 'ok', 'snooze'])(
    '%s is visible on every background',
    (name) => expect(lowest(name)).toBeGreaterThanOrEqual(3),
  )
})
