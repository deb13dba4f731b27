// Writes the files generated from code, or checks them, on a database made for it. Usage: see generate.mjs
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes, messageOf, statusOf } from '@bugle/protocol'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { describeSettings, readConfig } from '../apps/server/src/config.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../apps/server/src/db/embedded/index.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { createHttpRole } from '../apps/server/src/http-role.ts'
import { makeLogger } from '../apps/server/src/logger.ts'
import { version } from '../apps/server/src/version.ts'
import { buildSdksIfChanged } from './build-sdks.mjs'
import { codeMap, tablesPage } from './code-map.ts'
import { bin, rootPath } from './install.mjs'
import { apiPages } from './sdk-api.ts'
import { sizeFiles } from './sdk-sizes.mjs'

const isCheck = process.argv.includes('--check')
const directory = mkdtempSync(join(tmpdir(), 'bugle-generate-'))
const embedded = await startEmbeddedDatabase({
  dataDirectory: directory,
  sharedBuffersMb: 16,
  log: { info: () => {}, warn: () => {} },
})
const db = openDatabase({ connection: embedded.connection, connections: 4 })
await migrate(db)

const document = await openApi(db, embedded)
await buildSdksIfChanged()
const files: Record<string, string> = {
  'docs/openapi.json': document,
  'packages/api-client/src/schema.ts': await clientTypes(document),
  'docs/errors.md': errors(),
  'docs/configuration.md': configuration(),
  'docs/code-map.md': codeMap(),
  'docs/tables.md': tablesPage(),
  ...(await sizeFiles()),
  ...apiPages(),
}

await embedded.stop()
rmSync(directory, { recursive: true, force: true })

const stale = Object.entries(files).filter(([file, text]) => read(file) !== text)
for (const [file, text] of stale) {
  if (isCheck) console.error(`${file} is out of date; run npm run generate`)
  else writeFileSync(join(rootPath, file), text)
}
process.exit(isCheck && stale.length > 0 ? 1 : 0)

async function openApi(db: Database, { connection }: EmbeddedDatabase): Promise<string> {
  const config = readConfig({ BUGLE_DATA: directory })
  const logger = makeLogger({ BUGLE_LOG_LEVEL: 'silent' })
  const { app, close } = await createHttpRole({
    config,
    db,
    connection,
    logger,
    shard: 0,
    isAlone: true,
    version,
  })
  await app.ready()
  const text = formatted('docs/openapi.json', app.openapiText)
  await close()
  return text
}

/** Generates the API client's types. */
async function clientTypes(openapi: string): Promise<string> {
  const text = astToString(await openapiTypescript(JSON.parse(openapi), { emptyObjectsUnknown: true }))
  return formatted(
    'packages/api-client/src/schema.ts',
    `// Made from docs/openapi.json by npm run generate.\n\n${text}`,
  )
}

function errors(): string {
  const rows = errorCodes.map((code) => `| \`${code}\` | ${statusOf(code)} | ${messageOf(code)} |`)
  return `# Error codes

Every error, from every route, is \`{ "code", "message", "errors"?, "request_id" }\`. Branch on \`code\`; \`message\` is for people
and may change. 429 and 503 carry \`Retry-After\`.

| code | status | meaning |
|---|---|---|
${rows.join('\n')}
`
}

function configuration(): string {
  const rows = describeSettings().map(
    ({ name, default: value, what, why }) => `| \`${name}\` | ${value} | ${what} | ${why} |`,
  )
  return `# Configuration

Settings are environment variables; \`npm start -- --help\` prints this table. A wrong value refuses the start and names the
variable.

| setting | default | what | why this default |
|---|---|---|---|
${rows.join('\n')}
`
}

/** Formats text as the formatter would in that file. */
function formatted(file: string, text: string): string {
  const { stdout } = spawnSync(bin('biome'), ['format', `--stdin-file-path=${join(rootPath, file)}`], {
    encoding: 'utf8',
    input: text,
    cwd: rootPath,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(rootPath, file), 'utf8')
  } catch {
    return undefined
  }
}
