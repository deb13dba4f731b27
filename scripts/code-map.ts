import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerOf, pipelineTables, projectTables, stateTables } from '../apps/server/src/db/table-classes.ts'
import { tableQuestions } from '../apps/server/src/db/table-questions.ts'
import { rootPath } from './install.mjs'

/** Folders whose index.ts, or README.md, opens with what they own and what they never do. */
const areas: [heading: string, folder: string][] = [
  ['Server: domains, and the parts of each', 'apps/server/src/domains'],
  ['Server: what domains stand on', 'apps/server/src'],
  ['Packages', 'packages'],
  ['SDKs', 'sdks'],
  ['Cases that all languages share', 'conformance'],
]
const notSource = new Set(['node_modules', 'dist', 'test', 'testing', 'build', 'vendor', 'make'])

/** Makes docs/code-map.md from the first comment of each index.ts, or the first paragraph of a README.md. */
export function codeMap(): string {
  const seen = new Set<string>()
  const sections = areas.map(([heading, folder]) => {
    const rows = entriesBelow(folder).filter(([name]) => !seen.has(name))
    for (const [name] of rows) seen.add(name)
    return `## ${heading}\n\n| folder | contents |\n|---|---|\n${rows.map(([name, text]) => `| \`${shortened(name, folder)}\` | ${text} |`).join('\n')}\n`
  })
  return `# Code map

Made by \`npm run generate\` from the first comment of each \`index.ts\`, or the first paragraph of a \`README.md\`: correct it there.
[Architecture](../ARCHITECTURE.md) has the ideas.

${sections.join('\n')}`
}

/** Makes docs/tables.md: which table answers what, and which domain writes it. */
export function tablesPage(): string {
  const classes = { project: projectTables, pipeline: pipelineTables, state: stateTables }
  const classOf = (table: string) =>
    Object.entries<readonly string[]>(classes).find(([, tables]) => tables.includes(table))?.[0] ?? 'reference'
  const owners = [...new Set(Object.values(ownerOf))].sort()
  const byOwner = owners.map((owner) => {
    const tables = Object.keys(ownerOf).filter((table) => ownerOf[table] === owner)
    return `| \`${owner}\` | ${tables.map((table) => `\`${table}\` (${classOf(table)})`).join(', ')} |`
  })
  return `# Tables

Made by \`npm run generate\` from \`db/table-questions.ts\` and \`db/table-classes.ts\` of the server.

| question | tables |
|---|---|
${tableQuestions.map(([question, answer]) => `| ${question} | ${answer} |`).join('\n')}

## Owners

Only its owner writes a table. Keys of *project* tables begin with \`project_id\`; *pipeline* tables are distributed by shard;
*state* tables belong to the server that holds events; *reference* tables are small.

| domain | tables |
|---|---|
${byOwner.join('\n')}
`
}

/** Lists folders with a description, each after the one that contains it. */
function entriesBelow(folder: string): [name: string, text: string][] {
  const own = descriptionOf(folder)
  const inner = readdirSync(join(rootPath, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !notSource.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
  return [
    ...(own === undefined ? [] : [[folder, own] as [string, string]]),
    ...inner.flatMap((name) => entriesBelow(join(folder, name))),
  ]
}

function descriptionOf(folder: string): string | undefined {
  const comment = read(`${folder}/index.ts`)?.match(/^\/\*\*([\s\S]*?)\*\//)?.[1]
  if (comment !== undefined)
    return asCell(
      comment
        .split('\n')
        .map((line) => line.replace(/^\s*\*?\s?/, ''))
        .join('\n'),
    )
  if (read(`${folder}/src/index.ts`) !== undefined) return undefined
  const paragraphs = read(`${folder}/README.md`)?.split(/\n\s*\n/)
  const first = paragraphs?.find((paragraph) => !/^[#|`]/.test(paragraph))
  return first === undefined ? undefined : asCell(first)
}

/** Keeps the first paragraph, on one line. */
function asCell(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)[0]!
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
}

function shortened(name: string, area: string): string {
  return name === area ? name : name.slice(area.length + 1).replace(/\/src$/, '')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(rootPath, file), 'utf8')
  } catch {
    return undefined
  }
}
