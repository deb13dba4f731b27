// Usage: npx tsx scripts/mobile-icons.ts
// Draws the icons of the mobile app, for browsers and for both stores, from apps/mobile/public/icon.svg. Needs Chromium.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchChromium, wholeChromiumPath } from '../e2e/harness/chromium.ts'

const app = fileURLToPath(new URL('../apps/mobile/', import.meta.url))
const source = readFileSync(`${app}public/icon.svg`, 'utf8')
/** The square behind the horn. */
const ground = '#2a2118'
const horn = source.replace(/<rect[^>]*\/>/, '')

interface Picture {
  file: string
  size: number
  /** The drawing; its corners are round or not, and its horn alone or on its ground. */
  svg: string
  /** Part of the edge that the drawing takes. */
  scale?: number
  ground?: string
}

const square = source.replace(/ rx="\d+"/, '')
const pictures: Picture[] = [
  // Apple rounds the corners itself, and refuses transparency.
  { file: 'assets/icon.png', size: 1024, svg: square, ground },
  // Android shows the middle two thirds of these, in a shape of its own.
  { file: 'assets/icon-foreground.png', size: 1024, svg: horn, scale: 0.8 },
  { file: 'assets/icon-monochrome.png', size: 1024, svg: horn.replaceAll('#e0b04a', '#ffffff'), scale: 0.8 },
  { file: 'assets/splash.png', size: 512, svg: source },
  { file: 'public/icon-180.png', size: 180, svg: square, ground },
  { file: 'public/icon-512.png', size: 512, svg: source },
  { file: 'public/icon-maskable-512.png', size: 512, svg: square, scale: 0.8, ground },
]

mkdirSync(`${app}assets`, { recursive: true })
const browser = await launchChromium(wholeChromiumPath)
for (const { file, size, svg, scale = 1, ground: background = 'transparent' } of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const edge = Math.round(size * scale)
  const sized = svg.replace('<svg ', `<svg width="${edge}" height="${edge}" `)
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">${sized}</body>`,
  )
  await page.screenshot({ path: `${app}${file}`, omitBackground: background === 'transparent' })
  await page.close()
}
await browser.close()
console.log(`Drew ${pictures.length} pictures.`)
