import { Worker } from 'node:worker_threads'

/** Entry points of threads. */
type Entry = 'parse-functions-main' | 'build-index-main'

/** Starts a thread, as built or as source: in tests, where the thread needs the loader of TypeScript itself. */
export function startThread(entry: Entry, maxHeapMb: number): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }
  const url = new URL(`./${entry}`, import.meta.url).href
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${url}.js`), options)
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import('${url}.ts') })`
  return new Worker(code, { ...options, eval: true })
}
