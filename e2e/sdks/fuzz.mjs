// Calls every function of an SDK with hostile values for each argument and each field. Runs in any runtime, from this
// file alone.

/** Created for each call: some are spoiled by being read. */
const hostile = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => -1,
  () => 10n,
  () => Symbol('s'),
  () => '',
  () => '\0\ud800'.repeat(100_000),
  () => true,
  () => [],
  () => [10n, Symbol('s')],
  () => ({}),
  () => Object.create(null),
  () => new Date(Number.NaN),
  () => /x/g,
  () => new Map([[Symbol('s'), 10n]]),
  () => new Uint8Array(8),
  () => Promise.resolve(),
  () => () => 10n,
  () => () => fail(),
  () => class {},
  () => circular(),
  () => deep(),
  () => ({ toString: fail, valueOf: fail, toJSON: fail, [Symbol.toPrimitive]: fail }),
  () => new Proxy({}, everyTrap),
  () => new Proxy([], everyTrap),
  () => new Proxy(() => {}, everyTrap),
  () => revoked({}),
  () => revoked([]),
  () => Object.defineProperty(new Error('x'), 'message', { get: fail }),
  () =>
    Object.assign(new Error('x'), {
      name: 10n,
      cause: circular(),
      errors: new Proxy([], everyTrap),
      code: Symbol('s'),
    }),
  () => Object.assign(new Error('x'), { stack: 10n, config: { url: { toString: fail } } }),
]

let share = 1
let turn = 0

/** Lets each argument and field get one of `count` hostile values in turn, instead of all of them. */
export function tryOneOf(count) {
  share = count
}

function someHostile() {
  turn += 1
  return hostile.filter((_, index) => (index + turn) % share === 0)
}

function fail() {
  throw new Error('hostile')
}

const everyTrap = Object.fromEntries(
  ['get', 'set', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'defineProperty', 'apply'].map(
    (name) => [name, fail],
  ),
)

function circular() {
  const object = { list: [] }
  object.self = object
  object.list.push(object, 10n)
  return object
}

function deep() {
  let object = { end: 10n }
  for (let i = 0; i < 10_000; i += 1) object = { object }
  return object
}

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

/** Ordinary arguments of each function. */
const usual = {
  captureException: () => [new Error(`e${Math.random()}`), hint()],
  captureMessage: () => [`m${Math.random()}`, 'info', hint()],
  addBreadcrumb: () => [{ category: 'c', message: 'm', ts: 1, data: {} }],
  setUser: () => [{ id: 'u' }],
  setTag: () => ['k', 'v'],
  setTags: () => [{ k: 'v' }],
  setContext: () => ['k', {}],
  setExtra: () => ['k', {}],
  setLevel: () => ['info'],
  setFingerprint: () => [['x']],
  withScope: () => [() => 1],
  captureCheckIn: () => [
    { monitor: 'm', status: 'ok', checkInId: 'x', duration: 1 },
    { schedule: '0 3 * * *', timezone: 'UTC', marginMinutes: 1 },
  ],
  withMonitor: () => ['m', () => 1, { schedule: '0 3 * * *' }],
  captureFeedback: () => [{ message: 'm', name: 'n', email: 'e', eventId: 'x', url: 'https://x.io/', screenshot: 'x' }],
  addAttachment: () => [{ name: 'a', data: 'x', contentType: 'text/plain' }],
  flush: () => [0],
  onRequestError: () => [
    new Error('x'),
    { path: '/', method: 'GET', headers: {} },
    { routePath: '/', routerKind: 'x' },
  ],
  reportBoundary: () => [new Error('x')],
  noteScreen: () => ['Cart'],
}

const hint = () => ({
  tags: { k: 'v' },
  user: { id: 'u' },
  contexts: { c: {} },
  level: 'info',
  fingerprint: ['x'],
  extra: { x: 1 },
  screenshot: 'x',
  mechanism: { type: 'generic', handled: true },
  attachments: [{ name: 'a', data: 'x' }],
})

/** Arguments with one of them, or one field, replaced, one case at a time. */
function* spoilt(name) {
  const { length } = usual[name]()
  for (let index = 0; index < length; index += 1)
    for (const make of someHostile()) {
      // Errors of the host's own work are its own.
      if (/^with(Scope|Monitor)$/.test(name) && typeof make() === 'function') continue
      yield usual[name]().with(index, make())
      const given = usual[name]()[index]
      for (const field of typeof given === 'object' && given !== null ? Object.keys(given) : []) {
        yield usual[name]().with(index, { ...given, [field]: make() })
        for (const inner of typeof given[field] === 'object' ? Object.keys(given[field]) : [])
          yield usual[name]().with(index, { ...given, [field]: { ...given[field], [inner]: make() } })
      }
    }
}

/** Options of every SDK. */
export const fields =
  'token endpoint appId release dist environment tags enabled sampleRate ignoreErrors beforeSend beforeBreadcrumb fingerprint maxBreadcrumbs maxQueue scrubKeys errorFields denyUrls allowUrls defaultFilters maxFrames store debug storeDirectory exitTimeoutMs sourceLines storage screenshot without integrations sessions'.split(
    ' ',
  )

/** Methods of a scope. */
export const scopeCalls = [
  'addAttachment',
  'setUser',
  'setTag',
  'setTags',
  'setContext',
  'setExtra',
  'setLevel',
  'setFingerprint',
  'addBreadcrumb',
]

/**
 * @param {Record<string, Function>} client
 * @param {string[]} names functions of it
 * @returns {Promise<string[]>} thrown errors, by function
 */
export async function callWithEverything(client, names) {
  const thrown = []
  const failed = (name) => (error) => void thrown.push(`${name}: ${error.stack}`)
  const promised = []
  for (const name of names) {
    if (usual[name] === undefined) thrown.push(`${name}: nobody has said what it takes`)
    else
      for (const given of spoilt(name)) {
        try {
          // Some wait two seconds, so all run concurrently.
          promised.push(Promise.resolve(client[name](...given)).catch(failed(name)))
        } catch (error) {
          failed(name)(error)
        }
      }
  }
  await Promise.all(promised)
  return thrown
}

/**
 * Starts the SDK with hostile values for each option, and reports an error with each.
 *
 * @param {Record<string, Function>} client
 * @param {object} options
 * @param {string[]} fields names of options
 */
export async function initWithEverything(client, options, fields) {
  const thrown = []
  const report = () => {
    client.addBreadcrumb({ category: 'c', message: 'm' })
    for (let i = 0; i < 5; i += 1) client.captureException(new Error('again'), { extra: { i } })
  }
  for (const make of someHostile())
    try {
      // The React Native SDK is wrapped in a function of the tests that accepts only options.
      if (fields.length > 0 && client.fileStorage === undefined) client.init(make())
      report()
      for (const field of fields) {
        client.init({ ...options, [field]: make() })
        report()
        await client.flush(0)
      }
    } catch (error) {
      thrown.push(`init: ${error.stack}`)
    }
  return thrown
}
