/** Builds once before all tests: test files run in several processes, which would otherwise build concurrently. */
export async function setup(): Promise<void> {
  const { buildIfChanged } = await import('../scripts/build.mjs')
  await buildIfChanged()
  const { buildSdksIfChanged } = await import('../scripts/build-sdks.mjs')
  await buildSdksIfChanged()
}
