import { type Browser, chromium } from 'playwright-core'

/** Chromium without its user interface: the same engine, for 40 % of the CPU that all of Chromium takes headless. */
export const chromiumTool = 'chromium-headless-shell'
export const chromiumPath = `/usr/bin/${chromiumTool}`
/** All of Chromium, which can show the notifications of the mobile app; its tests install it. */
export const wholeChromiumPath = '/usr/bin/chromium'

/** Chromium for containers, without any requests of its own. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export function launchChromium(executablePath: string, ...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...flags, ...more] })
}
