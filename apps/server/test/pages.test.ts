import { describe, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer()
const paths = ['/forgot-password', '/reset-password', '/confirm-email', '/unsubscribe']

describe.each(paths)('the page %s', (path) => {
  it('comes with a policy that lets in only what the server itself has, and holds no script or style of its own', async () => {
    const response = await fetch(`${server.url}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on[a-z]+=|https?:\/\//)
    for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { status, headers } = await fetch(`${server.url}${file}`)
      expect([file, status, headers.get('x-content-type-options')]).toEqual([file, 200, 'nosniff'])
    }
  })

  it('posts to a route that is there', async () => {
    const [, target] = /data-post="([^"]+)"/.exec(await (await fetch(`${server.url}${path}`)).text()) ?? []
    expect(server.openapi.paths).toHaveProperty([target!, 'post'])
  })
})

it('a token in the query, where proxies write it down, is taken by the page alone that mail programs know', async () => {
  const script = await (await fetch(`${server.url}/pages/form.js`)).text()
  expect(script).toContain("form.dataset.token === 'query' ? location.search")
  const pages = await Promise.all(paths.map(async (path) => (await fetch(`${server.url}${path}`)).text()))
  expect(paths.filter((_, index) => pages[index]!.includes('data-token="query"'))).toEqual(['/unsubscribe'])
})
