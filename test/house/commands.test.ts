import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** What npm runs of ours, but for what it runs by itself before and after; and what operators call without npm. */
const commands = new Map([
  ...Object.entries(scripts)
    .filter(([name, script]) => !script.includes('&&') && !(name.startsWith('pre') && scripts[name.slice(3)]))
    .flatMap(([name, script]): [string, string][] => {
      const [, file] = script.match(/^node (?:.* )?([\w./-]+\.[jt]s)( .*)?$/) ?? []
      return file ? [[`npm run ${name}`, file]] : []
    }),
  ['node src/health-check.ts', 'src/health-check.ts'],
])

for (const [name, file] of commands) {
  /** Runs it where nothing can be made or reached: its exit status and what it printed. */
  async function run(t: { testdir(): string }, ...args: string[]) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
    const DATA_DIR = join(t.testdir(), 'data')
    const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR, BENCH_SERVER_URL: 'postgres://127.0.0.1:1/none' }
    const child = spawn(process.execPath, [file, ...args], { cwd: root, env, timeout: 60_000 })
    const printed = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed.err += text
    })
    const [status] = await once(child, 'close')
    return { status, ...printed, hasMade: existsSync(DATA_DIR) }
  }

  t.test(`${name} --help says how it is called, and does nothing`, async (t) => {
    const { status, out, err, hasMade } = await run(t, '--help')
    t.same([status, err, hasMade], [0, '', false], out)
    t.match(out, /^Usage: /)
    t.match(out, /--help|--key/)
  })

  t.test(`${name} refuses an option that it does not have, and says which it has`, async (t) => {
    const { status, out, err, hasMade } = await run(t, '--no-such-option')
    t.same([status > 0, out, hasMade], [true, '', false], err)
    t.match(err, /--no-such-option/)
    t.match(err, /--help|--key/)
    t.notMatch(err, /\n +at /, 'no stack')
  })
}
