import type { Context } from './context.ts'

/** A module of `commands/`: loaded when its command runs, so that starting stays cheap. */
export interface CommandModule {
  // biome-ignore lint/suspicious/noExplicitAny: each module names its own arguments, which Commander cannot know
  run(context: Context, ...given: any[]): Promise<void>
}

/** Binds the module of a command to its declaration. */
export type Bind = (load: () => Promise<CommandModule>) => (...given: unknown[]) => Promise<void>
