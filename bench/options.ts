import { parseArgs } from 'node:util'

/** Size of a run. Quick suits a check after a change, the full run docs/benchmarks.md. */
export interface Options {
  quick: boolean
  save: boolean
  /** Events to store between the two measurements of cost; 0 skips them. */
  growth: number
  seed: number
  projects: number
  connections: number
  floorSeconds: number
  warmUpSeconds: number
  saturationSeconds: number
  /** Rounds of saturation alternating with the floor, and of half load. */
  rounds: number
  halfLoadSeconds: number
  burstSeconds: number
  /** Requests of each kind for the read figures. */
  reads: number
  /** Events and issues to load before the read figures; 0: those of the run itself. */
  preload: number
  preloadIssues: number
  /** Pid of the postmaster when DATABASE_URL is on this machine. */
  postmaster: number | undefined
}

export const usage = `Usage: npm run bench -- [options]
  --quick               under a minute, without the rows that need many events
  --save                write docs/benchmarks.md
  --five-million        also the cost of an event and the reads at five million stored (half an hour)
  --growth N            the same at N stored
  --preload N           events under the reading rows (1000000; 0 with --quick)
  --seed N --projects N --connections N
  --postmaster PID      with DATABASE_URL on this machine: whose CPU time is the database's
  --clients instead: what a breadcrumb and the start of the Node SDK cost
  --middleware [NAME …] instead: the effect of the Node SDK on requests without errors (express, fastify, koa, hono)
    --node 22|24|PATH   on this Node; --flag=FLAG: its flags; --sets N: sets of processes (12)`

/** Parses the command line; prints the usage and exits if it is wrong. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      'five-million': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      growth: { type: 'string', default: '0' },
      preload: { type: 'string' },
      seed: { type: 'string', default: '1' },
      projects: { type: 'string', default: '300' },
      connections: { type: 'string', default: '256' },
      postmaster: { type: 'string' },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit()
  }
  const { quick } = values
  return {
    quick,
    save: values.save,
    growth: values['five-million'] ? 5_000_000 : Number(values.growth),
    seed: Number(values.seed),
    projects: Number(values.projects),
    connections: Number(values.connections),
    floorSeconds: quick ? 2 : 5,
    warmUpSeconds: quick ? 2 : 5,
    saturationSeconds: quick ? 4 : 12,
    rounds: quick ? 1 : 3,
    halfLoadSeconds: quick ? 3 : 10,
    burstSeconds: quick ? 3 : 60,
    reads: quick ? 50 : 500,
    preload: Number(values.preload ?? (quick ? 0 : 1_000_000)),
    preloadIssues: 5000,
    postmaster: values.postmaster === undefined ? undefined : Number(values.postmaster),
  }
}
