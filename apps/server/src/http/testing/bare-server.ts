import pino, { type Logger } from 'pino'
import { FreeSpace } from '../../lib/free-space.ts'
import { type App, createServer } from '../server.ts'

/** Creates a server without routes, callers and database. */
export function bareServer({
  logger = pino({ level: 'silent' }),
  trustedProxies = 0,
  url = 'http://localhost',
}: {
  logger?: Logger
  trustedProxies?: number
  url?: string
} = {}): Promise<App> {
  return createServer({
    inBucketOf: (_projectId, work) => work(),
    logger,
    trustedProxies,
    url,
    version: 'test',
    authenticate: async () => {
      throw new Error('nobody')
    },
    authorize: async () => {},
    authorizeOrganization: async () => 'owner' as const,
    shares: { perMinute: 1000, atOnce: 10 },
    recordsSpace: new FreeSpace({ read: async () => undefined }),
    isPassing: () => false,
  })
}
