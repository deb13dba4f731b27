import type { Worker } from 'node:worker_threads'

/** Waits for the next message of a thread; rejects if it fails, ends or takes too long. */
export function messageOf(thread: Worker, withinMs?: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const tooLate = () => settle(() => reject(new Error(`the thread took more than ${withinMs} ms`)))
    const timer = withinMs === undefined ? undefined : setTimeout(tooLate, withinMs)
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onExit = (code: number) => settle(() => reject(new Error(`the thread ended with code ${code}`)))
    // Out of memory, for example.
    const onError = (error: Error) => settle(() => reject(error))
    const settle = (then: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('exit', onExit).off('error', onError)
      // A thread without a listener would end the process with its error.
      if (thread.listenerCount('error') === 0) thread.on('error', () => {})
      then()
    }
    thread.on('message', onMessage).on('exit', onExit).on('error', onError)
  })
}
