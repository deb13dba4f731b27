/** Stand-ins for the globals that React Native adds to Hermes, for a bare VM: prints the events it would send. */
globalThis.console = {}
for (const level of ['debug', 'info', 'log', 'warn', 'error'])
  console[level] = (...words) => print(`${level} ${words.join(' ')}`)

/** Hermes has its own since React Native 0.74; this VM is older. */
globalThis.TextEncoder = class {
  encode(text) {
    return { length: unescape(encodeURIComponent(text)).length }
  }
}

globalThis.AbortController = class {
  signal = {}
  abort() {}
}

globalThis.fetch = async (url, { headers, body }) => {
  print(`SENT ${JSON.stringify({ url, token: headers['X-Service-Token'], body })}`)
  return { status: 202, headers: { get: () => null } }
}

/**
 * The VM has ticks but no time: timers run in order of their due time, without waiting, each after pending promises.
 */
const nextTurn = globalThis.setTimeout
const turns = 200
const waiting = []
let now = 0
let isTurning = false
globalThis.setTimeout = (run, ms = 0) => {
  const timer = { run, at: now + ms }
  waiting.push(timer)
  turn()
  return timer
}
globalThis.clearTimeout = (timer) => {
  const index = waiting.indexOf(timer)
  if (index >= 0) waiting.splice(index, 1)
}

function turn() {
  if (isTurning || waiting.length === 0) return
  isTurning = true
  after(turns, () => {
    isTurning = false
    const [timer] = [...waiting].sort((a, b) => a.at - b.at)
    if (timer === undefined) return
    clearTimeout(timer)
    now = timer.at
    timer.run()
    turn()
  })
}

function after(count, run) {
  if (count === 0) run()
  else nextTurn(() => after(count - 1, run))
}
