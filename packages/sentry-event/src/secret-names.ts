/** Names whose values are secret: Sentry's own list, and that of a project. */
export interface SecretNames {
  isSecret: (name: string) => boolean
  /** Whether a text may hold a secret by its name; cheap, and right about most texts. */
  mayBeIn: (text: string) => boolean
  /** Whether a text may hold any secret, by a name or by its form: one expression for the many texts that hold none. */
  isSuspect: (text: string) => boolean
  /** Replaces the values of secret names in queries, forms and printed structures. */
  hideIn: (text: string, replacement: string) => string
}

const usual =
  'passwo?r?d|passwd|secret|api_?key|apikey|auth(?!or(?!i[sz]))|credentials|mysql_pwd|private_?key|token|bearer'
/** Names that are too common in texts. */
const usualOfKeys = 'session_?id|csrf|xsrf'
/** Credentials of HTTP, and five digits as card numbers have them; both are looked at closely afterwards. */
const formsOfSecrets = 'basic |\\d(?:[ -]?\\d){4}'

/** Names repeat from event to event: looking one up is faster than matching it. */
const maxKnown = 5000

function compile(own: readonly string[]): SecretNames {
  const escaped = own.map((name) => name.replaceAll(/[^\w]/g, '\\$&'))
  const inText = [usual, ...escaped].join('|')
  const key = new RegExp([inText, usualOfKeys].join('|'), 'i')
  const suspect = new RegExp([inText, usualOfKeys, formsOfSecrets].join('|'), 'i')
  // `key=value` of queries and forms, and `'key': 'value'` of printed structures. SDKs write `[Filtered]` themselves.
  const pair = new RegExp(
    `((?:${inText})\\w{0,30}(?:=|["']\\s{0,3}:\\s{0,3}))(\\[\\w{1,20}\\]|"(?:[^"\\\\]|\\\\.){1,500}"|'(?:[^'\\\\]|\\\\.){1,500}'|[^\\s&"',;)}\\]]{1,500})`,
    'gi',
  )
  const known = new Map<string, boolean>()
  const isSecret = (name: string) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const isOne = key.test(name)
    if (known.size >= maxKnown) known.clear()
    if (name.length < 100) known.set(name, isOne)
    return isOne
  }
  return {
    isSecret,
    mayBeIn: (text) => key.test(text),
    isSuspect: (text) => suspect.test(text),
    hideIn: (text, replacement) => {
      const mayHoldPair = text.includes('=') || text.includes(':')
      return mayHoldPair ? text.replaceAll(pair, (_found, name: string) => `${name}${replacement}`) : text
    },
  }
}

const ofNoProject = compile([])
/** Compiled lists of projects, by their text. */
const compiled = new Map<string, SecretNames>()
const maxCompiled = 200

export function secretNamesOf(own: readonly string[] = []): SecretNames {
  if (own.length === 0) return ofNoProject
  const list = own.join('\n')
  const found = compiled.get(list)
  if (found !== undefined) return found
  if (compiled.size >= maxCompiled) compiled.clear()
  const names = compile(own)
  compiled.set(list, names)
  return names
}
