import type { Platform } from '@bugle/protocol'
import type { Engine } from '@bugle/stacktrace'
import { type Fields, fieldsOf, textOf } from './values.ts'

/** Languages whose names Sentry and Bugle share. */
const same: readonly Platform[] = ['python', 'php', 'ruby', 'go', 'rust', 'elixir', 'node']

/** Chooses the platform by the SDK's word, its name, and the operating system where a language runs on several. */
export function platformOf(event: Fields): Platform {
  const sent = textOf(event.platform)?.toLowerCase() ?? ''
  const sdk = textOf(fieldsOf(event.sdk)?.name)?.toLowerCase() ?? ''
  const os = textOf(fieldsOf(fieldsOf(event.contexts)?.os)?.name)?.toLowerCase() ?? ''
  if (same.includes(sent as Platform)) return sent as Platform
  switch (sent) {
    case 'javascript':
      return ofScript(sdk, os)
    case 'java':
    case 'kotlin':
    case 'scala':
    case 'groovy':
      return sdk.includes('android') || os === 'android' ? 'android' : 'java'
    case 'cocoa':
    case 'objc':
    case 'swift':
      return os === 'macos' || os === 'mac os x' ? 'macos' : 'ios'
    case 'csharp':
    case 'dotnet':
      return 'dotnet'
    case 'native':
    case 'c':
    case 'dart':
      return byOs(os)
    case '':
      return sdk === '' ? 'other' : bySdk(sdk)
    default:
      // The SDKs of Dart and Flutter say `other`.
      return sdk.startsWith('sentry.dart') ? byOs(os) : 'other'
  }
}

function ofScript(sdk: string, os: string): Platform {
  if (sdk.includes('react-native') || sdk.includes('capacitor') || sdk.includes('cordova'))
    return os === 'ios' || os === 'ipados' ? 'ios' : os === 'android' ? 'android' : 'other'
  if (sdk.includes('electron')) return byOs(os)
  if (/\.(?:node|bun|deno|nestjs|express)|serverless/.test(sdk)) return 'node'
  return 'web'
}

function byOs(os: string): Platform {
  if (os.startsWith('mac')) return 'macos'
  if (os.startsWith('windows')) return 'windows'
  if (os === 'ios' || os === 'ipados') return 'ios'
  if (os === 'android') return 'android'
  return os.includes('linux') || os === 'ubuntu' || os === 'debian' ? 'linux' : 'other'
}

function bySdk(sdk: string): Platform {
  const named = same.find((one) => sdk.includes(one))
  if (named !== undefined) return named
  if (sdk.includes('android')) return 'android'
  if (sdk.includes('java') && !sdk.includes('javascript')) return 'java'
  return sdk.includes('javascript') || sdk.includes('browser') ? 'web' : 'other'
}

/** The language's rules by which a frame is judged when its SDK is silent. */
export function engineOf(platform: string): Engine {
  switch (platform) {
    case 'java':
    case 'kotlin':
    case 'scala':
    case 'groovy':
      return 'java'
    case 'csharp':
    case 'dotnet':
      return 'dotnet'
    case 'go':
    case 'rust':
    case 'python':
    case 'ruby':
    case 'php':
    case 'dart':
      return platform
    case 'cocoa':
    case 'objc':
    case 'swift':
      return 'apple'
    case 'elixir':
      return 'beam'
    default:
      return 'objects'
  }
}
