// Usage: import { … } from './expected.mjs'
//
// Converts an engine's call data to the frames of packages/stacktrace.

/** Converts a V8 call site to a frame, by V8's documented rules for naming a call. */
export function fromCallSite(site) {
  const frame = {}
  const name = site.isPromiseAll ? 'Promise.all' : nameOfCall(site)
  if (name !== '') frame.function = name
  if (site.evalOrigin !== null && site.file === null) {
    frame.eval = true
    const origin = /\(([^()]+):(\d+):(\d+)\)+$/.exec(site.evalOrigin)
    if (origin !== null) Object.assign(frame, { file: origin[1], line: Number(origin[2]), column: Number(origin[3]) })
  } else if (site.file === null || site.isNative || site.isPromiseAll) {
    frame.native = true
  } else {
    Object.assign(frame, { file: site.file, line: site.line, column: site.column })
    if (site.evalOrigin !== null) frame.eval = true
  }
  // Unnamed WebAssembly functions are called by their index.
  if (site.file?.startsWith('wasm:') && name === '') frame.function = /wasm-function\[\d+\]/.exec(site.text)[0]
  if (site.isAsync) frame.async = true
  return frame
}

function nameOfCall({ type: typeOfThis, text, function: name, method, isToplevel, isNative, isConstructor }) {
  if (isConstructor) return `new ${name || '<anonymous>'}`
  // For a static method, V8's call sites contain the class only in their text.
  const owner = /^(?:async )?([\w$]+)\./.exec(text)?.[1]
  const type = typeOfThis === 'Function' && owner !== undefined ? owner : typeOfThis
  if (isToplevel || isNative || type === null) return name ?? ''
  if (!name) return `${type}.${method || '<anonymous>'}`
  // An inferred name, such as `shop.open`, already contains its owner.
  const full = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${type}.${name}` : name
  // Newer versions do not repeat the name of `get total`.
  const isAlreadyNamed = !method || name === method || name.endsWith(`.${method}`) || !text.includes(` [as ${method}]`)
  return isAlreadyNamed ? full : `${full} [as ${method}]`
}

/** Sets `in_app`: the customer's code is below the app's folder or origin, and in no package. */
export function withInApp(frame, roots = ['/srv/app/', 'file:///srv/app/', 'https://shop.example/']) {
  const isOurs = frame.file !== undefined && roots.some((root) => frame.file.startsWith(root))
  return { ...frame, in_app: isOurs && !frame.native && !/node_modules|vendor|site-packages/.test(frame.file) }
}

/** Replaces the folder that the program ran in by a plausible one, in texts and frames. */
export function replaceAllIn(value, replacements) {
  if (typeof value === 'string') return replacements.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (Array.isArray(value)) return value.map((entry) => replaceAllIn(entry, replacements))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaceAllIn(entry, replacements)]))
}

/** Cuts a Go stack to the calls from the panic on: the recovering functions are above it. */
export function sincePanic(frames) {
  const isPanic = ({ function: name, module }) =>
    module === undefined ? name === 'panic' : module === 'runtime' && /^(?:go)?panic|^sigpanic$/i.test(name)
  return frames.slice(frames.findLastIndex(isPanic) + 1)
}
