import { mkdtemp, open, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import t from 'tap'
import { createSpools } from '../../../../src/platform/http/answers/spool.ts'
import { problemOf } from '../../../../src/platform/http/errors/error-handler.ts'

const MEGABYTE = 1024 * 1024
const log = { warn: (problem: unknown) => t.fail('a warning', { problem }) }
const tooLarge = (megabytes: number) => new Error(`more than ${megabytes} MB`)

async function* of(...blocks: (Buffer | string)[]) {
  yield* blocks
}

/** How many spools this process has open, as Linux sees it. */
async function openFiles() {
  const files = await readdir('/proc/self/fd')
  const targets = await Promise.all(files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.includes('sos-spool-')).length
}

t.test(
  'what is put into it comes back, as often as it is asked for, and goes when it is filled again',
  async (t) => {
    const spools = createSpools(1, log)
    const spool = await spools.open(tooLarge)
    t.teardown(spool.close)
    const block = Buffer.alloc(100_000, 'ab')
    await spool.fill(of('grüße ', block, '!'))
    const whole = Buffer.concat([Buffer.from('grüße '), block, Buffer.from('!')])
    t.equal(spool.size(), whole.length)
    for (const _ of [1, 2]) t.ok(whole.equals(await buffer(spool.blocks())))
    await spool.fill(of('short'))
    t.equal(await text(spool.blocks()), 'short')
    t.equal(spools.held(), 5)
  },
)

t.test('no file of it is found in the folder for temporary files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-test-')) // of its own, for other processes make files too
  const { TMPDIR } = process.env
  t.teardown(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(folder, { recursive: true })
  })
  process.env.TMPDIR = folder
  const spool = await createSpools(1, log).open(tooLarge)
  t.teardown(spool.close)
  await spool.fill(of('secret'))
  t.same(await readdir(folder), [])
})

const skip = process.platform !== 'linux' && 'only Linux shows open files and has a disk that is always full'

t.test(
  'its file is gone when it is closed, and when its stream ends or is destroyed',
  { skip },
  async (t) => {
    const spools = createSpools(1, log)
    const filled = async () => {
      const spool = await spools.open(tooLarge)
      await spool.fill(of('content'))
      return spool
    }
    const [closed, read, left] = [await filled(), await filled(), await filled()]
    t.equal(await openFiles(), 3)
    await closed.close()
    t.equal(await text(read.stream()), 'content')
    left.stream().destroy()
    while ((await openFiles()) !== 0) await new Promise(setImmediate)
    t.equal(spools.held(), 0)
  },
)

t.test('one byte more than it may hold is an error', async (t) => {
  const spool = await createSpools(1, log).open(tooLarge)
  t.teardown(spool.close)
  await spool.fill(of(Buffer.alloc(MEGABYTE)))
  await t.rejects(spool.fill(of(Buffer.alloc(MEGABYTE), 'x')), { message: 'more than 1 MB' })
})

t.test('all of them together hold four times as much, and what is closed makes room', async (t) => {
  const spools = createSpools(1, log)
  const full = await Promise.all([1, 2, 3, 4, 5].map(() => spools.open(tooLarge)))
  t.teardown(() => Promise.all(full.map((spool) => spool.close())))
  const [first, ...others] = full
  for (const spool of others) await spool.fill(of(Buffer.alloc(MEGABYTE)))
  await t.rejects(Promise.resolve(first?.fill(of('x'))), /use all the space; try again/)
  await others[0]?.close()
  await first?.fill(of('x'))
  t.equal(spools.held(), 3 * MEGABYTE + 1)
})

t.test('a full disk is a 503 that says so', { skip }, async (t) => {
  const spool = await createSpools(1, log, () => open('/dev/full', 'r+')).open(tooLarge)
  t.teardown(spool.close)
  const problem = await spool.fill(of('x')).catch((error) => problemOf(error, 'a-request'))
  t.match(problem, { statusCode: 503, error: /disk .* is full; try again later/, retryAfter: 2 })
})
