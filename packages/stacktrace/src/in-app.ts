import type { Engine, FoundFrame } from './frame.ts'

/** Whether a frame is the customer's own code, judged only by its location and name. */
export function isInApp(frame: FoundFrame, engine: Engine): boolean {
  if (frame.native) return false
  switch (engine) {
    case 'java':
      return !startsWithAny(frame.module ?? '', javaLibraries)
    case 'dotnet':
      return !startsWithAny(frame.module ?? '', dotnetLibraries)
    case 'go':
      return isInAppGo(frame)
    case 'rust':
      return isInAppRust(frame)
    case 'apple':
      return isInAppImage(frame.module ?? '') && !isAddedByCompiler(frame.function)
    case 'beam':
    case 'native':
    case 'kotlin-native':
      return false
    default:
      return frame.file !== undefined && frame.file !== '' && rules[engine](frame.file)
  }
}

const rules: Record<
  Exclude<Engine, 'java' | 'dotnet' | 'go' | 'rust' | 'beam' | 'apple' | 'native' | 'kotlin-native'>,
  (file: string) => boolean
> = {
  v8: isInAppScript,
  spidermonkey: isInAppScript,
  javascriptcore: isInAppScript,
  hermes: isInAppScript,
  php: (file) => !isPackage(file) && !file.startsWith('/usr/share/php/') && !file.startsWith('phar://'),
  python: (file) =>
    !isPackage(file) && !file.startsWith('<frozen ') && !file.startsWith('<__') && !isPythonLibrary(file),
  ruby: (file) => !isPackage(file) && !file.startsWith('<internal:') && !isRubyLibrary(file),
  dart: isInAppDart,
  lua: (file) => !startsWithAny(file, luaLibraries),
  perl: (file) => !perlFolders.test(file),
  julia: isInAppJulia,
  r: () => true,
  objects: (file) =>
    isInAppScript(file) && !isPythonLibrary(file) && !isRubyLibrary(file) && (!isDartUri(file) || isInAppDart(file)),
  unknown: isInAppScript,
}

/** Lua's own folders, code loaded from a string, and Neovim's runtime. */
const luaLibraries = ['/usr/', '[string "', '[love "', 'vim/', 'vim.lua']
const perlFolders = /^\/usr\/(?:lib|local\/lib|share\/perl|local\/share\/perl)|\/perl5?\//

/** Folders of third-party code, in any language. */
const foreignFolders = [
  'node_modules/',
  'vendor/',
  'site-packages/',
  'dist-packages/',
  'gems/',
  '@bugle/',
  '.pub-cache/',
  '.yarn/',
  'pyspark.zip/',
]

/** Names of code that bundlers and runtimes add to a script. */
const addedToScripts = [
  'webpack/bootstrap',
  'webpack/runtime',
  'InternalBytecode.js',
  'react-native/Libraries/',
  '@vite/client',
  'electron.asar/',
  'atom.asar/',
  'cdn.jsdelivr.net/npm/',
  'unpkg.com/',
  'cdnjs.cloudflare.com/ajax/',
  'ajax.googleapis.com/ajax/',
  'code.jquery.com/',
  'deno.land/std@',
  'deno.land/x/',
  'esm.sh/',
]

const packageNames = atSegment(foreignFolders)
const scriptNames = atSegment([...foreignFolders, ...addedToScripts])

function isPackage(file: string): boolean {
  return packageNames.test(file)
}

/** Matches one of the names at the start of a path segment; faster than a loop. */
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
  'self-hosted',
  'evalmachine',
  'electron/js2c/',
]

function isInAppScript(file: string): boolean {
  // Bun's names for code that it does not know or that is its own.
  if (file === 'unknown' || file === 'native') return false
  const first = file.charCodeAt(0)
  const mayBeBuiltIn = first !== 47 && first !== 104
  if (mayBeBuiltIn && (startsWithAny(file, scriptSchemes) || isOldBuiltIn(file))) return false
  return !scriptNames.test(file)
}

/** Node's modules before they had `node:`, and Electron's. */
const oldBuiltIns = new Set(
  '_debugger _http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _linklist _stream_duplex _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common _tls_legacy _tls_wrap assert async_hooks bootstrap_node buffer child_process cluster console constants crypto dgram dns domain events freelist fs http http2 https inspector module net node os path perf_hooks process punycode querystring readline repl smalloc stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib'.split(
    ' ',
  ),
)

function isOldBuiltIn(file: string): boolean {
  return file.endsWith('.js') && file.length < 28 && oldBuiltIns.has(file.slice(0, -3))
}

/** Julia's own files, which are printed as if they were next to the program. */
const juliaBase =
  /^\.[\\/](?:boot|sysimg|loading|reflection|stat|path|file|strings|util|math|sort|set|iterators|range|tuple|process|regex|client|task|essentials|error|Base|array|dict|int|float|number|promotion|broadcast|abstractarray|operators|lock|asyncmap|io|stream|show|reduce|mapreduce|none)(?:\.jl)?$/

