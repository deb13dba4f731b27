import type { Engine, FoundFrame } from './frame.ts'

/** Whether a frame is the customer's own code, judged by its place and its name alone. */
export function isInApp(frame: FoundFrame, engine: Engine): boolean {
  if (frame.native) return false
  switch (engine) {
    case 'java':
      return !startsWithAny(frame.module ?? '', javaLibraries)
    case 'dotnet':
      return !startsWithAny(frame.module ?? '', dotnetLibraries)
    case 'go':
      return isInAppGo(frame)
    default:
      return frame.file !== undefined && frame.file !== '' && rules[engine](frame.file)
  }
}

const rules: Record<Exclude<Engine, 'java' | 'dotnet' | 'go'>, (file: string) => boolean> = {
  v8: isInAppScript,
  spidermonkey: isInAppScript,
  javascriptcore: isInAppScript,
  hermes: isInAppScript,
  php: (file) => !isPackage(file) && !file.startsWith('/usr/share/php/') && !file.startsWith('phar://'),
  python: (file) =>
    !isPackage(file) && !file.startsWith('<frozen ') && !file.startsWith('<__') && !isPythonLibrary(file),
  ruby: (file) => !isPackage(file) && !file.startsWith('<internal:') && !isRubyLibrary(file),
  dart: isInAppDart,
  objects: (file) =>
    isInAppScript(file) && !isPythonLibrary(file) && !isRubyLibrary(file) && (!isDartUri(file) || isInAppDart(file)),
  unknown: isInAppScript,
}

/** Folders that hold what others wrote, whatever the language. */
const foreignFolders = [
  'node_modules/',
  'vendor/',
  'site-packages/',
  'dist-packages/',
  'gems/',
  '@bugle/',
  '.pub-cache/',
  '.yarn/',
]

/** Names that bundlers and runtimes give to what they add to a script. */
const addedToScripts = [
  'webpack/bootstrap',
  'webpack/runtime',
  'InternalBytecode.js',
  'react-native/Libraries/',
  '@vite/client',
]

const packageNames = atSegment(foreignFolders)
const scriptNames = atSegment([...foreignFolders, ...addedToScripts])

function isPackage(file: string): boolean {
  return packageNames.test(file)
}

/** One of the names, at the beginning of a segment of a path. Faster than any walk of our own. */
function atSegment(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'))
  return new RegExp(`(?:^|[\\\\/])(?:${escaped.join('|')})`)
}

const scriptSchemes = [
  'node:',
  'internal/',
  '<',
  '[native',
  'bun:',
  'ext:',
  'wasm:',
  'chrome-extension:',
  'chrome:',
  'moz-extension:',
  'safari-extension:',
  'safari-web-extension:',
  'resource:',
  'debugger:',
  'evalmachine',
]

function isInAppScript(file: string): boolean {
  const first = file.charCodeAt(0)
  const mayBeBuiltIn = first !== 47 && first !== 104
  if (mayBeBuiltIn && startsWithAny(file, scriptSchemes)) return false
  return !scriptNames.test(file)
}

function isPythonLibrary(file: string): boolean {
  const at = file.indexOf('/lib/python')
  return at >= 0 || file.includes('\\lib\\python') || file.includes('\\Lib\\')
}

function isRubyLibrary(file: string): boolean {
  return file.includes('/lib/ruby/') || file.includes('/ruby/gems/') || file.includes('/bundler/gems/')
}

/** Packages of Flutter itself and of the tools beneath it; which of the others are the customer's a path does not say. */
const dartLibraries = [
  'dart:',
  'org-dartlang-',
  'dart-sdk/',
  'package:flutter',
  'package:bugle',
  'package:stack_trace/',
  'package:async/',
  'package:test_api/',
  'packages/flutter',
  'lib/_engine/',
]

function isInAppDart(file: string): boolean {
  return !startsWithAny(file, dartLibraries) && !file.includes('.pub-cache/') && file !== 'Unknown Source'
}

function isDartUri(file: string): boolean {
  return file.startsWith('package:') || file.startsWith('dart:')
}

/** Package prefixes of the platform and of the frameworks that stand around nearly every Java or Android program. */
const javaLibraries = [
  'java.',
  'javax.',
  'jdk.',
  'sun.',
  'com.sun.',
  'kotlin.',
  'kotlinx.',
  'scala.',
  'groovy.',
  'clojure.',
  'android.',
  'androidx.',
  'dalvik.',
  'libcore.',
  'com.android.',
  'com.google.android.',
  'com.facebook.react.',
  'jakarta.',
  'org.apache.',
  'org.springframework.',
  'org.hibernate.',
  'org.eclipse.',
  'org.jboss.',
  'org.codehaus.groovy.',
  'org.slf4j.',
  'org.junit.',
  'junit.',
  'org.gradle.',
  'ch.qos.logback.',
  'io.netty.',
  'io.reactivex.',
  'io.micrometer.',
  'reactor.',
  'rx.',
  'okhttp3.',
  'okio.',
  'retrofit2.',
  'com.fasterxml.',
  'com.google.common.',
  'com.google.gson.',
  'com.zaxxer.',
  'com.mysql.',
  'org.postgresql.',
  'io.ktor.',
  'dagger.',
  'leakcanary.',
]

const dotnetLibraries = [
  'System.',
  'Microsoft.',
  'Mono.',
  'MS.',
  'Windows.',
  'Interop',
  'Xamarin.',
  'Android.',
  'Java.',
  'UnityEngine.',
  'Newtonsoft.',
  'Npgsql.',
  'Dapper.',
  'MediatR.',
  'Polly.',
  'Serilog.',
  'Xunit.',
  'NUnit.',
  'Autofac.',
  'FluentValidation.',
]

/** First elements of the import paths of Go's own library. */
const goLibrary = new Set(
  'archive arena bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak vendor'.split(
    ' ',
  ),
)

function isInAppGo({ file, module }: FoundFrame): boolean {
  if (module === undefined) return false
  const slash = module.indexOf('/')
  if (goLibrary.has(slash < 0 ? module : module.slice(0, slash)) || module.startsWith('golang.org/')) return false
  return file === undefined || !(file.includes('/pkg/mod/') || file.includes('/vendor/') || file.includes('@v'))
}

function startsWithAny(text: string, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) if (text.startsWith(prefix)) return true
  return false
}
