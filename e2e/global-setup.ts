/** Builds what is tested before all tests, once: they run in several processes, which would build it at the same time. */
export async function setup(): Promise<void> {
  const { buildIfChanged } = await import('../scripts/build.mjs')
  await buildIfChanged()
  const { buildSdksIfChanged } = await import('../scripts/build-sdks.mjs')
  await buildSdksIfChanged()
}
