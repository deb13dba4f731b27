// Usage: import { writeSystemPackages } from './system-packages.mjs'
//
// The server as packages of Debian and Red Hat, with the systemd unit. They bring Node.js: Debian 12 and 13, Ubuntu 24.04 and RHEL 9 have
// none as new as Bugle needs, and a repository of somebody else would be one more party to trust. Its security updates are therefore
// releases of Bugle.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installGoTool, nfpm } from '../go-tools.mjs'
import { rootPath } from '../install.mjs'
import { noticesName } from '../notices/notices.mjs'
import { installRuntime, nodes } from '../runtimes.mjs'

/** Folder of the program where it is installed. */
const home = '/usr/lib/bugle'
const packaging = join(rootPath, 'deploy/packages')
const architectures = { x64: 'amd64', arm64: 'arm64' }

/**
 * Writes bugle_VERSION_ARCH.deb and bugle-VERSION.ARCH.rpm for the processor of this machine.
 *
 * @param {string} image folder that scripts/image.mjs has filled; Node.js is added to it
 * @param {string} version
 * @param {string} directory receives the packages
 */
export function writeSystemPackages(image, version, directory) {
  addNode(image)
  const work = dirname(image)
  const unit = join(work, 'bugle.service')
  writeFileSync(unit, packagedUnit(readFileSync(join(rootPath, 'deploy/bugle.service'), 'utf8')))
  const config = join(work, 'nfpm.json')
  writeFileSync(config, JSON.stringify(describePackage(image, unit, version), null, 2))
  const { path, missing } = installGoTool(nfpm)
  if (path === undefined) throw new Error(`nfpm could not be compiled: ${missing}`)
  for (const packager of ['deb', 'rpm'])
    execFileSync(path, ['package', '--config', config, '--packager', packager, '--target', directory], {
      stdio: 'pipe',
    })
}

/** Names of the packages of a version, for this machine. */
export function systemPackageNames(version) {
  const [base, pre] = version.split(/-(.*)/)
  const debian = pre === undefined ? base : `${base}~${pre}`
  const redHat = { x64: 'x86_64', arm64: 'aarch64' }[process.arch]
  return [`bugle_${debian}_${architectures[process.arch]}.deb`, `bugle-${debian.replace('-', '~')}-1.${redHat}.rpm`]
}

/** The unit for files where a package puts them; the settings are all in /etc/bugle.env. */
function packagedUnit(unit) {
  const changes = [
    [/^# \/etc\/systemd\/system.*\n/m, ''],
    [/^WorkingDirectory=.*$/m, `WorkingDirectory=${home}`],
    [/^# Starts the build.*\n/m, ''],
    [/^ExecStart=\S+/m, `ExecStart=${home}/bin/node`],
    [/^Environment=BUGLE_URL=.*\nEnvironment=BUGLE_TRUST_PROXY=.*\n/m, ''],
    [/^# Secrets.*$/m, '# All settings; readable by root and the service alone.'],
  ]
  return changes.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`deploy/bugle.service has nothing like ${pattern}`)
    return text.replace(pattern, replacement)
  }, unit)
}

function addNode(image) {
  const { version } = nodes.at(-1)
  const node = installRuntime({ name: `node-linux-${process.arch}`, version, bin: 'bin/node' })
  if ('missing' in node) throw new Error(`Node.js ${version} could not be installed: ${node.missing}`)
  mkdirSync(join(image, 'bin'), { recursive: true })
  cpSync(node.path, join(image, 'bin/node'))
  chmodSync(join(image, 'bin/node'), 0o755)
  cpSync(join(dirname(node.path), '../LICENSE'), join(image, 'bin/LICENSE'))
}

function describePackage(image, unit, version) {
  const { author, description, homepage } = JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8'))
  const documents = ['LICENSE', noticesName]
  return {
    name: 'bugle',
    arch: architectures[process.arch],
    platform: 'linux',
    version,
    version_schema: 'semver',
    section: 'web',
    priority: 'optional',
    maintainer: author,
    description,
    homepage,
    license: 'MIT',
    contents: [
      ...readdirSync(image)
        .filter((name) => !documents.includes(name))
        .map((name) => ({ src: join(image, name), dst: `${home}/${name}`, type: 'tree' })),
      ...documents.map((name) => ({
        src: join(image, name),
        dst: `/usr/share/doc/bugle/${name === 'LICENSE' ? 'copyright' : name}`,
      })),
      { src: unit, dst: '/usr/lib/systemd/system/bugle.service', file_info: { mode: 0o644 } },
      { src: join(packaging, 'bugle-server'), dst: '/usr/bin/bugle-server', file_info: { mode: 0o755 } },
      {
        src: join(packaging, 'bugle.env'),
        dst: '/etc/bugle.env',
        type: 'config|noreplace',
        file_info: { mode: 0o640 },
      },
    ],
    scripts: Object.fromEntries(
      ['postinstall', 'preremove', 'postremove'].map((name) => [name, join(packaging, `${name}.sh`)]),
    ),
    overrides: {
      deb: { depends: ['libc6 (>= 2.28)', 'libstdc++6', 'passwd', 'util-linux'] },
      rpm: { depends: ['glibc >= 2.28', 'libstdc++', 'shadow-utils', 'util-linux'] },
    },
    deb: { compression: 'zstd' },
    rpm: { compression: 'zstd' },
  }
}
