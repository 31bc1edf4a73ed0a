import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import t from 'tap'

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
const { NEEDED, problemOf } = createRequire(import.meta.url)('../../src/check-install.cjs') as {
  NEEDED: number[]
  problemOf(install: { version: string; root: string; isInstalling?: boolean }): string | undefined
}
const CLIENT = { src: { platform: { prisma: { 'client.ts': '' } } } }
const { devDependencies, engines } = JSON.parse(await read('package.json'))

t.test('an install without development packages on an old Node is told which Node it needs', async (t) => {
  const root = t.testdir({})
  const sentence =
    /^This is Node 20\.20\.2, and an installation without development packages needs Node 24\.7 or newer: /
  t.match(problemOf({ version: '20.20.2', root, isInstalling: true }), sentence)
  t.match(problemOf({ version: '20.20.2', root }), sentence)
  t.match(problemOf({ version: '24.6.0', root }), 'This is Node 24.6.0, and')
})

t.test('an install whose scripts were disabled is told to let them run', async (t) => {
  const root = t.testdir({ node_modules: { node: { 'package.json': '{}' } } })
  t.equal(
    problemOf({ version: '20.20.2', root }),
    'Missing: Node 24.7 or newer (this is 20.20.2) and the generated database client. Install scripts make these: run npm ci --ignore-scripts=false.',
  )
})

t.test('an install with all it needs is told nothing', async (t) => {
  const root = t.testdir(CLIENT)
  for (const version of ['24.7.0', '24.21.0', '25.0.0']) t.equal(problemOf({ version, root }), undefined)
  t.equal(problemOf({ version: '24.7.0', root: t.testdir({}), isInstalling: true }), undefined)
})

t.test('npm ci is quiet about packages for another Node than npm’s', async (t) => {
  t.match(await read('.npmrc'), /^loglevel=error$/m)
})

t.test('every package that is downloaded is held to its checksum', async (t) => {
  const { packages } = JSON.parse(await read('package-lock.json'))
  const downloaded = Object.entries<{ integrity?: string; link?: boolean }>(packages).slice(1)
  const unchecked = downloaded.filter(
    ([name, { integrity, link }]) =>
      name.includes('node_modules/') && !link && !/^sha512-./.test(integrity ?? ''),
  )
  t.same(
    unchecked.map(([name]) => name),
    [],
  )
})

t.test('no package keeps the Node that the README asks for from installing', async (t) => {
  const { engines: asked } = JSON.parse(await read('node_modules/prisma/package.json'))
  t.match(asked.node, `${engines.node.replace('>=', '^')} `, 'Prisma’s own install script refuses older ones')
})

t.test('all places name the same Node', async (t) => {
  const brought: string = devDependencies.node
  t.match(await read('Dockerfile'), `FROM node:${brought}-bookworm-slim`)
  t.notMatch(await read('Dockerfile'), new RegExp(`FROM node:(?!${brought}-bookworm-slim)`))
  t.match(await read('docs/install.md'), `Node ${NEEDED.join('.')} or newer`)
  t.equal((await read('.node-version')).trim(), `v${brought}`)
  t.match(await read('README.md'), `Node.js ${engines.node.replace('>=', '')} or newer`)
})
