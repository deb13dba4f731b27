import { isGenerated, type Position } from './generated-name.ts'
import { wordiness } from './letter-model.ts'

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
  return withoutTokens(withoutTail(bare, 'anywhere'))
}

/**
 * Removes generated parts and versions from within a name, whatever stands around them:
 * `acme-forms-npm-4.29.1-15f8bd3404-2fd0cc2279.zip`. A name that has nothing else stays.
 */
function withoutTokens(name: string): string {
  if (!/\d/.test(name) || name.length < 8) return name
  const undated = name.replace(dated, '')
  return /[A-Za-z]{3}/.test(undated) ? withoutGenerated(undated) : name
}

/** Matches a date, with or without a time of day, behind a separator. */
const dated =
  /(?<=[A-Za-z0-9])[-_.](?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:[0-2]\d|3[01])(?:[-_.T]?[0-2]\d(?:[-_.]?[0-5]\d){1,2})?(?=$|[-_.])/g

function withoutGenerated(name: string): string {
  const kept = name.replace(
    /(?<=[A-Za-z0-9])[-_.~@+=]+(?:v?\d+(?:\.\d+)+|[A-Za-z0-9]{6,64})(?=[-_.~@+=]|$)/g,
    (part) => {
      const token = part.replace(/^[-_.~@+=]+/, '')
      return /^v?\d+(?:\.\d+)+$/.test(token) || /^\d{6,}$/.test(token) || isGenerated(token, 'anywhere') ? '' : part
    },
  )
  return /[A-Za-z]{3}/.test(kept) ? kept : name
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
    // Code that a library made at run time: `<decorator-gen-12>`.
    .replace(/^<([A-Za-z][\w. -]{0,60}?)[-_ ](?:\d+|[0-9a-f]{8,64})>$/, '<$1>')
    .replace(/~\d+(?=[.~])/g, '')
    .replace(/(?<=[A-Za-z])(?:[-_.]\d{1,20}){3,12}(?=\.[a-z]{1,5}$)/, '')
    .replace(/(?<=\.js)_\d+\.part(?=\.js$)/, '')
    .replace(/(?<=Ghost|Proxy)[0-9a-f]{7}(?=\.php$)|(?<=\.so)(?:\.\d+)+$/, '')
  const extension = extensions.exec(bare)?.[0] ?? ''
  const isScript = /\.(?:[cm]?js|css)$/.test(extension)
  const position: Position = isScript ? 'suffix' : 'anywhere'
  let stem = bare.slice(0, bare.length - extension.length)
  if (isScript && stem.endsWith('._')) stem = stem.slice(0, -2)
  stem = withoutTokens(withoutTail(withoutTail(stem, position), position).replace(/^[0-9a-f]{32,64}_\d+\./, ''))
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
    if (/[_-]/.test(tail) && /^[A-Za-z0-9_-]+$/.test(tail) && !beginsWithWord(tail) && isGenerated(tail, position))
      return stem.slice(0, at - 1)
  }
  const last = /[.~_-]+([A-Za-z0-9]{6,128})$/.exec(stem)
  if (last === null || last.index === 0) return stem
  return isGenerated(last[1]!, position) || (position === 'suffix' && /^(?:\d{6,}|(?=.*\d)[A-Z2-7]{8})$/.test(last[1]!))
    ? stem.slice(0, last.index)
    : stem
}

/** Whether a word stands before the hash: `workbox-1d305bb8` has as many letters as a hash of base 64. */
function beginsWithWord(tail: string): boolean {
  const word = /^[a-z]{5,}(?=[_-])/.exec(tail)
  return word !== null && wordiness(word[0], 26) > 0
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
  // Android, before R8 named them.
  const lambda = /^((?:[\w$]{1,100}\.){0,20})-\$\$Lambda\$(\w{1,100})\$[\w-]{20,40}$/.exec(module)
  if (lambda !== null) return `${lambda[1]}${lambda[2]}`
  const known = module
    .replace(derived, '')
    .replace(numbered, '$1')
    .replace(/(?<=<RegexGenerator_g>)F[0-9A-F]{64}__/, '')
    .replace(/\$\$ExternalSyntheticLambda\d+$/, '')
    // The major version in an import path of Go.
    .replace(/\/v\d{1,3}(?=$|[/.])/, '')
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
  return named
    .replace(/(?<=[A-Za-z\d])[$_]{1,3}([A-Za-z0-9]{8,64})(?=$|[$._\\])/g, (part, token) =>
      isGenerated(token, 'anywhere') ? '' : part,
    )
    .replace(/(?<=[A-Za-z]{3}|_)(?=[a-f]*\d)(?:[0-9a-f]{8}|[0-9a-f]{10,64})(?=$|[$._])/g, '')
    .replace(/(?<=[A-Za-z]{3})\d{5,}(?=$|[$.\\])/g, '')
    .replace(/_\d{1,12}(?=_|[A-Z][a-z]+$)/g, '')
    .replace(
      /(?<=(?:Proxy|Generated|Impl|Stub|Accessor|Mock|Wrapper|Subclass|Synthetic|Invoker|Closure|Lambda|Script|Template)[_$]{0,2})\d+(?=$|[$.])/g,
      '',
    )
}
