import { captureException, read } from '@bugle/core'

type ErrorHandler = (error: unknown, instance: unknown, info: string) => void

interface App {
  /** Only the part of Vue's own type that is used here. */
  config: { errorHandler?: ((error: never, instance: never, info: never) => unknown) | undefined }
}

/**
 * A plugin for Vue 3. Reports errors of components, watchers and hooks, then passes them to your `errorHandler` or
 * prints them as Vue would. Install it after setting a handler.
 *
 * @example createApp(Shop).use(bugleVue).mount('#app')
 */
export const bugleVue = {
  install(app: App): void {
    const former = (app.config.errorHandler as ErrorHandler | undefined) ?? ((error: unknown) => console.error(error))
    const handler: ErrorHandler = (error, instance, info) => {
      captureException(error, {
        mechanism: { type: 'vue', handled: false },
        extra: { component: nameOf(instance), where: whereOf(info) },
      })
      former(error, instance, info)
    }
    app.config.errorHandler = handler
  },
}

/** Production builds of Vue name the place by the fragment of a URL of its documentation. */
function whereOf(info: unknown): unknown {
  return typeof info === 'string' ? info.replace(/^https:.*#/, '') : info
}

function nameOf(instance: unknown): unknown {
  const options = read(instance, '$options')
  return read(options, 'name') ?? read(options, '__name')
}
