import { captureException, read } from '@bugle/core'

type ErrorHandler = (error: unknown, instance: unknown, info: string) => void

interface App {
  // biome-ignore lint/suspicious/noExplicitAny: Vue's own type names what it hands over, which nothing here uses
  config: { errorHandler?: any }
}

/**
 * A plugin for Vue 3: what components, watchers and hooks throw is reported, then told to your `errorHandler`, or
 * printed as Vue would. Use it after you have set one.
 *
 * @example createApp(Shop).use(bugleVue).mount('#app')
 */
export const bugleVue = {
  install(app: App): void {
    const former: ErrorHandler = app.config.errorHandler ?? ((error) => console.error(error))
    const handler: ErrorHandler = (error, instance, info) => {
      captureException(error, {
        mechanism: { type: 'vue', handled: false },
        extra: { component: nameOf(instance), where: info },
      })
      former(error, instance, info)
    }
    app.config.errorHandler = handler
  },
}

function nameOf(instance: unknown): unknown {
  const options = read(instance, '$options')
  return read(options, 'name') ?? read(options, '__name')
}
