import { isGenerated, type Position } from './generated-name.ts'

/** Longer names stay as they are, which bounds the work of expressions that are not linear. */
export const maxLength = 300

/** Matches the folder of a compiled container of Symfony. */
export const container = /^Container[A-Za-z0-9_]{7}$/

/** Removes the version of a library, a container's hash or a commit from the name of a directory. */
export function stableDirectory(name: string): string {
  if (name.length > maxLength) return name
  const bare = name
    .replace(/@v?\d[\w.-]*$/, '')
    .replace(/-v?\d+\.\d+[\w.+]*(?:-(?:py|cp)\d[\w.]*)*(?:-\w+-\w+\.whl)?(?:\.egg)?$/, '')
    .replace(container, 'Container')
    .replace(/_PR-\d+$/, '')
  return withoutTail(bare, 'anywhere')
}

/** Directories in which bundlers write files that only a hash names. */
const outputs = new Set(['chunks', '_nuxt', 'nodes', 'deps', 'assets', '_astro', 'immutable', 'entry', 'build'])

/**
 * Removes content hashes: `app.3f9a1c2b.js`, `index-BxK3fQ2a.js` → `app.js`, `index.js`; a name that is only a hash becomes
 * `*`.
 */
export function stableFile(name: string, directory = ''): string {
  if (name.length > maxLength) return name
  const bare = name
    .replace(/@v?\d[\w.-]*$/, '')
    .replace(/^<(ipython-input|command)-.*>$/, '<$1>')
    .replace(/^ipython-input-\d+-\d+(?=\.py$)/, 'ipython-input')
    .replace(/^\(eval \d+\)$/, '(eval)')
    .replace(/(?<=\.js)_\d+\.part(?=\.js$)/, '')
    .replace(/(?<=Ghost|Proxy)[0-9a-f]{7}(?=\.php$)|(?<=\.so)(?:\.\d+)+$/, '')
  const extension = extensions.exec(bare)?.[0] ?? ''
  const isScript = /\.(?:[cm]?js|css)$/.test(extension)
  const position: Position = isScript ? 'suffix' : 'anywhere'
  let stem = bare.slice(0, bare.length - extension.length)
  if (isScript && stem.endsWith('._')) stem = stem.slice(0, -2)
  stem = withoutTail(withoutTail(stem, position), position).replace(/^[0-9a-f]{32,64}_\d+\./, '')
  if (isScript) stem = withoutHead(stem)
  const isHash =
    isGenerated(stem, isScript && outputs.has(directory) ? 'whole' : 'anywhere') ||
    (isScript ? /^(?:[0-9a-f]{6,40}|\d+)$/i.test(stem) : /^(?:[0-9a-f]{32,64}|\d{8,}|command-\d+-\d+)$/.test(stem))
  return `${isHash ? '*' : stem}${isScript ? extension.replace('.min.', '.') : extension}`
}

const extensions = /(?:\.(?:min|chunk|bundle|part|worker|module|server|client))*\.[a-z]{1,5}$/

/** Lengths of hashes in which bundlers use `-` and `_` as letters. */
const lengthsOfBase64 = [8, 10, 7, 16, 20, 21, 22]

/** Removes a hash behind a separator at the end of a name. */
export function withoutTail(stem: string, position: Position): string {
  for (const length of lengthsOfBase64) {
    const at = stem.length - length
    const separator = stem[at - 1]
    if (at < 2 || (separator !== '-' && separator !== '.')) continue
    const tail = stem.slice(at)
    if (/[_-]/.test(tail) && /^[A-Za-z0-9_-]+$/.test(tail) && isGenerated(tail, position)) return stem.slice(0, at - 1)
  }
  const last = /[.~_-]+([A-Za-z0-9]{6,128})$/.exec(stem)
  if (last === null || last.index === 0) return stem
  return isGenerated(last[1]!, position) || (position === 'suffix' && /^(?:\d{6,}|(?=.*\d)[A-Z2-7]{8})$/.test(last[1]!))
    ? stem.slice(0, last.index)
    : stem
}

/** Removes a hash in base 16 before the name of a file. */
function withoutHead(stem: string): string {
  const head = /^([0-9a-f]{8,64})[.-](?=.)/.exec(stem)
  return head !== null && isGenerated(head[1]!, 'suffix') ? stem.slice(head[0].length) : stem
}

/** Matches what frameworks append to the class that they derive another from, each with its numbers. */
const derived =
  /\$\$(?:Enhancer(?:BySpringCGLIB|ByGuice)|SpringCGLIB|FastClassBy(?:SpringCGLIB|Guice)|Lambda).*$|\$(?:HibernateProxy|ByteBuddy|MockitoMock)\$.*$|_\$\$_(?:jvst|javassist).*$|\$AjcClosure\d+$/

/** Matches what compilers count or number at random, behind the part that stays. */
const numbered =
  /(_closure|\$eval|\$\$\$view|\$lambda)-?\d+(?=$|\$)|(?<=^plugin\/unnamed)-[0-9a-f]{40}$|\/0x[0-9a-f]{8,16}$|[.+]_Closure\$__[\d-]+$|(?<=^Template)[0-9a-f]{10}$/g

/** Returns a class or import path without additions of compilers and containers. */
export function stableClass(module: string): string {
  if (module.length > maxLength) return module
  const known = module
    .replace(derived, '')
    .replace(numbered, '$1')
    .replace(/(?<=<RegexGenerator_g>)F[0-9A-F]{64}__/, '')
    .replace(/\$\$ExternalSyntheticLambda\d+$/, '')
    .replace(/(?:GeneratedMethodAccessor|GeneratedConstructorAccessor|\$Proxy)\d+/, 'Generated')
    .replace(/@v?\d+[\w.-]*/, '')
    .replace(/[.+]<>c(?:__DisplayClass\w*)?$/, '')
    .replace(/(<\w+>)[a-z]__\w*$/, '$1')
    .replace(/^__TwigTemplate_[0-9a-f]{32,64}/, '__TwigTemplate')
    .replace(/^Container[A-Za-z0-9_]{7}(?=\\)/, 'Container')
    .replace(/(Ghost|Generated|Proxy)[0-9a-f]{7,32}$/, '$1')
    .replace(/((?:^|[.$])(?:Script|_run_closure)|ForCodegenStage)\d+(?=$|\$)/g, '$1')
    .replace(/__?\d{2,}(?:_\d+)*$|(?<=Proxy)_\d+$|__\d+$/, '')
    .replace(/\$\d+/g, '')
  const named = known.replace(
    /(?<=[\w\]])[_$]+([A-Za-z0-9]{6,64})(?=$|[.$])|_([A-Za-z0-9]{6,64})(?=_jsp$|_EOImpl$)/g,
    (part, one, two) => (isGenerated(one ?? two, 'suffix') ? '' : part),
  )
  return named.replace(/(?<=[A-Za-z]{3})\d{6,}$/, '')
}
