// Usage: npm run bench -- --dart
//
// Runs sdks/dart/tool/cost.dart on the Dart VM of the tests.
import { fileURLToPath } from 'node:url'
import { Dart, findDart } from '../e2e/sdks/dart.ts'

const found = findDart()
if ('missing' in found) throw new Error(found.missing)
const dart = new Dart(found.path)
const { code, stdout, stderr } = await dart.run([
  fileURLToPath(new URL('../sdks/dart/tool/cost.dart', import.meta.url)),
])
dart.remove()
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code ?? 1
