/** Before all tests of the built product, once: they run in several processes. */
export async function setup(): Promise<void> {
  const { buildSdksIfChanged } = await import('../scripts/build-sdks.mjs')
  await buildSdksIfChanged()
}
