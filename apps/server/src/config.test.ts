import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const from = 'Bugle <bugle@example.com>'
const smtpOf = (url: string) => readConfig({ BUGLE_SMTP_URL: url, BUGLE_MAIL_FROM: from }).BUGLE_SMTP_URL

describe('BUGLE_OBJECTS', () => {
  const storeOf = (address: string, env: Record<string, string> = {}) =>
    readConfig({ BUGLE_OBJECTS: address, ...env }).BUGLE_OBJECTS

  it('is a bucket of a store, with its key in the address or beside it', () => {
    expect(storeOf('s3://key:a%2Fb@s3.example.com:9000/my-bucket?region=eu-central-1')).toEqual({
      origin: 'https://s3.example.com:9000',
      bucket: 'my-bucket',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'a/b',
      isWritten: true,
    })
    const beside = { BUGLE_OBJECTS_KEY: 'key', BUGLE_OBJECTS_SECRET: 'geheim' }
    expect(storeOf('s3://127.0.0.1:8333/bucket/?tls=off&write=off', beside)).toMatchObject({
      origin: 'http://127.0.0.1:8333',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'geheim',
      isWritten: false,
    })
  })

  it('is the database by default', () => {
    expect([readConfig({}).BUGLE_OBJECTS, storeOf('database')]).toEqual([undefined, undefined])
  })

  it.each([
    's3://key:geheim@host',
    's3://key:geheim@host/bucket/folder',
    's3://key:geheim@host/bucket?tls=on',
    's3://key:geheim@host/bucket?acl=public',
    's3://key:geheim%@host/bucket',
    's3://key:geheim@host/Bucket',
    'https://key:geheim@host/bucket',
  ])('is refused as %s, in a sentence without the secret', (address) => {
    expect(() => storeOf(address)).toThrow(/^BUGLE_OBJECTS must (?!.*geheim)/)
  })

  it('needs a key', () => {
    expect(() => storeOf('s3://host/bucket')).toThrow('BUGLE_OBJECTS needs a key')
  })
})

describe('BUGLE_ARCHIVE', () => {
  const placeOf = (place: string) => readConfig({ BUGLE_ARCHIVE: place }).archive

  it('is a folder, or a bucket of a store, and what its names begin with', () => {
    expect(placeOf('/mnt/backups/')).toEqual({ folder: '/mnt/backups' })
    const address = { origin: 'https://s3.example.com', bucket: 'my-bucket', region: 'us-east-1' }
    const keys = { accessKeyId: 'key', secretAccessKey: 'a/b' }
    expect(placeOf('s3://key:a%2Fb@s3.example.com/my-bucket/bugle/one')).toEqual({
      ...address,
      ...keys,
      prefix: 'bugle/one/',
    })
    expect(placeOf('s3://key:a%2Fb@s3.example.com/my-bucket?tls=off')).toEqual({
      ...address,
      ...keys,
      origin: 'http://s3.example.com',
      prefix: '',
    })
    expect(readConfig({}).archive).toBeUndefined()
  })

  it.each([
    's3://host/bucket',
    's3://key:geheim@host',
    's3://key:geheim@host/bucket?write=off',
    's3://key:geheim@host/bucket/a//b',
  ])('is refused as %s, in a sentence without the secret', (place) => {
    expect(() => placeOf(place)).toThrow(/^BUGLE_ARCHIVE must (?!.*geheim)/)
  })
})

describe('BUGLE_SMTP_URL', () => {
  const right: [url: string, server: object][] = [
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required' }],
    ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, tls: 'required' }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, tls: 'immediate' }],
    ['smtp://[::1]:2525?tls=off', { host: '::1', port: 2525, tls: 'off' }],
    ['smtp://ann%40example.com:p%25s%3A@mail.example.com', { user: 'ann@example.com', password: 'p%s:' }],
  ]
  it.each(right)('%s is accepted', (url, server) => {
    expect(smtpOf(url)).toMatchObject(server)
  })

  const wrong = [
    'mail.example.com',
    'mail.example.com:587',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=maybe',
    'smtp://mail.example.com?port=3',
    'smtps://mail.example.com?tls=off',
    'smtp://ann:p%ss@mail.example.com',
    'smtp://mail.example.com:99999',
  ]
  it.each(wrong)('%s is rejected', (url) => {
    expect(() => smtpOf(url)).toThrow(ConfigError)
  })

  it('is not repeated in the error, because it holds a password', () => {
    expect(() => smtpOf('smtp://ann:geheim@mail.example.com/x')).toThrow(/^BUGLE_SMTP_URL must be (?!.*geheim)/)
  })

  it('requires a sender', () => {
    expect(() => readConfig({ BUGLE_SMTP_URL: 'smtp://mail.example.com' })).toThrow('BUGLE_MAIL_FROM must be set')
  })
})

describe('a secret in a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bugle-config-')), 'secret')
  const secret = 'a secret of thirty-two characters'
  writeFileSync(file, `${secret}\n`)
  afterAll(() => rmSync(dirname(file), { recursive: true }))

  it.each(['BUGLE_SECRET', 'BUGLE_SECRET_PREVIOUS', 'BUGLE_METRICS_TOKEN', 'BUGLE_OIDC_CLIENT_SECRET'] as const)(
    'is read for %s',
    (name) => {
      const idle = { BUGLE_OIDC_ISSUER: '', BUGLE_OIDC_CLIENT_ID: '' }
      expect(readConfig({ ...idle, [`${name}_FILE`]: file })[name]).toBe(secret)
    },
  )

  it('is read for addresses with a password', () => {
    const database = join(dirname(file), 'database')
    const mails = join(dirname(file), 'mails')
    writeFileSync(database, 'postgres://bugle:word@db.example.com/bugle\n')
    writeFileSync(mails, 'smtp://ann:word@mail.example.com\n')
    const config = readConfig({ DATABASE_URL_FILE: database, BUGLE_SMTP_URL_FILE: mails, BUGLE_MAIL_FROM: from })
    expect(config.DATABASE_URL).toBe('postgres://bugle:word@db.example.com/bugle')
    expect(config.BUGLE_SMTP_URL).toMatchObject({ user: 'ann', password: 'word' })
  })

  it('is refused beside the variable, or if it cannot be read, without its content', () => {
    expect(() => readConfig({ BUGLE_SECRET: secret, BUGLE_SECRET_FILE: file })).toThrow(/both set/)
    expect(() => readConfig({ BUGLE_SECRET_FILE: '/nowhere/secret' })).toThrow(/^BUGLE_SECRET_FILE cannot be read/)
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL must be (?!.*thirty)/)
  })
})

