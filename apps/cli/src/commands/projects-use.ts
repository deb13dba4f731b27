import { Context } from '../context.ts'
import { changeProjectFile } from '../project-file.ts'

/** Makes a project the one of this folder, by `bugle.json`. */
export async function run(context: Context, wanted: string): Promise<void> {
  const settings = { ...context.settings, project: { value: wanted, source: 'flag' as const } }
  const { id, name } = await new Context(context.host, settings, context.output).project()
  const path = await changeProjectFile(context.host.directory, { url: context.url, project: id })
  context.output.result({ id, name, path }, () => `Commands below this folder now use ${name} (${id}): ${path}.`)
}
