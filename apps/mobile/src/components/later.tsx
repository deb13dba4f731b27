import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { storage } from '../lib/storage'
import { Skeleton } from './states'

type Load<Module> = () => Promise<Module>

/** Loaders of files that follow the first screen. */
const loads = new Set<Load<unknown>>()

/** Creates a screen whose file is loaded after the first screen, or when it is opened. */
export function laterScreen<Name extends string, Props extends object>(
  load: Load<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  loads.add(load)
  // React's type of lazy components does not follow a name that is a parameter.
  const component = lazy(() => loadOrReload(load).then((module) => ({ default: module[name] })))
  const Screen = component as unknown as ComponentType<Props>
  return (props) => (
    <Suspense fallback={<Waiting />}>
      <Screen {...props} />
    </Suspense>
  )
}

/** A sign that a file is on its way; none in the moment that it usually takes. */
function Waiting() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return isLong && <Skeleton />
}

/** Loads what was not needed yet: then no screen waits, nor misses its file without a network. */
export async function loadLater(): Promise<void> {
  await Promise.all([...loads].map((load) => load().catch(() => {})))
}

/** The server may have another build by now, whose page names other files. */
async function loadOrReload<Module>(load: Load<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const last = Number(storage.get('reloaded') ?? 0)
    if (!navigator.onLine || Date.now() - last < 60_000) throw error
    storage.set('reloaded', String(Date.now()))
    location.reload()
    return new Promise(() => {})
  }
}
