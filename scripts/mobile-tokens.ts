// Usage: tsx scripts/mobile-tokens.ts
// Writes the mobile app's colors, apps/mobile/src/theme/tokens.ts, from the dashboard's style sheet. A test of
// packages/presentation compares the two.
import { readFileSync, writeFileSync } from 'node:fs'
import { readColors } from '../packages/presentation/src/colors.ts'

const css = readFileSync(new URL('../apps/dashboard/src/styles/tokens.css', import.meta.url), 'utf8')
const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const lines = [...readColors(css)].map(
  ([name, { light, dark }]) => `  ${camelCase(name)}: { light: '${light}', dark: '${dark}' },`,
)

writeFileSync(
  new URL('../apps/mobile/src/theme/tokens.ts', import.meta.url),
  `/** The dashboard's colors, written by scripts/mobile-tokens.ts from its tokens.css. */
export const tokens = {
${lines.join('\n')}
} as const
`,
)
