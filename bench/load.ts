import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WorkloadOptions } from './events.ts'
import type { FromLoad, LoadOrder, LoadResult, Sample, ToLoad } from './load-order.ts'

/** A load generator in a process of its own, so that its CPU time is separate. */
export class LoadGenerator {
  readonly projects: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, projects: number) {
    this.#child = child
    this.projects = projects
  }

  /** Starts the process and waits until it has generated its events. */
  static async start(workload: WorkloadOptions): Promise<LoadGenerator> {
    const child = forkTypeScript('./load-process.ts', [JSON.stringify(workload)])
    await once(child, 'message')
    return new LoadGenerator(child, workload.projects)
  }

  /** Executes one order. */
  run(order: Pick<LoadOrder, 'port' | 'tokens' | 'shape'> & Partial<LoadOrder>, onSample?: (sample: Sample) => void) {
    const message: ToLoad = { type: 'run', order: { sampleEvery: 0, daysBack: 0, releasesInTurn: false, ...order } }
    return new Promise<LoadResult>((resolve, reject) => {
      const ended = () => reject(new Error('the load generator ended'))
      const onMessage = (message: FromLoad) => {
        if (message.type === 'sample') return onSample?.(message.sample)
        this.#child.off('message', onMessage)
        this.#child.off('exit', ended)
        if (message.type === 'done') resolve(message.result)
        else reject(new Error(message.type === 'failed' ? message.message : 'unexpected message'))
      }
      this.#child.on('message', onMessage)
      this.#child.once('exit', ended)
      this.#child.send(message)
    })
  }

  close(): void {
    this.#child.kill()
  }
}

/** Forks a TypeScript file of this folder. */
export function forkTypeScript(file: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
  })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}
