import { readFileSync } from 'node:fs'
import { toLinear } from '@bugle/presentation/colors'
import { describe, expect, it } from 'vitest'

type Rgb = [red: number, green: number, blue: number]

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(\s*oklch\(([^)]+)\),\s*oklch\(([^)]+)\)\s*\)/g)].map(
    ([, name, light, dark]) => [name!, { light: toLinear(light!), dark: toLinear(dark!) }],
  ),
)
const grounds = ['bg', 'surface', 'sunken', 'overlay', 'pressed', 'accent-wash']
const levels = ['fatal', 'error', 'warning', 'info']

/** Contrast ratio of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [one, other].map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue).sort()
  return (light! + 0.05) / (dark! + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const color = (name: string): Rgb => {
    const token = tokens.get(name)
    if (token === undefined) throw new Error(`there is no --${name}`)
    return token[theme]
  }
  const lowest = (name: string, on: string[]) => Math.min(...on.map((ground) => contrast(color(name), color(ground))))

  const inks = [...tokens.keys()].filter((name) => name.endsWith('-ink'))

  it('knows all tokens', () => expect(inks.length).toBeGreaterThanOrEqual(7))

  it.each(['text', 'text-2', 'text-3', ...inks])('%s is readable on every background', (name) =>
    expect(lowest(name, grounds)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['border-strong', 'ring', 'ok', 'snooze', ...levels])('%s is visible on every background', (name) =>
    expect(lowest(name, grounds)).toBeGreaterThanOrEqual(3),
  )

  it.each([...levels, 'ok', 'snooze'])('%s-ink is readable on its own background', (name) =>
    expect(contrast(color(`${name}-ink`), color(`${name}-wash`))).toBeGreaterThanOrEqual(4.5),
  )

  it('text on brass is readable', () => {
    expect(contrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('on-accent'), color('accent-hover'))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['s1', 's2', 's3', 's4', 's5', 's-other'])('layer %s of a chart is visible', (name) =>
    expect(contrast(color(name), color('surface'))).toBeGreaterThanOrEqual(3),
  )

  it.each(['keyword', 'string', 'number', 'comment', 'fn', 'type'])(
    '%s in source is readable on its backgrounds',
    (name) => expect(lowest(`syn-${name}`, ['code-bg', 'code-line'])).toBeGreaterThanOrEqual(4.5),
  )

  it('text of destructive actions is readable', () => {
    expect(contrast(color('surface'), color('error'))).toBeGreaterThanOrEqual(4.5)
  })
})
