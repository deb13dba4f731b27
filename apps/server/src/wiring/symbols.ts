import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { FunctionParser, SymbolReader } from '../domains/artifacts/index.ts'
import type { ObjectPayloads } from '../domains/objects/index.ts'
import { startThread } from '../start-thread.ts'

/**
 * Creates the reader of source maps, with the thread that parses sources for it.
 *
 * @param share the part of the cache that it may fill: a process may have several readers
 */
export function createSymbolReader(
  { db, objects, share = 1 }: { db: Database; objects: ObjectPayloads; share?: number },
  config: Config,
  logger: Logger,
): { symbols: SymbolReader; close(): void } {
  const onFailed = (error: Error) =>
    logger.warn({ err: error }, 'the functions of a source could not be found; its frames have the names of the map')
  const parser = new FunctionParser({ startThread: () => startThread('parse-functions-main', 256), onFailed })
  const symbols = new SymbolReader({ db, objects, cacheBytes: config.BUGLE_SYMBOL_CACHE * share, parser })
  return { symbols, close: () => parser.close() }
}
