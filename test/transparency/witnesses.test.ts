import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { witnessClient } from '../../plugins/transparency/witnesses/ask.ts'
import { cosignNewest } from '../../plugins/transparency/witnesses/cosign.ts'
import { failureLog } from '../../plugins/transparency/witnesses/failures.ts'
import { type App, buildApp } from '../../src/app.ts'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { readEnv } from '../../src/env.ts'
import { isSigned } from '../../src/transparency/log/ed25519.ts'
import { parseNote } from '../../src/transparency/log/note.ts'
import { openCheckpoint } from '../../src/transparency/log/signed-checkpoint.ts'
import { parseTlogProof } from '../../src/transparency/log/tlog-proof.ts'
import { formatVerifierKey, type VerifierKey } from '../../src/transparency/log/verifier-key.ts'
import { readOptions } from '../../src/verify/options.ts'
import { run } from '../../src/verify/run.ts'
import { testApp, testSettings } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { type Answer, aServer, cosignature, honestWitness } from './a-witness.ts'
import { finalMonth, leavesCome, sellerWithFacts } from './setup.ts'

/** Nobody listens there. */
const DEAD_URL = 'http://127.0.0.1:9'

t.test('witnesses sign the heads of the log', async (t) => {
  let keys: VerifierKey[] = []
  const honest = await honestWitness(t, 'honest.example', () => keys)
  const later = await honestWitness(t, 'later.example', () => keys)
  const lying = await aServer(t, 'lying.example', ({ note }, response) =>
    response.end(cosignature('lying.example', parseNote(note).text, 1, 'somebody-else')),
  )
  const { app, call } = await testApp(t, {
    LOG_WITNESSES: `${honest.setting}, ${lying.setting},${later.setting}`,
  })
  keys = trustedKeys(app.logKeys, 'scores')
  const served = async () => (await call(null, 'GET', '/api/transparency/checkpoint')).body as string
  const signersOf = (note: string) => parseNote(note).signatures.map(({ name }) => name)
  const folder = await mkdtemp(join(tmpdir(), 'witnesses-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = async (name: string, content: unknown) => {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    return join(folder, name)
  }
  /** What an auditor's machine says of the certificate of today, who trusts the log's key and a witness's. */
  const audit = async (...args: string[]) => {
    const lines: string[] = []
    const url = `/api/sos/sellers/${seller_code}/score/certificate?period=2026-03`
    const certificate = await file('certificate.json', (await call('viewer', 'GET', url)).body)
    const trusted = [...keys, honest.key].flatMap((key) => ['--key', formatVerifierKey(key)])
    const options = readOptions([certificate, ...trusted, ...args])
    const status = options === 'help' ? 0 : await run(options, (line) => lines.push(line))
    return { status, said: lines.join('\n') }
  }
  const { seller_code } = await sellerWithFacts(app)
  for (let n = 0; n < 2; n++) await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 3)

  t.test('the served head and certificates have the lines that hold, and no other', async (t) => {
    await eventually(async () => signersOf(await served()).length === 3)
    t.same(signersOf(await served()), ['seller-operating-score', 'honest.example', 'later.example'])
    const { checkpoint, sentence } = openCheckpoint(await served(), [...keys, honest.key], isSigned)
    t.equal(checkpoint.size, 3)
    t.match(
      sentence,
      /Seen by witness honest\.example at 20.* One signature of other keys can't be checked\./,
    )
    const url = `/api/sos/sellers/${seller_code}/score/certificate`
    const certificate = (await call('viewer', 'GET', url)).body
    t.equal(parseTlogProof(certificate.proof).checkpoint, await served())
    t.match((await call('viewer', 'POST', '/api/sos/verify', certificate)).body, { valid: true })
  })

  t.test('a head of more leaves comes with the proof from the one before', async (t) => {
    later.state.seen = null // it has lost what it knew, and says so by 409
    await finalMonth(call, '2026-04')
    await leavesCome(app, 6)
    await eventually(async () => signersOf(await served()).length === 3)
    t.equal(openCheckpoint(await served(), [...keys, honest.key, later.key], isSigned).checkpoint.size, 6)
    await file('kept.txt', await served())
    t.match(await audit(), { status: 0, said: /ok {4}signature .*Seen by witness honest\.example at 20/ })
    t.same(honest.state.asked, [0, 3])
    t.same(later.state.asked, [0, 3, 0])
    await eventually(async () =>
      /sos_log_cosigned_leaves\{log="scores",witness="honest\.example\+[0-9a-f]{8}"\} 6/.test(
        await app.metrics.text(),
      ),
    )
  })

  t.test('what a witness has signed stays as it is', async (t) => {
    for (const change of ['delete from log_cosignatures', 'truncate log_cosignatures'])
      await t.rejects(app.db.pool.query(change), /takes new rows only/, change)
  })

  t.test('a witness that does not sign is asked again later', async (t) => {
    later.state.seen = { origin: 'x', size: 7, root: new Uint8Array(32), extensions: [] }
    await finalMonth(call, '2026-05')
    await leavesCome(app, 9)
    await eventually(async () => later.state.asked.length >= 4)
    later.state.seen = null
    await eventually(async () => signersOf(await served()).includes('later.example'))
    t.equal(openCheckpoint(await served(), [...keys, later.key], isSigned).checkpoint.size, 9)
  })

  t.test('a log that was rebuilt over a changed score is signed by no witness that knew it', async (t) => {
    await app.db.bulkTransaction(
      async (tx) => {
        await tx.run('set local session_replication_role = replica')
        for (const table of ['log_leaves', 'log_cosignatures']) await tx.run(`delete from ${table}`)
        for (const table of ['log_nodes', 'log_checkpoints'])
          await tx.run(`delete from ${table} where log = 'scores'`)
        await tx.run(
          `update monthly_scores set finalized_at = finalized_at + interval '1 second' where period = '2026-04'`,
        )
      },
      { timeout: 60_000 },
    )
    await certifyScores(app)
    await leavesCome(app, 9)
    const { lines, asking } = askingOf([honest])
    t.equal(await cosignNewest(app, asking, AbortSignal.timeout(60_000)), 1)
    await asking.close()
    t.match(lines, [['error', { failure: 'other_log', witness: /^honest\.example\+/ }]])
    t.same(signersOf(await served()), ['seller-operating-score'])
    const { body } = await call(null, 'GET', '/api/transparency/consistency?from=6&to=9')
    const refused = await audit(
      '--since',
      join(folder, 'kept.txt'),
      '--proof',
      await file('proof.json', body),
    )
    t.match(refused, {
      status: 1,
      said: /FAIL {2}consistent {2}The log is not the one of the kept checkpoint/,
    })
  })
})