function isInAppJulia(file: string): boolean {
  if (file.startsWith('REPL[')) return true
  return (
    /[\\/]/.test(file) && !juliaBase.test(file) && !/[\\/](?:julia|JuliaPro|\.julia[\\/]packages|pkgs)[\\/-]/.test(file)
  )
}

function isInAppRust({ file, function: name = '' }: FoundFrame): boolean {
  if (file !== undefined) return !rustFolders.test(file)
  const path = name.charCodeAt(0) === 60 ? name.slice(1) : name
  return path.includes('::') && !startsWithAny(path, rustLibraries)
}

const rustFolders =
  /(?:^|[\\/])(?:rustc[\\/][0-9a-f]|\.cargo[\\/]|cargo[\\/](?:registry|git)[\\/]|\.rustup[\\/]|library[\\/](?:std|core|alloc|test)[\\/]|(?:src[\\/])?lib(?:std|core|alloc|test|panic_unwind)[\\/]|checkout[\\/]src[\\/])/
const rustLibraries = [
  'std::',
  '__rustc',
  'core::',
  'alloc::',
  'backtrace::',
  'tokio::',
  'futures',
  'hyper::',
  'test::',
  'rayon',
  'dyn core::',
  'anyhow::',
  'eyre::',
  'color_eyre::',
  'panic_',
  'sys_common::',
  'sys::',
  'panicking::',
]

/** Images of the system: libraries, Apple's own bundles, and the most common frameworks. */
const appleImages = new Set(
  '??? dyld dyld_sim UIKit UIKitCore CoreFoundation Foundation AppKit QuartzCore GraphicsServices SwiftUI SwiftUICore CFNetwork WebKit WebCore JavaScriptCore Combine CoreData CoreGraphics CoreLocation CoreMedia CoreVideo CoreText CoreImage CoreAudio CoreBluetooth CoreTelephony CoreAnimation CoreAutoLayout AVFoundation AVFAudio MediaToolbox Metal MetalKit GLKit OpenGLES ImageIO IOKit Security HIToolbox FrontBoardServices BackBoardServices BaseBoard RunningBoardServices XPCService AttributeGraph StoreKit MapKit VectorKit Network UserNotifications PhotosUI Photos Contacts EventKit HealthKit ARKit RealityKit SceneKit SpriteKit GameKit WatchKit Accelerate TCC SkyLight Flutter hermes React XCTest XCTestCore UIFoundation TextInputCore AudioToolbox caulk Sentry FirebaseCrashlytics'.split(
    ' ',
  ),
)

/** Swift's own check, such as that of a nil, which the compiler writes into the function below it. */
function isAddedByCompiler(name: string | undefined): boolean {
  return name?.startsWith('Swift runtime failure: ') === true
}

function isInAppImage(image: string): boolean {
  return !(image.startsWith('lib') && image.includes('.')) && !image.startsWith('com.apple.') && !appleImages.has(image)
}

function isPythonLibrary(file: string): boolean {
  const at = file.indexOf('/lib/python')
  return at >= 0 || file.includes('\\lib\\python') || file.includes('\\Lib\\')
}

function isRubyLibrary(file: string): boolean {
  return (
    file.includes('/lib/ruby/') ||
    file.includes('/ruby/gems/') ||
    file.includes('/bundler/gems/') ||
    file.includes('/.gem/ruby/') ||
    gemFolder.test(file)
  )
}

/** `actionview-4.2.9/lib/…`, and `actionpack (4.2.11) lib/…` as error mails print it. */
const gemFolder = /^[a-z][\w-]{0,60}[- ]\(?\d+\.\d+[\w.]{0,20}\)?[/ ](?:lib|app)\//

/** Packages of Flutter and its tools. For other packages a path does not show whether they are the customer's. */
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

/** Package prefixes of the platform and of the most common Java and Android frameworks. */
const javaLibraries = [
  'java.',
  'javax.',
  'jdk.',
  'sun.',
  'com.sun.',
  'kotlin.',
  'kotlinx.',
  '_COROUTINE.',
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
  'nrepl.',
  'leiningen.',
  'ring.',
  'compojure.',
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

/** First elements of import paths of Go's standard library. */
const goLibrary = new Set(
  'archive arena bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak vendor'.split(
    ' ',
  ),
)

function isInAppGo({ file, module }: FoundFrame): boolean {
  // Lists of locations, as gin prints them, name no packages.
  if (module === undefined) return file !== undefined && !goFolders.test(file)
  const slash = module.indexOf('/')
  if (goLibrary.has(slash < 0 ? module : module.slice(0, slash)) || module.startsWith('golang.org/')) return false
  return file === undefined || !(file.includes('/pkg/mod/') || file.includes('/vendor/') || file.includes('@v'))
}

const goFolders =
  /\/(?:pkg\/mod|vendor)\/|@v\d|\/(?:go|go-?\d[\w.]{0,20}|libexec|golang[\w.-]{0,40})\/src\/(?!github\.com\/)/

function startsWithAny(text: string, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) if (text.startsWith(prefix)) return true
  return false
}
