import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { rootPath } from './install.mjs'

/** Something that a program can use: its declaration, and the comment before it. */
interface Entry {
  name: string
  declaration: string
  /** Markdown. */
  doc: string
  members: Entry[]
}

/** Pages of the JavaScript packages: the package, and the page below `docs` that explains it. */
const packages = {
  browser: 'sdk-browser',
  node: 'sdk-node',
  'react-native': 'sdk-react-native',
  bundler: 'bundlers/vite',
  core: 'adr/0027-sdks-that-do-not-affect-the-host',
}

/** Files of the other SDKs whose public declarations programs use. */
const php = [
  'core/src/Bugle.php',
  'core/src/Scope.php',
  'core/src/Psr3Logger.php',
  'core/src/Monolog',
  'laravel/src/Facades',
  'laravel/src/LogChannel.php',
]
const dart = [
  'core/lib/src/bugle.dart',
  'core/lib/src/options.dart',
  'core/lib/src/scope.dart',
  'core/lib/src/event.dart',
  'core/lib/integrations.dart',
  'core/lib/isolates.dart',
  'flutter/lib/src/bugle_flutter.dart',
  'flutter/lib/src/navigator_observer.dart',
  'flutter/lib/src/screen.dart',
]

/** Writes a page for each SDK from the comments of its declarations. The JavaScript packages must be built. */
export function apiPages(): Record<string, string> {
  const pages: Record<string, string> = {}
  for (const [name, guide] of Object.entries(packages))
    pages[`docs/api/${name}.md`] = page(`@bugle/${name}`, guide, 'ts', entriesOf(name))
  pages['docs/api/php.md'] = page('the PHP packages', 'sdk-php', 'php', phpSections())
  pages['docs/api/dart.md'] = page('the Dart packages', 'sdk-dart', 'dart', dartSections())
  return pages
}

function page(title: string, guide: string, language: string, sections: [string, Entry[]][]): string {
  const parts = sections.filter(([, entries]) => entries.length > 0)
  const textOf = (entry: Entry, level: number): string =>
    [
      `${'#'.repeat(level)} ${entry.name}`,
      fenced(language, entry.declaration),
      entry.doc,
      ...entry.members.map((member) => textOf(member, level + 1)),
    ]
      .filter(Boolean)
      .join('\n\n')
  return `# API of ${title}

Made from the comments of the code by \`npm run generate\`. [The guide](../${guide}.md) explains how the parts work together.

${parts.map(([name, entries]) => `## ${name}\n\n${entries.map((entry) => textOf(entry, 3)).join('\n\n')}`).join('\n\n')}
`
}

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

/** Reads the types of a built package, by entry. */
function entriesOf(sdk: string): [string, Entry[]][] {
  const folder = join(rootPath, `sdks/javascript/${sdk}/dist`)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { import?: { types: string } }>
  }
  const entries = Object.entries(exports).flatMap(([path, { import: esm }]) =>
    esm ? [{ path, file: join(folder, esm.types) }] : [],
  )
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, strict: true, types: ['node'] },
  )
  const checker = program.getTypeChecker()
  /** An export is described where it is first seen: the main entry comes first. */
  const seen = new Set<ts.Symbol>()
  return entries.map(({ path, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)
    const found = (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const [declaration] = symbol.declarations ?? []
      if (!declaration || seen.has(symbol)) return []
      seen.add(symbol)
      return [entryOf(exported.name, symbol, declaration, checker)]
    })
    return [path === '.' ? `@bugle/${sdk}` : `@bugle/${sdk}${path.slice(1)}`, sorted(found)]
  })
}

/** Functions first: they are what one looks for. */
function sorted(entries: Entry[]): Entry[] {
  const rank = ({ declaration }: Entry) => (/^(function|const)/.test(declaration) ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

function entryOf(name: string, symbol: ts.Symbol, declaration: ts.Declaration, checker: ts.TypeChecker): Entry {
  const members =
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? [...declaration.members].flatMap((member): Entry[] => {
          const own = member.name && checker.getSymbolAtLocation(member.name)
          if (!own || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) return []
          return [{ name: own.name, declaration: textOf(member), doc: docOf(own, checker), members: [] }]
        })
      : []
  const head = members.length > 0 ? textOf(declaration).replace(/\s*\{.*/s, '') : textOf(declaration)
  return { name, declaration: head, doc: docOf(symbol, checker), members }
}

/** The declaration without comments and words that every declaration has. */
function textOf(node: ts.Node): string {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const text = ts
    .createPrinter({ removeComments: true })
    .printNode(ts.EmitHint.Unspecified, statement, node.getSourceFile())
  return text.replace(/^(export |declare )+/, '').replace(/;$/, '')
}

function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const tags = symbol
    .getJsDocTags(checker)
    .map(({ name, text: parts }) => ({ name, text: ts.displayPartsToString(parts) }))
  return [text, ...tags.map(({ name, text }) => tagOf(name, text, 'ts'))].filter(Boolean).join('\n\n')
}

function tagOf(name: string, text: string, language: string): string {
  if (name === 'example') return fenced(language, text.trim())
  if (name === 'returns' || name === 'return') return `Returns ${text}.`.replace(/\.\.$/, '.')
  const [parameter, ...words] = text.split(/\s+/)
  return name === 'param' && words.length > 0 ? `\`${parameter}\`: ${words.join(' ')}.` : ''
}

