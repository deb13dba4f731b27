/** The command that installs the plugin for bundlers from this server. */
export function bundlerInstall(origin: string): string {
  return `npm i -D ${origin}/sdk/npm/bugle-bundler.tgz`
}

/** A configuration of Vite with the plugin; the other bundlers import it under their own name. */
export function viteConfig(origin: string, projectId: string): string {
  return `import { bugle } from '@bugle/bundler/vite'

export default {
  plugins: [bugle({ url: '${origin}', project: '${projectId}' })],
}`
}
