import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { pause } from '../harness/built-server.ts'

const fpm = ['/usr/sbin/php-fpm8.2', '/usr/sbin/php-fpm8.4'].find(existsSync) ?? 'php-fpm'

/** PHP-FPM with two workers behind nginx, as Laravel and Symfony run in production. */
export class PhpServer {
  readonly url: string
  readonly #children: ChildProcess[]
  readonly #log: string

  private constructor(url: string, children: ChildProcess[], log: string) {
    this.url = url
    this.#children = children
    this.#log = log
  }

  /**
   * @param directory the application, with `public/index.php`
   * @param env environment of the workers
   */
  static async start(directory: string, env: Record<string, string>): Promise<PhpServer> {
    const run = join(directory, 'run')
    mkdirSync(run, { recursive: true })
    const port = await freePort()
    const socket = join(run, 'fpm.sock')
    const isRoot = process.getuid?.() === 0
    const own = isRoot ? 'user = root\ngroup = root\nlisten.mode = 0666' : ''
    const set = Object.entries(env).filter(([, value]) => value !== '')
    const variables = set.map(([name, value]) => `env[${name}] = "${value}"`)
    writeFileSync(
      join(run, 'fpm.conf'),
      `[global]\nerror_log = ${run}/fpm.log\ndaemonize = no\n[www]\n${own}\nlisten = ${socket}\npm = static\n` +
        `pm.max_children = 2\ncatch_workers_output = yes\nphp_admin_value[memory_limit] = 64M\n` +
        `php_admin_value[opcache.enable] = 1\n${variables.join('\n')}\n`,
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${run}/${name};`,
    )
    writeFileSync(
      join(run, 'nginx.conf'),
      `${isRoot ? 'user root;' : ''} worker_processes 1; daemon off; pid ${run}/nginx.pid; error_log ${run}/nginx.log;
events {} http { access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / {
    fastcgi_pass unix:${socket}; include /etc/nginx/fastcgi_params;
    fastcgi_param SCRIPT_FILENAME ${directory}/public/index.php; } } }`,
    )
    const options = { stdio: 'ignore' as const, cwd: directory }
    const children = [
      spawn(fpm, [...(isRoot ? ['-R'] : []), '-F', '-y', join(run, 'fpm.conf')], options),
      spawn('nginx', ['-e', join(run, 'nginx.log'), '-c', join(run, 'nginx.conf')], options),
    ]
    const server = new PhpServer(`http://127.0.0.1:${port}`, children, join(run, 'fpm.log'))
    for (let tries = 0; ; tries += 1) {
      const status = await server.status('/ok').catch(() => 0)
      if (status === 200) return server
      if (tries > 200) throw new Error(`the application does not respond (${status}):\n${server.output}`)
      await pause(50)
    }
  }

  get output(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8') : ''
  }

  async status(path: string, init: RequestInit = {}): Promise<number> {
    const response = await fetch(this.url + path, { ...init, signal: AbortSignal.timeout(120_000) })
    await response.arrayBuffer()
    return response.status
  }

  /** Milliseconds until the visitor has the response. */
  async timeOf(path: string): Promise<number> {
    const began = performance.now()
    await this.status(path)
    return performance.now() - began
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(
        (child) =>
          new Promise<void>((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) return resolve()
            child.once('exit', () => resolve())
            child.kill('SIGTERM')
          }),
      ),
    )
  }
}
