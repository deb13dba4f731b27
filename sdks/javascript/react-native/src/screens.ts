import { addBreadcrumb, read } from '@bugle/core'

let current: string | undefined

/** Returns the screen noted last. */
export function currentScreen(): string | undefined {
  return current
}

/** Forgets the screen; a new client has seen none. */
export function forgetScreen(): void {
  current = undefined
}

/**
 * Notes the shown screen by name; repeated calls with the same name add nothing.
 *
 * @example noteScreen('Checkout')
 */
export function noteScreen(name: string | undefined): void {
  if (typeof name !== 'string' || name === current) return
  addBreadcrumb({ category: 'navigation', message: current === undefined ? name : `${current} → ${name}` })
  current = name
}

/** The part of React Navigation's container, also expo-router's, that is used here. */
export interface NavigationContainer {
  isReady(): boolean
  getRootState(): unknown
  addListener(type: 'state', listener: () => void): () => void
}

/**
 * Notes every screen that a router shows, by route names as the program defines them (`orders/[id]`), never by their
 * values. Returns a function that ends it.
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
      // A router that fails here is ignored.
    }
  }
  note()
  return container.addListener('state', note)
}

const deepest = 20

/**
 * Joins the route names from the outermost navigator to the screen. Names that routers generate begin with two
 * underscores.
 */
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
