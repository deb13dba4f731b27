import { type Browser, chromium } from 'playwright-core'

/** Chromium without its user interface: the same engine, for 40 % of the CPU that all of Chromium takes headless. */
export const chromiumTool = 'chromium-headless-shell'
export const chromiumPath = `/usr/bin/${chromiumTool}`
/** All of Chromium, which can show the notifications of the mobile app; its tests install it. */
export const wholeChromiumPath = '/usr/bin/chromium'

/** For a start and for every step in a page: being slow is no failure. */
const patienceMs = 120_000

/** Chromium for containers, without any requests of its own. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function launchChromium(executablePath: string, ...more: string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: [...flags, ...more], timeout: patienceMs })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patienceMs)
    return context
  }
  return browser
}
