const { join } = require('node:path')
const { getDefaultConfig } = require('expo/metro-config')

const packages = join(__dirname, '../../packages')
const config = getDefaultConfig(__dirname)

/** Our packages are used as TypeScript; what they import comes from this app's installation. */
const ours = [
  [/^@bugle\/api-client$/, 'api-client/src/index.ts'],
  [/^@bugle\/protocol\/vocabulary$/, 'protocol/src/vocabulary/index.ts'],
  [/^@bugle\/presentation\/(.+)$/, 'presentation/src/$1.ts'],
]

config.watchFolders = [packages]
config.resolver.resolveRequest = (context, name, platform) => {
  const rule = ours.find(([pattern]) => pattern.test(name))
  if (rule !== undefined) return { type: 'sourceFile', filePath: join(packages, name.replace(...rule)) }
  const isOurs = context.originModulePath.startsWith(packages) && !name.startsWith('.')
  const from = isOurs ? { ...context, originModulePath: join(__dirname, 'index.ts') } : context
  return context.resolveRequest(from, name, platform)
}

module.exports = config
