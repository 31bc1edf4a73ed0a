import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { someOf } from '../setup/form.ts'
import { prisma } from './commands.ts'

const root = resolve(import.meta.dirname, '../..')

/** A project with this prisma.config.ts, and a program that says which URL it gives to `prisma migrate status`. */
const folder = await mkdtemp(join(tmpdir(), 'prisma-config-'))
t.teardown(() => rm(folder, { recursive: true }))
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
await copyFile(join(root, 'prisma.config.ts'), join(folder, 'prisma.config.ts'))
await writeFile(
  join(folder, 'ask.ts'),
  `const { default: config } = await import('./prisma.config.ts')
   console.log(config.datasource?.url ?? 'none')`,
)
const keep = async (dataDir: string, url: string) => {
  await mkdir(join(folder, dataDir), { recursive: true })
  await writeFile(join(folder, dataDir, 'postgres-url'), `${url}\n`)
}
async function urlOf(settings: Record<string, string> = {}, command = 'generate') {
  const env = { PATH: process.env.PATH, ...settings }
  const args = ['ask.ts', ...command.split(' ')]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
  return stdout.trim()
}

t.test(
  'the URL is the direct one, else DATABASE_URL, else what .env says, else that of the embedded server',
  async (t) => {
    t.equal(await urlOf(), 'none', 'a command without a database gets no empty URL')
    await keep('.data', 'postgresql://kept')
    t.equal(await urlOf(), 'postgresql://kept')
    await keep('other', 'postgresql://other')
    t.equal(await urlOf({ DATA_DIR: 'other' }), 'postgresql://other', 'in the DATA_DIR of the service')
    await writeFile(join(folder, '.env'), 'DATABASE_URL=postgresql://in-a-file\n')
    t.equal(await urlOf(), 'postgresql://in-a-file')
    t.equal(await urlOf({ DATABASE_URL: 'postgresql://set' }), 'postgresql://set')
    t.equal(
      await urlOf({ DATABASE_URL: 'postgresql://pooler', DATABASE_DIRECT_URL: 'postgresql://direct' }),
      'postgresql://direct',
    )
    await writeFile(join(folder, '.env'), 'DATABASE_URL=\nDATA_DIR=other\n')
    t.equal(await urlOf(), 'postgresql://other', 'an empty setting is none')
  },
)

t.test('without any database a command that reads one ends with a sentence', async (t) => {
  const commands = ['migrate status', 'studio --browser none', 'migrate deploy', 'migrate dev', 'db pull']
  for (const command of someOf(commands, 2)) {
    const { status, stderr } = await prisma(command, { DATA_DIR: join(folder, 'empty') })
    t.equal(status, 1, command)
    t.match(
      stderr,
      /^There is no database: .*empty\. Start the service \(npm start\), or set DATABASE_URL\.\n$/,
    )
  }
})

t.test('what needs no schema engine works on a closed network', async (t) => {
  for (const command of someOf(['validate', 'migrate --help', 'db --help'], 1)) {
    const { status, stdout, stderr } = await prisma(command, { DATA_DIR: join(folder, 'empty') })
    t.equal(status, 0, `${command}: ${stdout}${stderr}`)
  }
})