function phpSections(): [string, Entry[]][] {
  const classes = filesBelow('sdks/php', php, '.php').map((file) => {
    const code = readFileSync(join(rootPath, 'sdks/php', file), 'utf8')
    const space = /^namespace ([\w\\]+);/m.exec(code)?.[1]
    const comment = String.raw`(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?`
    const [, about = '', name = ''] =
      new RegExp(`${comment}(?:#\\[[^\\n]*\\]\\s*)*(?:final |abstract |readonly )*class (\\w+)`).exec(code) ?? []
    const methods = code.matchAll(
      new RegExp(
        `${comment}(?:#\\[[^\\n]*\\]\\s*)*public ((?:static )?function (\\w+)\\([^{;]*?\\)(?::\\s*[^{;]+)?)\\s*[{;]`,
        'g',
      ),
    )
    const members = [...methods].flatMap(([, doc = '', declaration = '', method = '']): Entry[] =>
      /@internal|@inheritdoc/i.test(doc) || (method.startsWith('__') && method !== '__construct')
        ? []
        : [{ name: method, declaration: oneLine(declaration), doc: phpDoc(doc), members: [] }],
    )
    return {
      sdk: file.split('/')[0]!,
      name: `${space}\\${name}`,
      declaration: `class ${name}`,
      doc: phpDoc(about),
      members,
    }
  })
  return [...new Set(classes.map(({ sdk }) => sdk))].map((sdk) => [
    sdk === 'core' ? 'bugle/bugle-php' : `bugle/${sdk}`,
    classes.filter((one) => one.sdk === sdk),
  ])
}

function phpDoc(comment: string): string {
  const text = comment.replaceAll(/^[ \t]*\*?[ \t]?/gm, '').trim()
  const [about = '', ...tags] = text.split(/^@/m)
  return [
    about.trim(),
    ...tags.map((tag) =>
      tag
        .trim()
        .replace(/^(\w+)\s*/, '$1\n')
        .split('\n'),
    ),
  ]
    .map((part) => (typeof part === 'string' ? part : phpTag(part[0]!, part.slice(1).join('\n'))))
    .filter(Boolean)
    .join('\n\n')
}

function phpTag(name: string, text: string): string {
  if (name === 'example') return fenced('php', text.trim())
  if (name === 'return') {
    const [type, ...words] = text.split(/\s+(?![^<{(]*[>})])/)
    return words.length > 0 ? `Returns \`${type}\`: ${words.join(' ')}.` : ''
  }
  const [, type, variable, words] = /^(.+?)\s+(\$\w+)\s*(.*)$/s.exec(text) ?? []
  return name === 'param' ? `\`${variable}\` (\`${type}\`)${words ? `: ${oneLine(words)}.` : ''}` : ''
}

function dartSections(): [string, Entry[]][] {
  return filesBelow('sdks/dart', dart, '.dart').map((file) => [
    file.replace(/^core\/lib\/(src\/)?/, 'bugle: ').replace(/^flutter\/lib\/(src\/)?/, 'bugle_flutter: '),
    dartEntries(readFileSync(join(rootPath, 'sdks/dart', file), 'utf8').split('\n')),
  ])
}

/** Declarations with a comment, at the beginning of a line or, as members, two spaces in. */
function dartEntries(lines: string[]): Entry[] {
  const found: Entry[] = []
  let doc: string[] = []
  for (const [index, line] of lines.entries()) {
    const comment = /^\s*\/\/\/ ?(.*)$/.exec(line)
    if (comment) doc.push(comment[1]!)
    else if (!/^\s*@/.test(line)) {
      const isMember = line.startsWith('  ')
      const declaration = doc.length > 0 ? dartDeclaration(lines.slice(index, index + 30).join('\n')) : ''
      const name = dartName(declaration)
      const about = doc.join('\n').trim()
      doc = []
      if (!name || name.startsWith('_') || /^\s{3}/.test(line)) continue
      const entry = { name, declaration, doc: about, members: [] }
      if (isMember) found.at(-1)?.members.push(entry)
      else found.push(entry)
    }
  }
  return found.filter(({ declaration }) => !/^(library|import|export|part)\b/.test(declaration))
}

/** Cuts a declaration off before its body or value. */
function dartDeclaration(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const rest = text.slice(at)
    if (depth === 0 && /^(;|\{| =>| = | async| sync|\n\n)/.test(rest)) return oneLine(text.slice(0, at))
    if ('([<{'.includes(text[at]!)) depth += 1
    else if (')]}'.includes(text[at]!) || (text[at] === '>' && text[at - 1] !== '=')) depth -= 1
  }
  return oneLine(text.slice(0, 200))
}

function dartName(declaration: string): string | undefined {
  const kind = /\b(?:class|enum|typedef|extension|mixin) (\w+)/.exec(declaration)
  return kind?.[1] ?? /([\w.]+)\s*(?:<[^(]*>)?\(/.exec(declaration)?.[1] ?? /(\w+)$/.exec(declaration)?.[1]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function filesBelow(folder: string, paths: string[], end: string): string[] {
  return paths.flatMap((path) =>
    path.endsWith(end)
      ? [path]
      : readdirSync(join(rootPath, folder, path))
          .filter((file) => file.endsWith(end))
          .sort()
          .map((file) => `${path}/${file}`),
  )
}
