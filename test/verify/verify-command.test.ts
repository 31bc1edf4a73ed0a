import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { checkpointText } from '../../src/transparency/log/checkpoint.ts'
import { leafHash, rootHash } from '../../src/transparency/log/merkle.ts'
import { formatVerifierKey, signNote } from '../../src/transparency/log/note.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { engineHere } from '../../src/verify/engine.ts'
import { readOptions } from '../../src/verify/options.ts'
import { anInput } from '../scoring/a-seller.ts'
import { aScore, certify, ORIGIN, signer } from '../transparency/a-certificate.ts'
import { aLog, aSigner, consistencyProof } from '../transparency/a-log.ts'
import { verifyFiles } from './verify-files.ts'

const KEY = formatVerifierKey(signer.key)
const statement = { engine: engineHere() }

/** Scores of sellers and months, as this engine makes them. */
const scores = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aScore({
      input: {
        period: `2026-${String(1 + Math.floor((index * 12) / count)).padStart(2, '0')}`,
        seller: { ...anInput().seller, seller_code: `S-${1000 + index}` },
      },
      statement,
    }),
  )

const folder = await mkdtemp(join(tmpdir(), 'verify-'))
t.teardown(() => rm(folder, { recursive: true }))

/** A file with this content. */
async function file(name: string, content: string) {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const verify = (...args: string[]) => verifyFiles(...args, '--key', KEY)
/** What it says of a file with this content. */
const verifyText = async (content: string) => verify(await file('given.ndjson', content))

const ndjson = (certificates: readonly unknown[]) =>
  certificates.map((certificate) => `${JSON.stringify(certificate)}\n`).join('')

t.test('one certificate: a line for each check, and the exit status', async (t) => {
  const [certificate] = certify(scores(1))
  const forms = [JSON.stringify(certificate), ndjson([certificate])]
  for (const content of forms) {
    const { status, lines } = await verifyText(content)
    t.equal(status, 0, content.slice(0, 10))
    t.equal(lines[0], 'S-1000 2026-01, revision 1: 72.93, Silver')
    t.same(
      lines.slice(1).map((line) => line.split(' ').filter(Boolean).slice(0, 2).join(' ')),
      ['ok signature', 'ok inclusion', 'ok texts', 'ok recomputed', 'ok engine', 'The certificate'],
    )
    t.equal(lines.at(-1), 'The certificate holds.')
  }
  const changed = { ...certificate, statement: certificate?.statement.replace('72.93', '82.93') }
  const { status, lines } = await verifyText(JSON.stringify(changed))
  t.equal(status, 1)
  const all = lines.join('\n')
  t.match(all, /FAIL {2}inclusion {3}The statement is not proven/)
  t.match(all, /FAIL {2}recomputed {2}.*total_sos is 82\.93 in the statement, but 72\.93 comes out/)
  t.equal(lines.at(-1), 'The certificate does not hold.')
})

t.test('a year in one file: a summary, and whether a leaf is missing', async (t) => {
  const year = certify(scores(36))
  const all = await verifyText(ndjson(year))
  t.equal(all.status, 0)
  t.same(all.lines, [
    '36 certificates of 2026-01 to 2026-12: all hold.',
    'Leaves 0 to 35 of the log of 36: none is missing.',
  ])
  const parted = await verify(
    await file('a.ndjson', ndjson(year.slice(20))),
    await file('b.ndjson', ndjson(year.slice(0, 20))),
  )
  t.same(parted, all, 'in two files, whatever their order')
  const some = year.filter((_, index) => index > 2 && index !== 7 && index !== 9)
  const holes = await verifyText(ndjson(some))
  t.equal(holes.status, 0)
  t.same(holes.lines, [
    '31 certificates of 2026-02 to 2026-12: all hold.',
    'Leaves 3 to 35 of the log of 36: 5 of the log are not here, first 0. They may be of other months.',
  ])
  const [, tail] = (await verifyText(ndjson(year.slice(0, -1)))).lines
  t.equal(
    tail,
    'Leaves 0 to 34 of the log of 36: 1 of the log are not here, first 35. They may be of other months.',
  )
})

t.test('what the head of the file counts and the file has not is missing', async (t) => {
  const year = certify(scores(36))
  const head = (leaves: Record<string, number>, more = {}) =>
    `${JSON.stringify({ format: 'sos-certificates/1', from: '2026-01', to: '2026-12', leaves, ...more })}\n`
  const months = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`2026-${String(n + 1).padStart(2, '0')}`, 3]),
  )
  const whole = await verifyText(head(months) + ndjson(year))
  t.match(whole, { status: 0, lines: [/all hold/, /none is missing/] })
  const cut = await verifyText(head(months) + ndjson(year.filter((_, n) => n !== 4 && n < 34)))
  t.equal(cut.status, 1)
  t.same(cut.lines.slice(-2), [
    'Leaves of 2026-02 that are not in the file: 1 of 3.',
    'Leaves of 2026-12 that are not in the file: 2 of 3.',
  ])
  const two = ndjson(year.slice(0, 2))
  const twice = await verifyText(head({ '2026-01': 3 }) + two + two)
  t.match(twice, { status: 1 }, 'one that is given twice is one')
  t.equal(twice.lines.at(-1), 'Leaves of 2026-01 that are not in the file: 1 of 3.')
  const one = await verifyText(head({ '2026-01': 2 }) + ndjson(year.slice(0, 1)))
  t.match(one.lines.slice(-2), ['The certificate holds.', /^Leaves of 2026-01 .*: 1 of 2\.$/])
  t.equal(one.status, 1)
  const none = await verifyText(head({ '2026-01': 2 }))
  t.match(none, {
    status: 1,
    lines: ['There is no certificate in the files.', /^Leaves of 2026-01 .*: 2 of 2\.$/],
  })
  const without = { without_leaf: { count: 1, named: ['S-7 2026-01 revision 1'] } }
  const forged = await verifyText(head(months, without) + ndjson(year))
  t.equal(forged.status, 1)
  t.equal(
    forged.lines.at(-1),
    'Final scores that have no leaf in the log, so that nothing proves them: 1, as S-7 2026-01 revision 1.',
  )
  const bad = await verifyText(head({ january: 3 } as never) + ndjson(year))
  t.match(bad, { status: 1, lines: [/given\.ndjson:1$/, /^FAIL/, /^1 of 37 /, /none is missing/] })
})

