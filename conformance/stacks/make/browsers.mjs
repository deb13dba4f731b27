// Runs the scripts of the stacks in browsers: plain, and as a deployed bundle.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { withInApp } from './expected.mjs'
import { copyPrograms, minify, modern, toCases } from './javascript.mjs'

const origin = 'https://shop.example'
/** A plain page, and a deployed bundle whose name contains a hash. */
const pages = {
  plain: modern.map((name) => `/src/${name}`),
  minified: ['/assets/app.3f9a1c2b.js'],
}

/** Serves the pages; resolves with the posted results. */
async function serve(directory, extra) {
  copyPrograms(directory)
  await minify(modern, join(directory, 'app.min.js'))
  let deliver
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://x')
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (part) => (body += part))
      request.on('end', () => {
        response.end()
        deliver(JSON.parse(body))
      })
      return
    }
    const page = pages[url.pathname.slice(1)]
    if (page !== undefined) {
      response.setHeader('content-type', 'text/html')
      response.end([...extra, ...page, '/page-end.js'].map((src) => `<script src="${src}"></script>`).join('\n'))
      return
    }
    const name = url.pathname.startsWith('/assets/') ? 'app.min.js' : url.pathname.split('/').pop()
    response.setHeader('content-type', 'text/javascript')
    try {
      response.end(readFileSync(join(directory, name)))
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    next: () => new Promise((resolve) => (deliver = resolve)),
    close: () => server.close(),
  }
}

/** Collects frames of Chromium: a script in the page reads its call sites. */
export async function chromium(directory) {
  writeFileSync(
    join(directory, 'page-end.js'),
    `var out = []
collectAll((name, error) => out.push({ name, type: error.name, message: error.message, stack: error.stack, sites: callSitesOf(error) }))
  .then(() => fetch('/report', { method: 'POST', body: JSON.stringify({ out, agent: navigator.userAgent }) }))`,
  )
  const site = await serve(directory, ['/call-sites.js'])
  const cases = []
  let version = ''
  for (const page of Object.keys(pages)) {
    const profile = join(directory, `profile-${page}`)
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
    ]
    const answer = site.next()
    const child = spawn('chromium', [...flags, `--user-data-dir=${profile}`, `${site.base}/${page}`], {
      stdio: 'ignore',
    })
    const { out, agent } = await withTimeout(answer, child)
    version = /Chrome\/[\d.]+/.exec(agent)[0]
    cases.push(...toCases(out, [[site.base, origin]], 'web', `, ${page}`))
  }
  site.close()
  return { runtime: 'chromium', engine: 'v8', version, expected_from: 'V8 call sites', cases }
}

/** Collects frames of Firefox: the page logs each error to the console, and WebDriver BiDi reports its call frames. */
export async function firefox(directory) {
  writeFileSync(
    join(directory, 'page-end.js'),
    `var out = []
var errors = []
collectAll((name, error) => { errors.push(error); out.push({ name, type: error.name, message: error.message, stack: error.stack }) })
  .then(() => fetch('/report', { method: 'POST', body: JSON.stringify({ out, agent: navigator.userAgent }) }))`,
  )
  const site = await serve(directory, [])
  const profile = join(directory, 'profile')
  mkdirSync(profile)
  const dead = [
    'type", 1',
    'http", "127.0.0.1"',
    'http_port", 9',
    'ssl", "127.0.0.1"',
    'ssl_port", 9',
    'no_proxies_on", "127.0.0.1"',
  ]
  const prefs = dead.map((entry) => `user_pref("network.proxy.${entry});`)
  writeFileSync(join(profile, 'user.js'), `${prefs.join('\n')}\nuser_pref("javascript.options.wasm", true);\n`)
  const port = 20_000 + (process.pid % 20_000)
  const child = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: directory, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    },
  )
  const cases = []
  let version = ''
  try {
    const bidi = await connect(`ws://127.0.0.1:${port}/session`)
    await bidi.send('session.new', { capabilities: {} })
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await bidi.send('browsingContext.getTree', {})
    const context = contexts[0].context
    for (const page of Object.keys(pages)) {
      const answer = site.next()
      await bidi.send('browsingContext.navigate', { context, url: `${site.base}/${page}`, wait: 'complete' })
      const { out, agent } = await withTimeout(answer, undefined)
      version = /Firefox\/[\d.]+/.exec(agent)[0]
      for (const [index, one] of out.entries()) {
        const entry = bidi.next('log.entryAdded')
        await bidi.send('script.callFunction', {
          functionDeclaration: `() => reportError(errors[${index}])`,
          target: { context },
          awaitPromise: false,
        })
        cases.push(toFirefoxCase(one, await withTimeout(entry, undefined), page, site.base))
      }
    }
  } finally {
    await end(child)
    site.close()
  }
  return {
    runtime: 'firefox',
    engine: 'spidermonkey',
    version,
    expected_from: 'WebDriver BiDi call frames',
    cases: cases.filter(Boolean),
  }
}

function toFirefoxCase({ name, type, message, stack }, details, page, base) {
  if (!stack) return undefined
  // The engine's own functions are hidden from pages, and so from the text.
  const calls = details.stackTrace.callFrames.filter(({ url }) => url !== 'self-hosted')
  const frames = calls.map(({ functionName, url, lineNumber, columnNumber }) => {
    const made = / line (\d+) > (?:eval|Function|WebAssembly)/.exec(url)
    // An unnamed WebAssembly function is identified by its index, which only the text contains.
    const index = url.includes('> WebAssembly') ? /wasm-function\[\d+\]/.exec(stack)[0] : ''
    const called = functionName || index
    const frame = called === '' ? {} : { function: called }
    if (made === null) Object.assign(frame, { file: url, line: lineNumber + 1, column: columnNumber + 1 })
    else Object.assign(frame, { file: url.slice(0, made.index), line: Number(made[1]), eval: true })
    frame.file = frame.file.replaceAll(base, origin)
    return withInApp(frame)
  })
  return {
    name: `${name}, ${page}`,
    platform: 'web',
    exception_type: type,
    message,
    stack: stack.replaceAll(base, origin),
    frames,
  }
}

async function connect(url) {
  const deadline = Date.now() + 60_000
  for (;;) {
    const socket = new WebSocket(url)
    const isOpen = await new Promise((resolve) => {
      socket.onopen = () => resolve(true)
      socket.onerror = () => resolve(false)
    })
    if (isOpen) return client(socket)
    if (Date.now() > deadline) throw new Error('Firefox did not open its port')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

function client(socket) {
  const waiting = new Map()
  const listeners = new Map()
  let id = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data)
    if (answer.type === 'event') listeners.get(answer.method)?.(answer.params)
    const call = waiting.get(answer.id)
    if (call === undefined) return
    waiting.delete(answer.id)
    if (answer.type === 'error') call.reject(new Error(`${answer.error}: ${answer.message}`))
    else call.resolve(answer.result)
  }
  return {
    next: (method) => new Promise((resolve) => listeners.set(method, resolve)),
    send: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}

/** Ends the process gracefully, so that its children end too. */
async function end(child) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}

async function withTimeout(promise, child) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page did not report')), 60_000)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    if (child !== undefined) await end(child)
  }
}
