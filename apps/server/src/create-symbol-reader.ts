import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { FunctionParser, SymbolReader } from './domains/artifacts/index.ts'

/** Creates the reader of source maps, with the thread that parses sources for it. */
export function createSymbolReader(
  { kysely: db }: Database,
  config: Config,
  logger: Logger,
): { symbols: SymbolReader; close(): void } {
  const onFailed = (error: Error) =>
    logger.warn({ err: error }, 'the functions of a source could not be found; its frames have the names of the map')
  const parser = new FunctionParser({ startThread, onFailed })
  const symbols = new SymbolReader({ db, cacheBytes: config.BUGLE_SYMBOL_CACHE, parser })
  return { symbols, close: () => parser.close() }
}

const entry = new URL('./parse-functions-main', import.meta.url).href

/** Starts the thread, as built or as source: in tests, where the thread needs the loader of TypeScript itself. */
function startThread(): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: 256 } }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${entry}.js`), options)
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import('${entry}.ts') })`
  return new Worker(code, { ...options, eval: true })
}