t.test('what does not hold among many is shown, and counted', async (t) => {
  const year = certify(scores(5))
  for (const at of [0, 1, 4]) {
    const texts: unknown[] = [...year]
    texts[at] = { ...year[at], inputs: year[at]?.inputs.replace('"previous":null', '"previous":0') }
    const { status, lines } = await verifyText(ndjson(texts))
    t.equal(status, 1)
    t.match(lines[0], new RegExp(`^S-${1000 + at} `), 'those that hold are not listed')
    t.equal(lines.filter((line) => line.startsWith('S-')).length, 1)
    t.ok(lines.includes('1 of 5 certificates do not hold.'))
  }
  const broken = await verifyText(`${ndjson(year)}{"format":\n`)
  const failed = /FAIL {2}certificate {1,}a certificate is JSON/
  t.match(broken, { status: 1, lines: [/given\.ndjson:6$/, failed, /^1 of 6 /, /none is missing/] })
  const long = await verifyText(`${ndjson(year)}"${'x'.repeat(2_000_000)}"\n`)
  const tooLong = /at most 1000000 bytes/
  t.match(long, { status: 1, lines: [/given\.ndjson:6$/, tooLong, /^1 of 6 /, /none is missing/] })
  const pretty = await verifyText(JSON.stringify(year[0], null, 2))
  const first = { 0: /given\.ndjson:1$/, 1: /a certificate is JSON/ }
  t.match(pretty, { status: 1, lines: first }, 'it is one line')
  t.match(await verifyText(''), { status: 1, lines: ['There is no certificate in the files.'] })
})

t.test('a log that shows two versions is found out', async (t) => {
  const [first, second] = scores(2) as [ReturnType<typeof aScore>, ReturnType<typeof aScore>]
  const twice = aScore({
    input: { seller: { ...anInput().seller, seller_code: 'S-1000' }, period: '2026-01', elapsed_days: 20 },
    statement: { ...statement, revision: 1 },
  })
  const same = await verifyText(ndjson(certify([first, second, twice])))
  t.equal(same.status, 1)
  t.match(
    same.lines.at(-1),
    /^Revision 1 of S-1000 in 2026-01 is leaf 0 and leaf 2: the log must hold it once\.$/,
  )
  t.match(same.lines[0], /3 certificates of 2026-01 to .*: all hold by themselves, but not together\./)
  const again = await verifyText(ndjson(certify([first, second])).repeat(2))
  t.equal(again.status, 0, 'a certificate that is given twice is one')
  const split = [...certify([first, second]).slice(0, 1), ...certify([twice, second]).slice(1)]
  const forked = await verifyText(ndjson(split))
  t.equal(forked.status, 1)
  t.match(forked.lines.at(-1), /^The log of 2 has two roots, .{44} and .{44}: it shows two versions\.$/)
})

