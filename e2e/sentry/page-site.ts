import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page of a shop that runs one script. */
export async function servePage(script: string): Promise<{ origin: string; close(): void }> {
  const site = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.closeAllConnections()
      site.close()
    },
  }
}

const page = '<!doctype html><title>Shop</title><button>Pay</button><script src="/page.js"></script>'
