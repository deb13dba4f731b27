import { addBreadcrumb, read } from '@bugle/core'

let current: string | undefined

/** The screen that was noted last. */
export function currentScreen(): string | undefined {
  return current
}

/** A new client has seen none. */
export function forgetScreen(): void {
  current = undefined
}

/**
 * Notes the screen that is shown, by its name alone, once for each change.
 *
 * @example noteScreen('Checkout')
 */
export function noteScreen(name: string | undefined): void {
  if (typeof name !== 'string' || name === current) return
  addBreadcrumb({ category: 'navigation', message: current === undefined ? name : `${current} → ${name}` })
  current = name
}

/** What is used of React Navigation's container, which is expo-router's, too. */
export interface NavigationContainer {
  isReady(): boolean
  getRootState(): unknown
  addListener(type: 'state', listener: () => void): () => void
}

/**
 * Notes every screen that a router shows: the names of its routes as the program has them (`orders/[id]`), never what
 * stands in their place. Returns what ends it.
 *
 * @example // expo-router, in the root layout
 * const container = useNavigationContainerRef()
 * useEffect(() => watchScreens(container), [container])
 * @example // React Navigation
 * <NavigationContainer ref={container} onReady={() => watchScreens(container)}>
 */
export function watchScreens(container: NavigationContainer): () => void {
  const note = () => {
    try {
      if (container.isReady()) noteScreen(screenOf(container.getRootState()))
    } catch {
      // A router that cannot tell, tells nothing.
    }
  }
  note()
  return container.addListener('state', note)
}

const deepest = 20

/** The names from the outermost navigator to the screen. Those that routers make for themselves begin with two lines. */
function screenOf(root: unknown): string | undefined {
  const names: string[] = []
  let state = root
  for (let depth = 0; state && depth < deepest; depth += 1) {
    const route = read(read(state, 'routes'), String(read(state, 'index') ?? 0))
    const name = read(route, 'name')
    if (typeof name === 'string' && !name.startsWith('__')) names.push(name)
    state = read(route, 'state')
  }
  return names.length === 0 ? undefined : names.join('/')
}