t.test('with another engine the certificates hold, and the summary says so', async (t) => {
  const of = (seller_code: string) => aScore({ input: { seller: { ...anInput().seller, seller_code } } })
  const { status, lines } = await verifyText(ndjson(certify(['S-0', 'S-1', 'S-2'].map(of))))
  t.equal(status, 0)
  t.equal(lines.at(-1), '3 were computed by another engine: what came out again is a note there.')
})

t.test('a kept checkpoint is compared with the log of today', async (t) => {
  const all = scores(9)
  const logOf = (of: typeof all) => aLog(of.map(({ statement }) => leafBytes(statement))).hashOf
  const kept = (size: number, of = all) =>
    signNote(checkpointText({ origin: ORIGIN, size, root: rootHash(size, logOf(of)) }), [signer])
  const grown = { from: 4, to: 9, proof: consistencyProof(4, 9, logOf(all)).map(toBase64) }
  const proof = await file('proof.json', JSON.stringify(grown))
  const year = await file('nine.ndjson', ndjson(certify(all)))
  const since = await file('kept.txt', kept(4))
  t.match(await verify(year, '--since', since, '--proof', proof), { status: 0 })
  const one = await file('nine.json', JSON.stringify(certify(all)[8]))
  const { lines } = await verify(one, '--since', since, '--proof', proof)
  t.match(lines.at(-2), /^ok {4}consistent {2}The log of 4 is the beginning of the log of 9/)
  t.match(await verify(one, '--since', since), { status: 1 }, 'without a proof nothing is shown')
  const rebuilt = await file('rebuilt.txt', kept(4, [...all.slice(0, 3), all[5] as (typeof all)[0]]))
  const refused = await verify(one, '--since', rebuilt, '--proof', proof)
  t.equal(refused.status, 1)
  t.match(refused.lines.join('\n'), /FAIL {2}consistent {2}The log is not the one of the kept checkpoint/)
})

t.test('a wrong call says how it is called', async (t) => {
  const call =
    (...args: string[]) =>
    () =>
      readOptions(args)
  t.throws(call(), /Name a file with a certificate/)
  t.throws(call('a.json'), /Name the key of the log with --key/)
  t.throws(call('a.json', '--key', 'nonsense'), /--key: the key "nonsense" must read name\+id\+base64/)
  t.throws(call('a.json', '--key', KEY, '--proof', 'p.json'), /--proof goes with --since/)
  t.throws(call('a.json', '--key', KEY, '--since', '/nowhere'), /--since \/nowhere: ENOENT/)
  t.throws(call('a.json', '--nonsense'), /Unknown option/)
  const strange = signNote('text\n', [aSigner('other')])
  t.throws(
    call('a.json', '--key', KEY, '--since', await file('strange', strange)),
    /no signature is by a trusted key/,
  )
  const empty = checkpointText({ origin: ORIGIN, size: 0, root: leafHash(new Uint8Array()) })
  const since = ['--since', await file('k', signNote(empty, [signer]))]
  t.throws(
    call('a.json', '--key', KEY, ...since, '--proof', await file('np', '{}')),
    /a consistency proof is JSON with from, to and proof/,
  )
  t.equal(readOptions(['--help']), 'help')
  await t.rejects(verify('/nowhere.json'), /\/nowhere\.json: ENOENT/)
})

t.test('the command itself: exit status and standard input', async (t) => {
  const command = (args: string[], input = '') => {
    const child = promisify(execFile)(process.execPath, ['src/verify/bin.ts', ...args])
    child.child.stdin?.end(input)
    return child.then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    )
  }
  const [certificate] = certify(scores(1))
  const held = await command(['-', '--key', KEY], JSON.stringify(certificate))
  t.match(held, { code: 0, stdout: /The certificate holds\.\n$/ })
  t.match(await command(['-', '--key', KEY], '{}'), { code: 1, stdout: /format must be a text/ })
  t.match(await command(['-']), { code: 2, stderr: /Name the key of the log[\s\S]*Usage:/ })
  t.match(await command(['/nowhere.json', '--key', KEY]), { code: 2, stderr: /nowhere\.json: ENOENT/ })
  t.match(await command(['--help']), { code: 0, stdout: /^Usage:/ })
})
