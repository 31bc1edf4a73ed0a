import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { checkpointText } from '../../src/transparency/log/checkpoint.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { formatVerifierKey, signNote } from '../../src/transparency/log/note.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { engineHere } from '../../src/verify/engine.ts'
import { readOptions } from '../../src/verify/options.ts'
import { run } from '../../src/verify/run.ts'
import { anInput } from '../scoring/a-seller.ts'
import { aScore, certify, ORIGIN, signer } from '../transparency/a-certificate.ts'
import { aSigner, consistencyProof } from '../transparency/a-log.ts'

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

/** What the command says of these arguments, and its exit status. */
async function verify(...args: string[]) {
  const lines: string[] = []
  const options = readOptions([...args, '--key', KEY])
  const status = options === 'help' ? 0 : await run(options, (line) => lines.push(line))
  return { status, lines }
}

const ndjson = (certificates: readonly unknown[]) =>
  certificates.map((certificate) => `${JSON.stringify(certificate)}\n`).join('')

t.test('one certificate: a line for each check, and the exit status', async (t) => {
  const [certificate] = certify(scores(1))
  for (const [name, content] of [
    ['one.json', JSON.stringify(certificate)],
    ['pretty.json', JSON.stringify(certificate, null, 2)],
    ['line.ndjson', ndjson([certificate])],
  ] as const) {
    const { status, lines } = await verify(await file(name, content))
    t.equal(status, 0, name)
    t.equal(lines[0], 'S-1000 2026-01, revision 1: 72.93, Silver')
    t.same(
      lines.slice(1).map((line) => line.split(' ').filter(Boolean).slice(0, 2).join(' ')),
      ['ok signature', 'ok inclusion', 'ok texts', 'ok recomputed', 'ok engine', 'The certificate'],
    )
    t.equal(lines.at(-1), 'The certificate holds.')
  }
  const changed = { ...certificate, statement: certificate?.statement.replace('72.93', '82.93') }
  const { status, lines } = await verify(await file('changed.json', JSON.stringify(changed)))
  t.equal(status, 1)
  t.match(lines.join('\n'), /FAIL {2}inclusion {3}The statement is not proven/)
  t.match(
    lines.join('\n'),
    /FAIL {2}recomputed {2}.*total_sos is 82\.93 in the statement, but 72\.93 comes out/,
  )
  t.equal(lines.at(-1), 'The certificate does not hold.')
})

t.test('a year in one file: a summary, and whether a leaf is missing', async (t) => {
  const year = certify(scores(36))
  const all = await verify(await file('year.ndjson', ndjson(year)))
  t.same(all, {
    status: 0,
    lines: [
      '36 certificates of 2026-01 to 2026-12: all hold.',
      'Leaves 0 to 35 of the log of 36: none is missing.',
    ],
  })
  const parted = await verify(
    await file('a.ndjson', ndjson(year.slice(20))),
    await file('b.ndjson', ndjson(year.slice(0, 20))),
  )
  t.same(parted, all, 'in two files, whatever their order')
  const holes = await verify(
    await file('holes.ndjson', ndjson(year.filter((_, index) => index > 2 && index !== 7 && index !== 9))),
  )
  t.same(holes, {
    status: 0,
    lines: [
      '31 certificates of 2026-02 to 2026-12: all hold.',
      'Leaves 3 to 35 of the log of 36: 5 of the log are not here, first 0. They may be of other months.',
    ],
  })
  t.equal(
    (await verify(await file('tail.ndjson', ndjson(year.slice(0, -1))))).lines[1],
    'Leaves 0 to 34 of the log of 36: leaf 35 is not here. It may be of another month.',
  )
})

t.test('what the head of the file counts and the file has not is missing', async (t) => {
  const year = certify(scores(36))
  const head = (leaves: Record<string, number>, more = {}) =>
    `${JSON.stringify({ format: 'sos-certificates/1', from: '2026-01', to: '2026-12', leaves, ...more })}\n`
  const months = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`2026-${String(n + 1).padStart(2, '0')}`, 3]),
  )
  const whole = await verify(await file('whole.ndjson', head(months) + ndjson(year)))
  t.match(whole, { status: 0, lines: [/all hold/, /none is missing/] })
  const cut = await verify(
    await file('cut.ndjson', head(months) + ndjson(year.filter((_, n) => n !== 4 && n < 34))),
  )
  t.equal(cut.status, 1)
  t.equal(
    cut.lines.at(-1),
    '3 leaves of the asked months are not in the file: 1 of 3 in 2026-02, 2 of 3 in 2026-12.',
  )
  const twice = await verify(
    await file(
      'twice-one.ndjson',
      head({ '2026-01': 3 }) + ndjson(year.slice(0, 2)) + ndjson(year.slice(0, 2)),
    ),
  )
  t.match(twice, { status: 1 }, 'one that is given twice is one')
  t.equal(twice.lines.at(-1), '1 leaf of the asked months is not in the file: 1 of 3 in 2026-01.')
  const one = await verify(await file('one-of.ndjson', head({ '2026-01': 2 }) + ndjson(year.slice(0, 1))))
  t.match(one.lines.slice(-2), ['The certificate holds.', /^1 leaf .* 1 of 2 in 2026-01\.$/])
  t.equal(one.status, 1)
  t.match(await verify(await file('none-of.ndjson', head({ '2026-01': 2 }))), {
    status: 1,
    lines: ['There is no certificate in the files.', /^2 leaves /],
  })
  const without = { without_leaf: { count: 1, named: ['S-7 2026-01 revision 1'] } }
  const forged = await verify(await file('forged.ndjson', head(months, without) + ndjson(year)))
  t.equal(forged.status, 1)
  t.equal(
    forged.lines.at(-1),
    '1 final score of the asked months has no leaf in the log, so nothing proves it: S-7 2026-01 revision 1.',
  )
  const bad = await verify(await file('bad.ndjson', head({ january: 3 } as never) + ndjson(year)))
  t.match(bad, { status: 1, lines: [/bad\.ndjson:1$/, /^FAIL/, /^1 of 37 /, /none is missing/] })
})

