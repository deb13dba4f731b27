import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { pause } from '../harness/built-server.ts'

const page = readFileSync(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')

/** Returns the block of this language in docs/self-hosting.md that contains a text. */
export function textIn(language: string, contained = ''): string {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))
  const text = [...blocks].map(([, block]) => block!).find((block) => block.includes(contained))
  if (text === undefined) throw new Error(`there is no ${language} in docs/self-hosting.md`)
  return text
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`docs/self-hosting.md does not say ${from}`)
  return text.replaceAll(from, to)
}

/** A proxy in front of Bugle, set up as docs/self-hosting.md says. */
export interface ReverseProxy {
  url: string
  stop(): Promise<void>
}

/**
 * Starts nginx with a configuration of the page.
 *
 * @param site the server, or what belongs into one, where its machines are 10.0.0.1, 10.0.0.2 …
 * @param ports of the machines in place of the page's
 */
export async function startNginx(binary: string, site: string, ...ports: number[]): Promise<ReverseProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-nginx-'))
  chmodSync(directory, 0o711) // as root, its workers run as another user
  const ownPort = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  const settings = `daemon off; pid ${directory}/pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} ${serverOf(site, ownPort, ports)} }`
  writeFileSync(join(directory, 'nginx.conf'), settings)
  return runProxy(binary, ['-p', directory, '-e', 'stderr', '-c', 'nginx.conf'], directory, ownPort)
}

/** Puts this machine's addresses in place of the page's. */
function serverOf(site: string, ownPort: number, ports: number[]): string {
  const own = `127.0.0.1:${ownPort}`
  if (ports.length === 1)
    return replaced(replaced(site, 'listen 443 ssl;', `listen ${own};`), '127.0.0.1:8080', `127.0.0.1:${ports[0]}`)
  const [upstream = '', ...locations] = site.split(/^(?=location )/m)
  const machines = ports.reduce(
    (text, port, index) => replaced(text, `10.0.0.${index + 1}:8080`, `127.0.0.1:${port}`),
    upstream,
  )
  return `${machines} server { listen ${own}; ${locations.join('\n')} }`
}

/** Starts Caddy with the configuration of the page. */
export async function startCaddy(binary: string, port: number): Promise<ReverseProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-caddy-'))
  const ownPort = await freePort()
  const site = replaced(textIn('caddyfile'), 'bugle.example.com {', `http://127.0.0.1:${ownPort} {`)
  const settings = `{\n  admin off\n}\n${replaced(site, '127.0.0.1:8080', `127.0.0.1:${port}`)}`
  writeFileSync(join(directory, 'Caddyfile'), settings)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')]
  return runProxy(binary, args, directory, ownPort)
}

/** Runs a proxy with a directory as its home, until it responds. */
async function runProxy(binary: string, args: string[], directory: string, port: number): Promise<ReverseProxy> {
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  const child = spawn(binary, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${binary} ended: ${output}`)
    await pause(20)
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
