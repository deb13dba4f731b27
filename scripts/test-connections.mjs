// Usage: import { maxConnections } from './test-connections.mjs'
//
// Bounds of the database connections of all tests, in one place: the PostgreSQL that the server's tests share allows as many.

/** Test files that run at once. */
export const maxWorkers = 4
/** Servers that a test file starts at most; startServer() refuses more. */
export const serversPerFile = 12
/** Connections of one of them: its pool, and one for each role that listens. */
export const poolSize = 6
const connectionsPerServer = poolSize + 2
/** Connections of files that open some by themselves, and those that PostgreSQL keeps for its superuser. */
const others = 30

export const maxConnections = maxWorkers * serversPerFile * connectionsPerServer + others
