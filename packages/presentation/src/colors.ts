type Rgb = [red: number, green: number, blue: number]

/** A color in both themes, as `#rrggbb`. */
export interface ThemeColor {
  light: string
  dark: string
}

/**
 * Reads the colors of a style sheet, by the names of their custom properties. React Native knows neither `oklch()` nor
 * `light-dark()`.
 *
 * @example readColors('--bg: light-dark(oklch(1 0 0), oklch(0 0 0));').get('bg') // { light: '#ffffff', dark: '#000000' }
 */
export function readColors(css: string): Map<string, ThemeColor> {
  const found = css.matchAll(/--([\w-]+):\s*light-dark\(\s*oklch\(([^)]+)\),\s*oklch\(([^)]+)\)\s*\)/g)
  return new Map([...found].map(([, name, light, dark]) => [name!, { light: toHex(light!), dark: toHex(dark!) }]))
}

function toHex(oklch: string): string {
  return `#${toLinear(oklch)
    .map((part) => Math.round(companded(part) * 255))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Converts OKLCH to linear sRGB, clipped to the gamut of a screen (https://bottosson.github.io/posts/oklab/). */
export function toLinear(oklch: string): Rgb {
  const [lightness, chroma, hue] = oklch.trim().split(/\s+/).map(Number) as Rgb
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

/** The transfer function of sRGB (IEC 61966-2-1). */
function companded(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}
