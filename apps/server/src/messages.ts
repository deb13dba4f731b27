import type pg from 'pg'

/** What the supervisor tells an ingest process, and hears from it. */
export type ChildOrder =
  | { type: 'start'; connection: pg.PoolConfig; lane: number; isAlone: boolean; descriptors: number[] }
  | { type: 'metrics'; text: string }
  | { type: 'drain' }

/** `up` comes first: what is sent to a process before it listens for messages is lost. */
export type ChildMessage = { type: 'up' } | { type: 'listening' } | { type: 'refused'; reason: string }

/** What the supervisor tells the digest worker, and hears from it. */
export type WorkerOrder = { type: 'start'; connection: pg.PoolConfig } | { type: 'stop' }
export type WorkerMessage = { type: 'metrics'; text: string }