describe('BUGLE_SECURITY_CONTACT', () => {
  it('is an address that people can write to', () => {
    const contactOf = (text: string) => readConfig({ BUGLE_SECURITY_CONTACT: text }).BUGLE_SECURITY_CONTACT
    expect(contactOf('mailto:security@example.com')).toBe('mailto:security@example.com')
    for (const wrong of ['security@example.com', 'http://example.com', 'https://x\nExpires: 1970', 'javascript:1'])
      expect(() => contactOf(wrong)).toThrow(ConfigError)
  })
})

describe('BUGLE_MAIL_FROM', () => {
  const right: [text: string, sender: { name: string; address: string }][] = [
    ['bugle@example.com', { name: '', address: 'bugle@example.com' }],
    ['<bugle@example.com>', { name: '', address: 'bugle@example.com' }],
    [' Bugle of Müller & Co  <bugle@example.com> ', { name: 'Bugle of Müller & Co', address: 'bugle@example.com' }],
  ]
  it.each(right)('%s is accepted', (text, sender) => {
    expect(readConfig({ BUGLE_MAIL_FROM: text }).sender).toEqual(sender)
  })

  const wrong = [
    'Bugle',
    'a@b, c@d',
    'Bugle <a@b> <c@d>',
    'Bugle <a@b',
    'Bu\r\nBcc: x <a@b>',
    'a@b\r\nBcc: x@y',
    '"x" <a@b>',
  ]
  it.each(wrong.map((text) => [JSON.stringify(text), text]))('%s is rejected', (_name, text) => {
    expect(() => readConfig({ BUGLE_MAIL_FROM: text })).toThrow(/^BUGLE_MAIL_FROM must be an address/)
  })

  it('defaults to an address at the public host when no mail server is set', () => {
    expect(readConfig({ BUGLE_URL: 'https://bugle.example.com' }).sender.address).toBe('bugle@bugle.example.com')
    expect(readConfig({}).sender.address).toBe('bugle@localhost')
  })
})

describe('a name that is no setting', () => {
  const unknownOf = (...names: string[]) => readConfig(Object.fromEntries(names.map((name) => [name, '']))).unknown
  const misspelled: [name: string, nearest: string | undefined][] = [
    ['BUGLE_REGISTRATON', 'BUGLE_REGISTRATION'],
    ['BUGLE_MAX_DISC', 'BUGLE_MAX_DISK'],
    ['BUGLE_TRUSTED_PROXY', 'BUGLE_TRUST_PROXY'],
    ['BUGLE_PORT', 'PORT'],
    ['BUGLE_DATABASE_URL', 'DATABASE_URL'],
    ['BUGLE_TYPO', undefined],
  ]
  it.each(misspelled)('%s is found, with the nearest one', (name, nearest) => {
    expect(unknownOf(name)).toEqual([{ name, nearest }])
  })

  it('is none of the names that SDKs and the command line read', () => {
    const folders = ['../../cli/src/', '../../../sdks/', '../../../examples/'].map(
      (path) => new URL(path, import.meta.url),
    )
    const names = new Set<string>()
    for (const folder of folders)
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:ts|tsx|mjs|js|php|dart|yaml)$/.test(file) || /node_modules|vendor|\.test\./.test(file)) continue
        for (const [name] of readFileSync(new URL(file, folder), 'utf8').matchAll(/\bBUGLE_[A-Z_]*[A-Z]\b/g))
          names.add(name)
      }
    expect(names.size).toBeGreaterThan(8)
    expect(unknownOf(...names)).toEqual([])
  })

  it('is not the file of a secret', () => {
    expect(unknownOf('BUGLE_SECRET_FILE')).toEqual([])
    expect(unknownOf('BUGLE_SECRET_FIEL')).toEqual([{ name: 'BUGLE_SECRET_FIEL', nearest: 'BUGLE_SECRET_FILE' }])
  })

  it('begins with BUGLE_, and variables of the system are left alone', () => {
    expect(unknownOf('PATH', 'BUGLE', 'NODE_ENV')).toEqual([])
  })
})

describe('limits of logins', () => {
  it('are no settings: a variable that was one is unknown', () => {
    const { limits, unknown } = readConfig({ BUGLE_LOGIN_FAILURES: '100' })
    expect(limits.loginFailures).toBe(5)
    expect(unknown.map(({ name }) => name)).toEqual(['BUGLE_LOGIN_FAILURES'])
  })

  it('are raised by the tests of the built server, by name', () => {
    expect(readConfig({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000' }).limits.registrationsAddress).toBe(1000)
    expect(() => readConfig({ BUGLE_TEST_LIMITS: 'guesses=9' })).toThrow(ConfigError)
    expect(() => readConfig({ BUGLE_TEST_LIMITS: 'loginFailures=none' })).toThrow(
      'loginFailures must be a whole number',
    )
  })
})
