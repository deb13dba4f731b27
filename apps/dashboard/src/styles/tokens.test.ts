import { readFileSync } from 'node:fs'
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

/** Converts OKLCH to linear sRGB, clipped to the gamut of a screen (https://bottosson.github.io/posts/oklab/). */
function toLinear(text: string): Rgb {
  const [lightness, chroma, hue] = text.trim().split(/\s+/).map(Number) as Rgb
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const mixed: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return mixed.map((part) => Math.min(1, Math.max(0, part))) as Rgb
}

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
