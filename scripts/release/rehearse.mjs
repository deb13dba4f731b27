// Usage: import { rehearse } from './rehearse.mjs'
//
// A release without publishing: made in a copy of the last commit, installed file by file as a user would, with an event through each.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helm, installGoTool } from '../go-tools.mjs'
import { rootPath } from '../install.mjs'
import { BuiltImage } from './built-image.mjs'
import { changelogs, describesVersion } from './changelogs.mjs'
import { CleanRoot } from './clean-root.mjs'
import { describeMissingMaintainer, standIn } from './maintainer.mjs'
import { sendThroughDart, sendThroughPhp } from './other-languages.mjs'
import { systemPackageNames } from './system-packages.mjs'

const appId = 'com.example.rehearsal'
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/**
 * Makes the files of a release, installs each, and prints a table.
 *
 * @param {string} version
 * @param {string} directory receives the files
 * @param {{ isMade?: boolean }} [options] `isMade`: the files are there already
 * @returns {Promise<boolean>} whether every file works
 */
export async function rehearse(version, directory, { isMade = false } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'bugle-rehearsal-'))
  // The embedded database runs as another account if this one is root.
  execFileSync('chmod', ['755', parent])
  try {
    if (!isMade) makeInCopy(version, directory, parent)
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: directory, stdio: 'inherit' })
    const rows = await installAll(version, directory, parent)
    console.table(rows)
    return rows.every(({ result }) => !result.startsWith('failed'))
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function makeInCopy(version, directory, parent) {
  const copy = join(parent, 'checkout')
  execFileSync('git', ['clone', '--quiet', rootPath, copy])
  for (const file of changelogs) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    // The heading is completed, or added, when the version is released.
    const described = text.replace(`\n## ${version} (unreleased)\n`, `\n## ${version}\n`)
    writeFileSync(path, describesVersion(described, version) ? described : `${described}\n## ${version}\n`)
  }
  const manifest = join(copy, 'package.json')
  const { author, ...others } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (describeMissingMaintainer({ author }) !== undefined)
    writeFileSync(manifest, `${JSON.stringify({ author: standIn, ...others }, null, 2)}\n`)
  execFileSync(process.execPath, ['scripts/release/main.mjs', version, directory], { cwd: copy, stdio: 'inherit' })
}

async function installAll(version, directory, parent) {
  const rows = []
  const row = async (file, work) => {
    const began = Date.now()
    const path = join(directory, file)
    // The image, and what a server provides, are no files of their own.
    const size = existsSync(path) ? `${(statSync(path).size / 1e6).toFixed(1)} MB` : ''
    const isOfNpm = /^bugle-(?!chart-).*\.tgz$/.test(file)
    const result = await work(path)
      .then((text) => {
        if (isOfNpm) askNpm(path, version)
        return text
      })
      .catch((error) => `failed: ${error.message}`)
    rows.push({ file, size, result, seconds: ((Date.now() - began) / 1000).toFixed(1) })
  }
  await row(`bugle-${version}-${process.platform}-${process.arch}.tar.gz`, async (file) => {
    const folder = folderIn(parent, 'archive')
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const main = join(folder, `bugle-${version}`, 'apps/server/dist/main.js')
    return whileRunning(process.execPath, [main], folder, async (server) => {
      await server.count(await server.send('archive'))
      return 'one event counted'
    })
  })
  await row('image', () => runImage(join(parent, 'archive', `bugle-${version}`), version))
  const [deb, rpm] = systemPackageNames(version)
  await row(deb, (file) => installPackage(file, 'dpkg', '--install'))
  // Debian's programs are there, but no database of RPM knows them.
  await row(rpm, (file) => installPackage(file, 'rpm', '--install', '--nodeps'))
  await row(`bugle-chart-${version}.tgz`, renderChart)
  await row(`bugle-${version}-${process.platform}-${process.arch}-sbom.cdx.json`, async (file) => {
    const { components } = JSON.parse(readFileSync(file, 'utf8'))
    return `names ${components.length} packages`
  })
  await row(`bugle-server-${version}.tgz`, async (file) => {
    const folder = folderIn(parent, 'server')
    return whileRunning('npx', ['--yes', '--package', file, 'bugle-server'], folder, async (server) => {
      await server.count(await server.send('npx'))
      for (const name of readdirSync(directory).filter((one) =>
        /^bugle-(cli|core|node|browser|bundler|react-native)-/.test(one),
      ))
        await row(name, (sdk) =>
          sendThrough(name.slice('bugle-'.length, -`-${version}.tgz`.length), sdk, server, parent),
        )
      await row('bugle/bugle-php', () => sendThroughPhp(server, folderIn(parent, 'php'), version, appId))
      await row('bugle for Dart', () => sendThroughDart(server, folderIn(parent, 'dart'), version, appId))
      return 'one event counted'
    })
  })
  return rows
}

/** Builds the image around what it contains, and sends an event to it while it runs as it will: without rights, on a root that nobody can write. */
async function runImage(contents, version) {
  if (process.getuid() !== 0 || spawnSync('buildah', ['--version']).error !== undefined)
    return 'not built: that needs root and buildah'
  const image = BuiltImage.build({ image: contents, args: { VERSION: version } })
  try {
    image.mount()
    return await whileServing(
      (settings) => image.start(settings),
      async (server) => {
        await server.count(await server.send('image'))
        return 'one event counted'
      },
    )
  } finally {
    image.remove()
  }
}

/** Installs a package of a system in a clean one, and sends an event to what its unit starts. */
async function installPackage(file, ...command) {
  if (process.getuid() !== 0) return 'not installed: only root may make a clean system'
  const root = CleanRoot.make()
  try {
    root.run(...command, root.take(file))
    const start = (settings) => root.startUnit('/usr/lib/systemd/system/bugle.service', settings)
    return await whileServing(start, async (server) => {
      await server.count(await server.send('package'))
      return 'one event counted'
    })
  } finally {
    root.remove()
  }
}

