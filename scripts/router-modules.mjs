// Usage: import { toModule } from './router-modules.mjs'

const helper =
  /^var __(createBinding|setModuleDefault|importStar|importDefault|exportStar) = [\s\S]*?^(\}\)?\)?(\(\))?;|\};)\n/gm
/** Left after all forms below: the file stays as it is. */
const unread =
  /\bexports\s*[.[,)]|\bmodule\.exports|(?<![.\w])require\((?!\))|\b__(createBinding|importStar|importDefault|exportStar)\b/

/**
 * Turns a file that TypeScript has compiled to CommonJS back into a module. The router is published in that form alone, which holds a
 * bundler to keep each of its files whole, and every component of the libraries that it names.
 *
 * @param {string} code
 * @returns {string | undefined} nothing if the file has a form that TypeScript does not write, or this does not know
 */
export function toModule(code) {
  /** The names of exports inside the module. */
  const inside = new Map()
  const sources = new Map()
  let isKnown = true
  let text = code
    .replace(/^\/\/# sourceMappingURL=.*$/m, '')
    .replace(/^"use strict";\n/, '')
    .replace(helper, '')
    .replace(/^Object\.defineProperty\(exports, "__esModule", \{ value: true \}\);\n/m, '')
    .replace(/^(exports\.\w+ = )+void 0;\n/gm, '')
    .replace(
      /^(?:const|var|let) (\w+) = (?:__importStar|__importDefault)?\(?require\("([^"]+)"\)\)?;$/gm,
      (_, name, source) => {
        sources.set(name, source)
        return `import * as ${name} from ${JSON.stringify(source)};`
      },
    )
    .replace(
      /^exports\.(\w+) = __import(?:Star|Default)\(require\("([^"]+)"\)\);$/gm,
      (_, name, source) => `export * as ${name} from ${JSON.stringify(source)};`,
    )
    .replace(
      /^(?:module\.exports = |__exportStar\()require\((['"])([^'"]+)\1\)(?:, exports\))?;$/gm,
      (_, _quote, source) => `export * from ${JSON.stringify(source)};`,
    )
    .replace(/^require\("([^"]+)"\);$/gm, (_, source) => `import ${JSON.stringify(source)};`)
    .replace(
      /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return (\w+)\.(\w+); \} \}\);$/gm,
      (_, name, module, member) => {
        isKnown &&= sources.has(module)
        return `export { ${member} as ${name} } from ${JSON.stringify(sources.get(module))};`
      },
    )
  const isDeclared = (name) => new RegExp(`^(?:(?:async )?function\\*?|const|let|var|class) ${name}\\b`, 'm').test(text)
  text = text.replace(/^exports\.(\w+) = (\w+);$/gm, (all, name, value) => {
    if (!isDeclared(value)) return all
    inside.set(name, value)
    return ''
  })
  for (const [, name] of text.matchAll(/\bexports\.(\w+) = /g))
    if (!inside.has(name)) inside.set(name, `export_${name}`)
  text = text.replace(/\bexports\.(\w+)\b/g, (all, name) => inside.get(name) ?? all)
  // A constant, which a bundler leaves out if nobody reads it, unless it is assigned inside a statement.
  const assigned = [...inside.values()].filter((name) => {
    if (!name.startsWith('export_') || isDeclared(name)) return false
    const assignments = text.match(new RegExp(`\\b${name} = `, 'g')) ?? []
    if (assignments.length > 1) return true
    const before = text
    text = text.replace(new RegExp(`^(?=${name} = )`, 'm'), 'const ')
    return text === before
  })
  const inner = new Map()
  text = text.replace(/^.*$/gm, (line) =>
    /^\s*(\*|\/\/)/.test(line)
      ? line
      : line.replace(/(?<![.\w])require\((['"])([^'"]+)\1\)/g, (_, _quote, source) => {
          if (!inner.has(source)) inner.set(source, `inner_${inner.size}`)
          return /\.png$/.test(source) ? `${inner.get(source)}.default` : inner.get(source)
        }),
  )
  if (!isKnown || unread.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))) return undefined
  const imports = [...inner].map(([source, name]) => `import * as ${name} from ${JSON.stringify(source)};`)
  const variables = assigned.length === 0 ? [] : [`let ${assigned.join(', ')};`]
  const names = [...inside].map(([name, value]) => (name === value ? name : `${value} as ${name}`))
  return [...imports, ...variables, text, ...(names.length === 0 ? [] : [`export { ${names.join(', ')} };`]), ''].join(
    '\n',
  )
}
