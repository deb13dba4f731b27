import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** The example page, bundled and minified as a customer would, on an origin of its own and under a strict policy. */
export async function serveSite(directory: string): Promise<{ url: string; close(): void }> {
  const bundle = await rolldown({ input: join(directory, 'browser/shop.js'), platform: 'browser', cwd: directory })
  const { output } = await bundle.generate({ format: 'esm', minify: { mangle: false, compress: false } })
  await bundle.close()
  const files: Record<string, [type: string, body: string]> = {
    '/': ['text/html', readFileSync(join(directory, 'browser/index.html'), 'utf8')],
    '/shop.js': ['text/javascript', output[0].code],
    '/other.html': ['text/html', '<!doctype html><title>Elsewhere</title>'],
  }
  const server = createServer((request, response) => {
    const found = files[new URL(request.url ?? '/', 'http://site').pathname]
    if (found === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': `${found[0]}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src *",
    })
    response.end(found[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