async function renderChart(file) {
  const tool = installGoTool(helm)
  if ('missing' in tool) return `not rendered: ${tool.missing}`
  execFileSync(tool.path, ['lint', '--strict', file], { stdio: 'pipe' })
  const rendered = execFileSync(tool.path, ['template', 'bugle', file, '--kube-version', '1.33.0'], {
    encoding: 'utf8',
  })
  return `makes ${rendered.match(/^kind: /gm).length} resources; no cluster here to run it`
}

/** Asks npm what it would publish, without doing so. */
function askNpm(file, version) {
  // Provenance is made in CI alone. Whoever installs without a version gets no pre-release.
  const tag = version.includes('-') ? 'next' : 'latest'
  const args = ['publish', '--dry-run', '--provenance=false', '--tag', tag, '--loglevel=error', file]
  execFileSync('npm', args, { cwd: tmpdir(), stdio: 'pipe' })
}

/** Sends an event by an installed package; a package that reports nothing by itself is loaded. */
async function sendThrough(name, file, server, parent) {
  const folder = folderIn(parent, name)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', file], { cwd: folder })
  const options = { token: server.ingestToken, endpoint: server.url, appId }
  const program = (code) => execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder })
  if (name === 'cli') {
    const env = { ...process.env, BUGLE_URL: server.url, BUGLE_INGEST_TOKEN: server.ingestToken, HOME: folder }
    const args = ['bugle', 'send-event', '--type', name, '--message', 'm', '--app-id', appId]
    execFileSync('npx', args, { cwd: folder, env })
  } else if (name === 'node')
    program(
      `import { captureException, flush, init } from '@bugle/node'
       init(${JSON.stringify(options)})
       captureException(Object.assign(new Error('m'), { name: '${name}' }))
       await flush(10_000)`,
    )
  else if (name === 'browser') {
    const executablePath = browsers.find((path) => existsSync(path))
    if (executablePath === undefined) return 'installed; no Chromium here to run it'
    await inBrowser(executablePath, join(folder, 'node_modules/@bugle/browser/script/bugle.js'), name, options)
  } else if (name === 'bundler' || name === 'core') {
    program(`await import('@bugle/${name}')`)
    return 'installed and loaded; sends nothing by itself'
  } else return 'installed; runs on phones alone'
  await server.count(name)
  return 'one event counted'
}

async function inBrowser(executablePath, script, type, options) {
  const { chromium } = await import('playwright-core')
  const page = `<script src="/bugle.js"></script><script>
    Bugle.init(${JSON.stringify(options)})
    Bugle.captureException(Object.assign(new Error('m'), { name: '${type}' }))
  </script>`
  const pages = createServer((request, response) => {
    const isScript = request.url === '/bugle.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readFileSync(script) : page)
  })
  await new Promise((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const opened = await browser.newPage()
    const sent = opened.waitForResponse((response) => response.url().endsWith('/ingest') && response.status() === 202)
    await opened.goto(`http://127.0.0.1:${pages.address().port}/`)
    await sent
  } finally {
    await browser.close()
    pages.close()
  }
}

/** Runs a server in a folder, which is empty. */
function whileRunning(command, args, folder, use) {
  const start = (settings) => {
    const env = { ...process.env, ...settings }
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const stop = async () => {
      // The group, for npx starts a shell between.
      if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    return { child, stop }
  }
  return whileServing(start, use)
}

/** Starts a server, signs up, and calls `use` with the ways to send and to count. */
async function whileServing(start, use) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { child, stop } = start({ HOST: '127.0.0.1', PORT: String(port) })
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error('the server ended')
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true
    })
    for (const path of ['/', '/docs/', '/docs/self-hosting', '/m/', '/api/docs']) await expectPage(`${url}${path}`)
    return await use(await signUp(url))
  } finally {
    await stop()
  }
}

/** Gets something, if need be again: programs run here in the foreground, and meanwhile the server closes connections that seem open here. */
function get(url, options) {
  return fetch(url, options).catch(() => fetch(url, options))
}

async function expectPage(url) {
  const response = await fetch(url)
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  if (!response.ok || !isPage) throw new Error(`no page at ${new URL(url).pathname}: ${response.status}`)
}

async function signUp(url) {
  const call = async (method, path, { body, ...headers }) => {
    const options = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = method === 'GET' ? await get(`${url}${path}`, options) : await fetch(`${url}${path}`, options)
    if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${await response.text()}`)
    return response.json()
  }
  const account = { email: 'release@example.com', password: 'a password for rehearsals', name: 'Release' }
  const { token } = await call('POST', '/api/auth/register', { body: account, 'x-service-client': 'cli' })
  const authorization = `Bearer ${token}`
  const project = { name: 'Rehearsal', app_id: appId }
  const { ingest_token: ingestToken } = await call('POST', '/api/projects', { body: project, authorization })
  return {
    url,
    ingestToken,
    get,
    async send(type) {
      const body = { exception_type: type, message: 'm', platform: 'other', app_id: project.app_id }
      await call('POST', '/ingest', { body, 'x-service-token': ingestToken })
      return type
    },
    /** Waits until the issue of the type counts one event. */
    count: (type) =>
      until(async () => {
        const { issues } = await call('GET', '/api/issues', { authorization })
        return issues.some((issue) => issue.type === type && issue.count === 1)
      }),
  }
}

async function until(isDone) {
  const end = Date.now() + 120_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('waited two minutes for nothing')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function folderIn(parent, name) {
  const folder = join(parent, name)
  mkdirSync(folder)
  return folder
}
