import { type Integration, patch, type Undo } from '@bugle/core'
import { noteThrown } from './page-errors.ts'

type Callable = (...args: unknown[]) => unknown

/** One wrapper per callback, so that a listener added twice is registered once and can be removed. */
const wrappers = new WeakMap<object, Callable>()
const originals = new WeakMap<object, unknown>()
let isInstalled = false
let isRemovalPatched = false

/**
 * Reports what timers, animation frames, listeners and handlers throw, then rethrows it. Gives type, message and stack
 * even for scripts of another origin, about which the browser reveals nothing.
 *
 * @example init({ …, integrations: [callbacks] })
 */
export const callbacks: Integration = {
  name: 'callbacks',
  install() {
    if (isInstalled) return undefined
    isInstalled = true
    patchRemoval()
    const names = ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'queueMicrotask']
    const handled = [XMLHttpRequestEventTarget, XMLHttpRequest, HTMLElement, Document]
    return [
      ...names.map((name) => patchArgument(globalThis, name, 0)),
      patchArgument(EventTarget.prototype, 'addEventListener', 1),
      ...handled.flatMap(({ prototype }) => patchHandlers(prototype)),
      () => {
        isInstalled = false
      },
    ]
  },
}

function wrapped(given: unknown): unknown {
  const isFunction = typeof given === 'function'
  if (!isFunction && (typeof given !== 'object' || given === null)) return given
  let wrapper = wrappers.get(given)
  if (wrapper === undefined) {
    // Named by a property, like the wrapper of `fetch`: stacks leave the frame out by this name.
    wrapper = {
      bugleCallback(this: unknown, ...args: unknown[]): unknown {
        try {
          return isFunction ? given.apply(this, args) : (given as EventListenerObject).handleEvent(args[0] as Event)
        } catch (error) {
          noteThrown(error)
          throw error
        }
      },
    }.bugleCallback
    wrappers.set(given, wrapper)
    // Wrapping a wrapper yields the wrapper.
    wrappers.set(wrapper, wrapper)
    originals.set(wrapper, given)
  }
  return wrapper
}

function patchArgument(owner: object, name: string, index: number): Undo {
  return patch(
    owner as Record<string, Callable>,
    name,
    (former) =>
      function (this: unknown, ...args) {
        // Elsewhere an object is a string of code, or does nothing.
        if (typeof args[index] === 'function' || index === 1) args[index] = wrapped(args[index])
        return former.apply(this, args)
      },
  )
}

/** Never undone: a listener that was added wrapped can only be removed by its wrapper. */
function patchRemoval(): void {
  if (isRemovalPatched) return
  isRemovalPatched = true
  patch(
    EventTarget.prototype,
    'removeEventListener',
    (former) =>
      function (this: EventTarget, ...args) {
        const [type, listener, ...others] = args
        const wrapper = listener && wrappers.get(listener)
        if (wrapper) former.call(this, type, wrapper, ...others)
        // The listener may have been added before the patch.
        former.apply(this, args)
      },
  )
}

/** Wraps handlers set through properties such as `onclick`; reading such a property returns the original handler. */
function patchHandlers(prototype: object): Undo[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, own]) => {
    if (!name.startsWith('on') || !own.get || !own.set || !own.configurable) return []
    const ours: PropertyDescriptor = {
      ...own,
      get() {
        const handler = own.get!.call(this)
        return originals.get(handler) ?? handler
      },
      set(handler) {
        own.set!.call(this, typeof handler === 'function' ? wrapped(handler) : handler)
      },
    }
    Object.defineProperty(prototype, name, ours)
    return () => {
      if (Object.getOwnPropertyDescriptor(prototype, name)?.set === ours.set)
        Object.defineProperty(prototype, name, own)
    }
  })
}