t.test('a witness that fails is logged once, and keeps nobody from signing', async (t) => {
  let keys: VerifierKey[] = []
  const { app, call } = await testApp(t, { LOG_WITNESSES: '' })
  keys = trustedKeys(app.logKeys, 'scores')
  await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 1)
  const cosign = async (witness: Parameters<typeof askingOf>[0][number], timeoutMs?: number) => {
    const honest = await honestWitness(t, `honest-${witness.key.name}`, () => keys)
    const { lines, asking } = askingOf([witness, honest], timeoutMs)
    for (let time = 0; time < 2; time++)
      t.equal(await cosignNewest(app, asking, AbortSignal.timeout(60_000)), 1, witness.key.name)
    await asking.close()
    t.same(await cosignedBy(app, honest.key), 1, 'the other one has signed')
    t.same(await cosignedBy(app, witness.key), 0, 'nothing is kept of it')
    return lines
  }
  const sized =
    (size: string): Answer =>
    (_, response) =>
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(size)
  const status =
    (code: number): Answer =>
    (_, response) =>
      response.writeHead(code, { location: '/' }).end('no\n')
  const signed =
    (name: string, change: (line: string, text: string) => string): Answer =>
    ({ note }, response) =>
      response.end(change(cosignature(name, parseNote(note).text), parseNote(note).text))

  const CASES: [name: string, kind: string, level: string, answer: Answer][] = [
    [
      'another-key',
      'unsigned',
      'warn',
      signed('another-key', (_, text) => cosignature('another-key', text, undefined, 'x')),
    ],
    ['another-name', 'unsigned', 'warn', signed('somebody', (line) => line)],
    [
      'another-text',
      'unsigned',
      'warn',
      signed('another-text', (_, text) => cosignature('another-text', `${text}more\n`)),
    ],
    [
      'another-time',
      'unsigned',
      'warn',
      signed('another-time', (_, text) => cosignature('another-time', text, 2 ** 52)),
    ],
    ['no-line', 'unreadable', 'warn', signed('no-line', () => 'hello')],
    [
      'text-of-its-own',
      'unreadable',
      'warn',
      signed(
        'text-of-its-own',
        (line, text) => `${line}\n${cosignature('text-of-its-own', `${text}\n${line}`)}`,
      ),
    ],
    ['huge', 'unreachable', 'warn', signed('huge', (line) => line.repeat(1_000))],
    ['redirect', 'refused', 'warn', status(302)],
    ['unknown-key', 'refused', 'warn', status(403)],
    ['broken', 'refused', 'warn', status(500)],
    ['inconsistent', 'other_log', 'error', status(422)],
    ['no-size', 'unreadable', 'warn', status(409)],
    ['ahead', 'ahead', 'error', sized('7\n')],
    ['same-size', 'other_log', 'error', sized('1\n')],
    ['odd-size', 'unreadable', 'warn', sized('01\n')],
  ]
  for (const [name, failure, level, answer] of CASES)
    t.test(name, async (t) => {
      const lines = await cosign(await aServer(t, name, answer))
      t.match(lines, [
        [level, { failure, witness: new RegExp(`^${name}\\+`) }],
        ['debug', { failure }],
      ])
    })

  t.test('a dead one, and one that trickles', async (t) => {
    const trickling = await aServer(t, 'trickling', (_, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    t.match(await cosign(trickling, 300), [
      ['warn', { failure: 'unreachable' }],
      ['debug', {}],
    ])
    const dead = { ...(await aServer(t, 'dead', status(200))), url: DEAD_URL }
    t.match(await cosign(dead), [
      ['warn', { failure: 'unreachable' }],
      ['debug', {}],
    ])
  })
})

t.test('what names no witness stops the start with a sentence', async (t) => {
  const { DATABASE_URL } = await testApp(t, { WORKER: 'off' })
  const { setting, key } = await aServer(t, 'w.example', () => {})
  const plain = formatVerifierKey({ ...key, type: 1 })
  for (const [value, says] of [
    ['nonsense', /"nonsense" must be a URL, a blank and a verifier key/],
    [`ftp://w.example ${formatVerifierKey(key)}`, /must be a URL that begins with https:/],
    [`https://u:p@w.example ${formatVerifierKey(key)}`, /must have no user/],
    ['https://w.example w.example+00000000+AAAA', /LOG_WITNESSES can't be used: the key .* is of type 0/],
    [`https://w.example ${plain}`, /the key .* has the id/],
    [`${setting},${setting}`, /it names "w.example" twice/],
  ] as const)
    await t.rejects(
      buildApp(readEnv({ ...testSettings, DATABASE_URL, LOG_WITNESSES: value })),
      { message: says },
      value,
    )
})

/** Who asks these witnesses, and the lines that it logs. */
function askingOf(witnesses: { url: string; key: VerifierKey }[], timeoutMs?: number) {
  const lines: [level: string, about: object][] = []
  const to = (level: string) => (about: object) => void lines.push([level, about])
  const log = { error: to('error'), warn: to('warn'), info: to('info'), debug: to('debug') }
  const client = witnessClient(timeoutMs)
  return { lines, asking: { witnesses, ask: client.ask, failures: failureLog(log), close: client.close } }
}

const cosignedBy = async (app: App, { name, id }: VerifierKey) =>
  (await app.db.rows('select from log_cosignatures where witness = $1', [`${name}+${id}`])).length