t.test('what does not hold among many is shown, and counted', async (t) => {
  const year = certify(scores(5))
  for (const at of [0, 1, 4]) {
    const texts: unknown[] = [...year]
    texts[at] = { ...year[at], inputs: year[at]?.inputs.replace('"previous":null', '"previous":0') }
    const { status, lines } = await verify(await file('wrong.ndjson', ndjson(texts)))
    t.equal(status, 1)
    t.match(lines[0], new RegExp(`^S-${1000 + at} `), 'those that hold are not listed')
    t.equal(lines.filter((line) => line.startsWith('S-')).length, 1)
    t.ok(lines.includes('1 of 5 certificates do not hold.'))
  }
  const broken = await verify(await file('broken.ndjson', `${ndjson(year)}{"format":\n`))
  t.match(broken, {
    status: 1,
    lines: [
      /broken\.ndjson:6$/,
      /FAIL {2}certificate {1,}a certificate is JSON/,
      /^1 of 6 /,
      /none is missing/,
    ],
  })
  const long = await verify(await file('long.ndjson', `${ndjson(year)}"${'x'.repeat(2_000_000)}"\n`))
  t.match(long, {
    status: 1,
    lines: [/long\.ndjson:6$/, /at most 1000000 bytes/, /^1 of 6 /, /none is missing/],
  })
  const huge = await verify(await file('huge.json', `{\n${' \n'.repeat(1_000_000)}`))
  t.match(huge, { status: 1, lines: [/huge\.json:1$/, /at most 1000000 bytes/, /does not hold/] })
  t.match(await verify(await file('empty.json', '')), {
    status: 1,
    lines: ['There is no certificate in the files.'],
  })
})

t.test('a log that shows two versions is found out', async (t) => {
  const [first, second] = scores(2) as [ReturnType<typeof aScore>, ReturnType<typeof aScore>]
  const twice = aScore({
    input: { seller: { ...anInput().seller, seller_code: 'S-1000' }, period: '2026-01', elapsed_days: 20 },
    statement: { ...statement, revision: 1 },
  })
  const same = await verify(await file('twice.ndjson', ndjson(certify([first, second, twice]))))
  t.equal(same.status, 1)
  t.match(
    same.lines.at(-1),
    /^Revision 1 of S-1000 in 2026-01 is leaf 0 and leaf 2: the log must hold it once\.$/,
  )
  t.match(same.lines[0], /3 certificates of 2026-01 to .*: all hold by themselves, but not together\./)
  const again = await verify(
    await file('again.ndjson', ndjson([...certify([first, second]), ...certify([first, second])])),
  )
  t.equal(again.status, 0, 'a certificate that is given twice is one')
  const split = [...certify([first, second]).slice(0, 1), ...certify([twice, second]).slice(1)]
  const forked = await verify(await file('forked.ndjson', ndjson(split)))
  t.equal(forked.status, 1)
  t.match(forked.lines.at(-1), /^The log of 2 has two roots, .{44} and .{44}: it shows two versions\.$/)
})

t.test('with another engine the certificates hold, and the summary says so', async (t) => {
  const other = certify(
    [0, 1, 2].map((index) =>
      aScore({ input: { seller: { ...anInput().seller, seller_code: `S-${index}` } } }),
    ),
  )
  const { status, lines } = await verify(await file('other.ndjson', ndjson(other)))
  t.equal(status, 0)
  t.equal(lines.at(-1), '3 were computed by another engine: what came out again is a note there.')
})

t.test('a kept checkpoint is compared with the log of today', async (t) => {
  const all = scores(9)
  const { nodes } = append(
    0,
    hashesRead([]),
    all.map(({ statement }) => leafHash(leafBytes(statement))),
  )
  const kept = (count: number, of = all) => {
    const { size, root } = append(
      0,
      hashesRead([]),
      of.slice(0, count).map(({ statement }) => leafHash(leafBytes(statement))),
    )
    return signNote(checkpointText({ origin: ORIGIN, size, root }), [signer])
  }
  const proof = await file(
    'proof.json',
    JSON.stringify({ from: 4, to: 9, proof: consistencyProof(4, 9, hashesRead(nodes)).map(toBase64) }),
  )
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
  t.throws(
    call(
      'a.json',
      '--key',
      KEY,
      '--since',
      await file(
        'k',
        signNote(checkpointText({ origin: ORIGIN, size: 0, root: leafHash(new Uint8Array()) }), [signer]),
      ),
      '--proof',
      await file('np', '{}'),
    ),
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
  t.match(await command(['-', '--key', KEY], JSON.stringify(certificate)), {
    code: 0,
    stdout: /The certificate holds\.\n$/,
  })
  t.match(await command(['-', '--key', KEY], '{}'), { code: 1, stdout: /format must be a text/ })
  t.match(await command(['-']), { code: 2, stderr: /Name the key of the log[\s\S]*Usage:/ })
  t.match(await command(['/nowhere.json', '--key', KEY]), { code: 2, stderr: /nowhere\.json: ENOENT/ })
  t.match(await command(['--help']), { code: 0, stdout: /^Usage:/ })
})
