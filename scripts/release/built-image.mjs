// Usage: import { BuiltImage } from './built-image.mjs'
//
// The image of the Dockerfile, built by buildah without a daemon, and run as its account on a root that nobody can write. The base is a Debian
// with the same Node.js, made here: no registry of images is asked. Only root can do it.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rootPath } from '../install.mjs'
import { installRuntime, nodes } from '../runtimes.mjs'
import { debianTar, startIn } from './clean-root.mjs'

export const baseName = 'localhost/bugle-node:24'
const name = 'localhost/bugle'
/** The account `node` of the official image. */
const account = '1000:1000'

/** An image and what runs of it, until it is removed. */
export class BuiltImage {
  /**
   * Builds the Dockerfile of this checkout.
   *
   * @param {{ image?: string, args?: Record<string, string> }} options `image`: folder that scripts/image.mjs has filled, in place of the
   *   first stage, which takes minutes; `args`: arguments of the build
   */
  static build({ image, args = {} }) {
    const built = new BuiltImage(mkdtempSync(join(tmpdir(), 'bugle-image-')))
    try {
      built.makeBase(image === undefined)
      built.buildOn(image, args)
    } catch (error) {
      built.remove()
      throw error
    }
    return built
  }

  /** @param {string} work folder of everything */
  constructor(work) {
    this.work = work
    this.root = join(work, 'root')
  }

  /** Labels of the image. */
  get config() {
    return JSON.parse(this.buildah('inspect', '--type', 'image', name)).Docker.config
  }

  /**
   * Makes the base, where Node.js and its account are where the official image has them.
   *
   * @param {boolean} withNpm for the first stage
   */
  makeBase(withNpm) {
    const node = installRuntime(nodes.at(-1))
    if ('missing' in node) throw new Error(node.missing)
    const context = join(this.work, 'base')
    mkdirSync(context)
    linkOrCopy(debianTar(), join(context, 'root.tar'))
    cpSync(node.path, join(context, 'node'))
    const lines = [
      'FROM scratch',
      'ADD root.tar /',
      'COPY --chmod=755 node /usr/local/bin/node',
      'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ]
    if (withNpm) {
      const npm = installRuntime({ name: 'npm', version: '11.19.1', bin: 'bin/npm-cli.js' })
      if ('missing' in npm) throw new Error(npm.missing)
      cpSync(dirname(dirname(npm.path)), join(context, 'npm'), { recursive: true })
      lines.push(
        'COPY npm /usr/local/lib/node_modules/npm',
        'RUN cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx && chmod 755 npm npx',
      )
    }
    writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`)
    this.buildah('build', '--format', 'docker', '--tag', baseName, context)
  }

  buildOn(image, args) {
    const given = Object.entries({ NODE_IMAGE: baseName, ...args }).flatMap(([key, value]) => [
      '--build-arg',
      `${key}=${value}`,
    ])
    const build = (context, ...options) =>
      this.buildah('build', '--format', 'docker', ...given, '--tag', name, ...options, context)
    if (image === undefined) {
      build(rootPath, '--ignorefile', join(rootPath, '.dockerignore'), ...this.npmSettings())
      return
    }
    const context = join(this.work, 'context')
    mkdirSync(context)
    cpSync(image, join(context, 'image'), { recursive: true, verbatimSymlinks: true })
    const text = readFileSync(join(rootPath, 'Dockerfile'), 'utf8')
    const [stage] = /^FROM \$\{NODE_IMAGE\} AS build\n[\s\S]*?(?=\nFROM )/m.exec(text)
    writeFileSync(join(context, 'Dockerfile'), text.replace(stage, 'FROM scratch AS build\nCOPY image /image\n'))
    build(context)
  }

  /** Has npm in the build ask the registry that it asks here, and trust the same authorities; nothing of it stays in the image. */
  npmSettings() {
    const setting = (key) => execFileSync('npm', ['config', 'get', key], { cwd: tmpdir(), encoding: 'utf8' }).trim()
    const file = join(this.work, 'npmrc')
    const authorities = setting('cafile')
    const own = existsSync(authorities) ? [`cafile=${authorities}`] : []
    writeFileSync(file, `${[`registry=${setting('registry')}`, ...own].join('\n')}\n`)
    const mounted = [[file, '/usr/local/etc/npmrc'], ...own.map(() => [authorities, authorities])]
    return mounted.flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`])
  }

  /** Mounts the image read-only, with a volume, a /tmp and the devices that every container has. */
  mount() {
    const { root, work } = this
    mkdirSync(root)
    const container = this.buildah('from', name)
    mount('--bind', this.buildah('mount', container), root)
    mount('-o', 'remount,ro,bind', root)
    const data = join(work, 'data')
    mkdirSync(data)
    // As a new volume has the owner of the image's folder.
    chownSync(data, 1000, 1000)
    mount('--bind', data, join(root, 'data'))
    mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root, 'tmp'))
    mount('-t', 'proc', 'proc', join(root, 'proc'))
    mount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', join(root, 'dev'))
    for (const device of ['null', 'zero', 'random', 'urandom']) {
      writeFileSync(join(root, 'dev', device), '')
      mount('--bind', join('/dev', device), join(root, 'dev', device))
    }
    symlinkSync('/proc/self/fd', join(root, 'dev/fd'))
    mkdirSync(join(root, 'dev/shm'))
    chmodSync(join(root, 'dev/shm'), 0o1777)
  }

  /**
   * The variables that the image sets, with others over them.
   *
   * @param {Record<string, string>} settings
   * @returns {Record<string, string>}
   */
  environment(settings) {
    const own = this.config.Env.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])
    return { ...Object.fromEntries(own), ...settings }
  }

  /**
   * Runs a command in the mounted image as its account.
   *
   * @param {Record<string, string>} settings
   * @param {...string} command
   */
  run(settings, ...command) {
    const options = /** @type {const} */ ({ env: this.environment(settings), encoding: 'utf8' })
    return spawnSync('chroot', ['--userspec', account, this.root, ...command], options)
  }

  /** Whether the check of the image's health succeeds. */
  isHealthy(settings) {
    const [, ...check] = this.config.Healthcheck.Test
    return this.run(settings, ...check).status === 0
  }

  /** Starts what the image runs. */
  start(settings) {
    const { WorkingDir, Entrypoint, Cmd } = this.config
    const command = ['/bin/sh', '-c', `cd ${WorkingDir} && exec "$@"`, 'sh', ...Entrypoint, ...Cmd]
    return startIn(this.root, account, this.environment(settings), ...command)
  }

  /** Unmounts and deletes everything. */
  remove() {
    if (existsSync(this.root)) spawnSync('umount', ['--recursive', '--lazy', this.root])
    rmSync(this.work, { recursive: true, force: true })
  }

  buildah(...args) {
    const { work } = this
    const stores = ['--storage-driver', 'vfs', '--root', join(work, 'store'), '--runroot', join(work, 'run')]
    const { status, error, stdout, stderr } = spawnSync('buildah', [...stores, ...args], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: work },
    })
    if (status !== 0) throw new Error(`buildah ${args[0]} → ${error?.message ?? stderr.slice(-2000)}`)
    return stdout.trim()
  }
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

function mount(...args) {
  execFileSync('mount', args)
}
