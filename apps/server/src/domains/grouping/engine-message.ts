/**
 * Recognizes the messages that JavaScript engines write, each with its own wording: a property of null or undefined, a
 * value that is not a function, an undefined name. One error in three browsers has one template.
 *
 * @example engineMessage("Cannot read properties of undefined (reading 'id')") === engineMessage("undefined is not an
 * object (evaluating 'x.id')")
 */
export function engineMessage(message: string): string | undefined {
  const text = message.length > 300 ? message.slice(0, 300) : message
  for (const [pattern, kind] of patterns) {
    const match = pattern.exec(text)
    if (match !== null) return `<engine> ${kind} ${lastName(match[1] ?? '')}`.trim()
  }
  return undefined
}

const patterns: [pattern: RegExp, kind: string][] = [
  [/^Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null) \((?:reading|setting) '([^']*)'\)$/, 'no object for'],
  [/^Cannot (?:read|set) property '([^']*)' of (?:undefined|null)$/, 'no object for'],
  [/^can't access property "([^"]*)"(?: of|, ).{0,200}$/, 'no object for'],
  [/^(?:undefined|null) is not an object \(evaluating '([^']*)'\)$/, 'no object for'],
  [/^(.{0,200}?) is (?:undefined|null)$/, 'no object for'],
  [/^(.{0,200}?) is not a function(?:\. \(In .*)?$/, 'no function'],
  [/^Can't find variable: (\S+)$/, 'not defined'],
  [/^(\S+) is not defined$/, 'not defined'],
  [/^Property '(\S+)' doesn't exist$/, 'not defined'],
  [/^(?:Maximum call stack size exceeded\.?|too much recursion|maximum recursion depth exceeded.{0,80})$/, 'recursion'],
  [
    /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.|Network request failed)$/,
    'no network',
  ],
  [
    /^(?:Unexpected (?:token|end of|identifier).*JSON.*|JSON Parse error: .*|JSON\.parse: .*|Unexpected token .{0,40} is not valid JSON|Unterminated string in JSON.*)$/,
    'bad JSON',
  ],
  [/^(?:Invalid array length|Array size is not a small enough positive integer.*|invalid array length)$/, 'bad length'],
]

/** Returns the last name: one engine prints `e.cart.items`, another `items`. */
function lastName(path: string): string {
  const bare = path.trim()
  return bare.slice(bare.lastIndexOf('.') + 1)
}
