import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { FunctionParser, SymbolReader } from '../domains/artifacts/index.ts'
import { startThread } from '../start-thread.ts'

/** Creates the reader of source maps, with the thread that parses sources for it. */
export function createSymbolReader(
  db: Database,
  config: Config,
  logger: Logger,
): { symbols: SymbolReader; close(): void } {
  const onFailed = (error: Error) =>
    logger.warn({ err: error }, 'the functions of a source could not be found; its frames have the names of the map')
  const parser = new FunctionParser({ startThread: () => startThread('parse-functions-main', 256), onFailed })
  const symbols = new SymbolReader({ db, cacheBytes: config.BUGLE_SYMBOL_CACHE, parser })
  return { symbols, close: () => parser.close() }
}
