import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Project } from '../harness/account.ts'
import { launchChromium } from '../harness/chromium.ts'
import type { Reported } from './run-program.ts'

/** Opens a page whose own script throws and reports it from the page's origin. */
export async function crashInBrowser(
  executablePath: string,
  url: string,
  project: Project,
): Promise<Reported & { sent: { screenshot: string } }> {
  const site = await servePage()
  const browser = await launchChromium(executablePath)
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 400 } })
    await page.goto(`http://127.0.0.1:${site.port}/`)
    const screenshot = (await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64')
    return await page.evaluate(
      (order) => (globalThis as unknown as { crash(order: unknown): Promise<never> }).crash(order),
      { url, token: project.ingestToken, screenshot },
    )
  } finally {
    await browser.close()
    site.close()
  }
}

async function servePage(): Promise<{ port: number; close(): void }> {
  const files: Record<string, [file: string, type: string]> = {
    '/': ['index.html', 'text/html'],
    '/shop.js': ['shop.js', 'text/javascript'],
  }
  const server = createServer(async (request, response) => {
    const found = files[request.url ?? '']
    if (found === undefined) return response.writeHead(404).end()
    const body = await readFile(new URL(`./page/${found[0]}`, import.meta.url))
    response.writeHead(200, { 'content-type': `${found[1]}; charset=utf-8` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
