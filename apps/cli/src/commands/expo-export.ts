import type { Context } from '../context.ts'
import { runNpx } from '../run-npx.ts'
import { type ExpoUploadOptions, run as upload } from './expo-upload.ts'

interface ExportOptions extends ExpoUploadOptions {
  dir: string
}

/** Runs `expo export` with source maps, and uploads them. */
export async function run(context: Context, args: string[], options: ExportOptions): Promise<void> {
  await runNpx(context, ['expo', 'export', '--source-maps', '--output-dir', options.dir, ...args])
  await upload(context, options.dir, options)
}
