import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { helm, installGoTool } from '../../scripts/go-tools.mjs'
import { rootPath } from '../../scripts/install.mjs'
import { installPython } from '../sentry/installs.ts'

// The chart and the plain files, by Helm and by the schemas of Kubernetes; no cluster runs here.

/** The first run compiles Helm, beside other tests. */
const firstTime = 900_000

interface Container {
  args: string[]
  image: string
  envFrom: object[]
  securityContext: object
  ports: { name: string; containerPort: number }[]
  readinessProbe: { httpGet: { port: string } }
  volumeMounts: { name: string }[]
}
interface Resource {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    replicas?: number
    selector: { matchLabels?: object } & Record<string, unknown>
    template: {
      metadata: { labels: object }
      spec: { containers: Container[]; volumes: { name: string }[]; securityContext: object }
    }
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
}

const chart = join(rootPath, 'deploy/helm/bugle')
const plain = join(rootPath, 'deploy/kubernetes')
const settings = new Set(
  [...readFileSync(join(rootPath, 'docs/configuration.md'), 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].map(
    ([, name]) => name!,
  ),
)
const secrets = 'secrets.DATABASE_URL=postgres://db/bugle,secrets.BUGLE_SECRET=0123456789abcdef0123456789abcdef'
const variants: [name: string, values: string][] = [
  ['as it is', ''],
  [
    'with every part of the embedded form',
    'embedded.existingClaim=mine,url=https://b.example.com,podAnnotations.a=b,image.digest=sha256:'.concat(
      'a'.repeat(64),
    ),
  ],
  [
    'behind an ingress',
    'ingress.enabled=true,ingress.tlsSecret=cert,ingress.className=nginx,embedded.storageClass=fast',
  ],
  ['with roles apart', `embedded.enabled=false,${secrets}`],
  [
    'with roles apart and a secret of their own',
    'embedded.enabled=false,existingSecret=mine,http.replicas=1,worker.replicas=2',
  ],
  [
    'with further settings',
    'settings.BUGLE_RETENTION=30d,settings.BUGLE_TRUST_PROXY=2,extraEnv[0].name=BUGLE_SMTP_URL,extraEnv[0].value=smtp://m',
  ],
]

describe('deployment on Kubernetes', () => {
  let program: string
  let validator: string
  let work: string
  const template = (values: string) =>
    spawnSync(
      program,
      ['template', 'test', chart, '--kube-version', '1.33.0', ...(values === '' ? [] : ['--set', values])],
      {
        encoding: 'utf8',
      },
    )
  const resourcesOf = (text: string) =>
    parseAllDocuments(text)
      .map((one) => one.toJS() as Resource | null)
      .filter((one) => one !== null)

  beforeAll(() => {
    const [tool, python] = [installGoTool(helm), installPython('kubernetes-validate==1.37.0')]
    if ('missing' in tool) throw new Error(tool.missing)
    if ('missing' in python) throw new Error(python.missing)
    program = tool.path
    validator = python.directory
    work = mkdtempSync(join(tmpdir(), 'bugle-kubernetes-'))
  }, firstTime)
  afterAll(() => rmSync(work, { recursive: true }))

  /** Checks resources by the schemas of a version of Kubernetes, which allow no further field. */
  function findMistakes(text: string, version: string): string {
    const file = join(work, 'resources.yaml')
    writeFileSync(file, text)
    const args = ['-m', 'kubernetes_validate', '--strict', '--kubernetes-version', version, file]
    const env = { ...process.env, PYTHONPATH: validator }
    const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8', env })
    return status === 0 ? '' : stdout + stderr
  }
  function validate(text: string): void {
    // The oldest that Chart.yaml allows, and a new one.
    for (const version of ['1.27', '1.36']) expect([version, findMistakes(text, version)]).toEqual([version, ''])
  }

  /** Checks what the schemas cannot know. */
  function prove(resources: Resource[]): void {
    const workloads = resources.filter(({ kind }) => /StatefulSet|Deployment/.test(kind))
    expect(workloads.length).toBeGreaterThan(0)
    for (const { spec } of workloads) {
      const { containers, volumes, securityContext } = spec.template.spec
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels!)
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
      const [container, ...others] = containers
      expect(others).toEqual([])
      expect(container!.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const given = [...volumes, ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)].map(
        ({ name }) => name,
      )
      expect(container!.volumeMounts.map(({ name }) => name).sort()).toEqual(given.sort())
      expect(container!.ports.map(({ name }) => name)).toEqual([container!.readinessProbe.httpGet.port])
      expect(container!.args[0]).toBe('serve')
    }
    const [service] = resources.filter(({ kind }) => kind === 'Service')
    const chosen = workloads.filter(({ spec }) =>
      Object.entries(service!.spec.selector).every(
        ([name, value]) => (spec.template.metadata.labels as Record<string, unknown>)[name] === value,
      ),
    )
    expect(chosen.map(({ spec }) => spec.template.spec.containers[0]!.ports[0]!.name)).toEqual(['http'])
    for (const { data, stringData } of resources)
      for (const [name, value] of Object.entries({ ...data, ...stringData })) {
        expect(settings).toContain(name)
        expect(typeof value).toBe('string')
      }
  }

  it('the chart has no mistake that Helm knows', () => {
    const { status, stdout } = spawnSync(program, ['lint', '--strict', chart], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  it.each(variants)('the chart %s is valid', (_, values) => {
    const { status, stdout, stderr } = template(values)
    expect([status, stderr]).toEqual([0, ''])
    validate(stdout)
    prove(resourcesOf(stdout))
  })

  it.each(readdirSync(plain))('%s is valid', (name) => {
    const text = readFileSync(join(plain, name), 'utf8')
    validate(text)
    prove(resourcesOf(text))
  })

  it.each([
    ['replicas: 1', 'replicas: "1"'],
    ['serviceName: bugle', 'serviceNam: bugle'],
    ['readOnlyRootFilesystem: true', 'readOnlyRootFileSystem: true'],
  ])('a mistake is found: %s as %s', (right, wrong) => {
    const text = readFileSync(join(plain, 'embedded.yaml'), 'utf8')
    expect(text).toContain(right)
    for (const version of ['1.27', '1.36']) expect(findMistakes(text.replace(right, wrong), version)).not.toBe('')
  })

  it('a setting of the values stands above what the chart would set, once', () => {
    const [config] = resourcesOf(template('url=https://b.example.com,settings.BUGLE_TRUST_PROXY=2').stdout)
    expect(config!.data).toMatchObject({ BUGLE_TRUST_PROXY: '2', BUGLE_URL: 'https://b.example.com' })
  })

  const objects = { BUGLE_OBJECTS: 's3://key:secret@s3.example.com/bucket?region=eu-central-1' }
  const archive = { BUGLE_ARCHIVE: 's3://key:secret@s3.example.com/bucket/archive' }
  it.each([
    ['an object store and an archive in one pod', { ...objects, ...archive }, ''],
    ['an object store of pods apart', objects, `,embedded.enabled=false,${secrets}`],
  ])('one value sets up %s, and every process gets it as a secret', (_, given, more) => {
    const values = Object.entries(given).map(([name, value]) => `secrets.${name}=${value}`)
    const { status, stdout, stderr } = template(`${values}${more}`)
    expect([status, stderr]).toEqual([0, ''])
    validate(stdout)
    const resources = resourcesOf(stdout)
    prove(resources)
    const [secret] = resources.filter(({ kind }) => kind === 'Secret')
    expect(secret!.stringData).toMatchObject(given)
    for (const { kind, spec } of resources)
      if (/StatefulSet|Deployment/.test(kind))
        expect(spec.template.spec.containers[0]!.envFrom).toContainEqual({ secretRef: { name: secret!.metadata.name } })
  })

  it('http and worker run apart, and the worker has a port of its own', () => {
    const resources = resourcesOf(template(`embedded.enabled=false,${secrets}`).stdout)
    const roles = resources
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => [spec.template.spec.containers[0]!.args.join(' '), spec.replicas])
    expect(roles).toEqual([
      ['serve --role http', 2],
      ['serve --role worker', 1],
    ])
    const data = Object.assign({}, ...resources.map((one) => ({ ...one.data, ...one.stringData })))
    expect(data).toMatchObject({ BUGLE_WORKER_PORT: '9090', DATABASE_URL: 'postgres://db/bugle' })
  })

  it.each([
    ['embedded.enabled=false', 'DATABASE_URL is needed'],
    ['embedded.enabled=false,secrets.DATABASE_URL=postgres://db/bugle', 'BUGLE_SECRET is needed'],
    ['registration=everyone', 'registration'],
    ['setings.BUGLE_RETENTION=30d', 'setings'],
    ['image.digest=latest', 'digest'],
  ])('the chart refuses %s', (values, reason) => {
    const { status, stderr } = template(values)
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)])
  })
})
