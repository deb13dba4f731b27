const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { transformSync } = require('esbuild')
const { getDefaultConfig } = require('expo/metro-config')
const { fileOfOurs, isFromOurs, packages, sdks } = require('./own-packages')
const { isUnused } = require('./unused')

// For phones; scripts/mobile-page.mjs builds the page.
const config = getDefaultConfig(__dirname, { unstable_beforeAssetSerializationPlugins: [ownDebugId()] })

/** Titles and other tags of the page by components, which surround the whole app. */
const surrounding = /\/react-helmet-async\/lib$/

// No test runs the bundle of a phone: it keeps the order of imports.
config.transformer.getTransformOptions = async () => ({
  transform: { experimentalImportSupport: true, inlineRequires: false },
})
config.watchFolders = [packages, sdks]
config.resolver.resolveRequest = (context, name, platform) => {
  const file = fileOfOurs(name)
  if (file !== undefined) return { type: 'sourceFile', filePath: file }
  if (!context.dev && isUnused(name, context.originModulePath))
    return { type: 'sourceFile', filePath: join(__dirname, 'src/lib/nothing.js') }
  if (surrounding.test(name)) return { type: 'sourceFile', filePath: join(__dirname, 'src/lib/only-children.js') }
  const from = isFromOurs(name, context.originModulePath)
    ? { ...context, originModulePath: join(__dirname, 'index.ts') }
    : context
  return context.resolveRequest(from, name, platform)
}

/** The part of our SDK that gives bundles a debug id; Node 20 does not read its TypeScript. */
function ownDebugId() {
  const source = readFileSync(join(sdks, 'react-native/src/metro.ts'), 'utf8')
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  const made = { exports: {} }
  new Function('require', 'module', 'exports', code)(require, made, made.exports)
  return made.exports.bugleDebugId
}

module.exports = config
