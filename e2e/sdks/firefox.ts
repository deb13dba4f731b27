import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Restricts Firefox to this machine, without any requests of its own. */
const settings = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
}

/** Opens a page in an undriven Firefox of its own; returns a function that ends it. */
export function openInFirefox(firefox: string, url: string): () => void {
  const profile = mkdtempSync(join(tmpdir(), 'bugle-firefox-'))
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const child = spawn(firefox, ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
    // A group of its own, so that its helper processes end with it.
    detached: true,
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    void gone.then(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  }
}
