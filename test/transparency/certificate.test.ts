import { createHash } from 'node:crypto'
import t from 'tap'
import { fromBase64 } from '../../src/transparency/bytes.ts'
import { parseCheckpoint, parseTlogProof } from '../../src/transparency/log/checkpoint.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../../src/transparency/log/merkle.ts'
import { parseNote } from '../../src/transparency/log/note.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { finalMonth, head, leavesCome, MONTH, sellersWithFacts } from './setup.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const bytes = (base64: string) => fromBase64(base64) as Uint8Array

t.test('certificates and proofs', async (t) => {
  const { app, call, user } = await testApp(t, { WORKER: 'on' })
  const sellers = await sellersWithFacts(app, 5)
  const code = sellers[2]?.seller_code
  const url = `/api/sos/sellers/${code}/score/certificate`
  const get = (path: string, headers = {}) => call('viewer', 'GET', path, undefined, headers)

  t.test('a score that is not final has none', async (t) => {
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
    const { status, body, headers } = await get(`${url}?period=${MONTH}`)
    t.same([status, headers['x-error-code']], [409, 'score_not_final'])
    t.match(body.error, code)
    t.equal((await get(url)).status, 404, 'nor is there a final one')
    t.equal((await get('/api/transparency/checkpoint')).status, 404)
  })

  t.test('one holds the texts that its statement names, and stands in the log', async (t) => {
    await finalMonth(call)
    await leavesCome(app, 5)
    const { status, body } = await get(url)
    t.equal(status, 200)
    t.same(Object.keys(body), ['format', 'statement', 'inputs', 'rules', 'explanation', 'proof', 'more'])
    const statement = JSON.parse(body.statement)
    t.match(statement, {
      seller_code: code,
      period: MONTH,
      revision: 1,
      input_hash: sha256(body.inputs),
      rules_sha256: sha256(body.rules),
      explanation_sha256: sha256(body.explanation),
    })
    const { index, hashes, checkpoint } = parseTlogProof(body.proof)
    const { size, root } = parseCheckpoint(parseNote(checkpoint).text)
    t.same([index, size], [2, 5])
    t.equal(verifyInclusion(leafHash(leafBytes(body.statement)), index, size, hashes, root), true)
    t.same((await get(`${url}?period=${MONTH}&revision=1`)).body, body)
    const again = await get(url, { 'if-none-match': (await get(url)).headers.etag })
    t.equal(again.status, 304)
  })

  t.test('all of a month come as lines, each as it is answered alone', async (t) => {
    const headers = { 'x-user-id': String(user.viewer.id) }
    const months = (from: string, to: string) =>
      app.inject({ url: `/api/transparency/certificates?from=${from}&to=${to}`, headers })
    const answer = await months('2026-01', MONTH)
    t.match(answer.headers, { 'content-type': 'application/x-ndjson; charset=utf-8' })
    const [counts, ...lines] = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const one = async (seller: string) => (await get(`/api/sos/sellers/${seller}/score/certificate`)).body
    t.equal(lines.length, 5)
    for (const [index, { seller_code }] of sellers.entries()) t.same(lines[index], await one(seller_code))
    t.same(counts, { format: 'sos-certificates/1', from: '2026-01', to: MONTH, leaves: { [MONTH]: 5 } })
    t.same(JSON.parse((await months('2026-04', '2026-05')).body), {
      ...{ format: 'sos-certificates/1', from: '2026-04', to: '2026-05', leaves: {} },
    })
    t.equal((await months('2026-04', '2026-03')).statusCode, 400)
  })

  t.test('what there is not is said', async (t) => {
    for (const [path, status, code] of [
      [`${url}?revision=2`, 404, 'revision_not_found'],
      [`${url}?period=2020-01`, 404, 'score_not_found'],
      ['/api/sos/sellers/S-404/score/certificate', 404, 'seller_not_found'],
      ['/api/transparency/consistency?from=3&to=6', 400, 'beyond_log'],
      ['/api/transparency/consistency?from=4&to=3', 400, 'beyond_log'],
      ['/api/transparency/inclusion/5', 400, 'beyond_log'],
      ['/api/transparency/inclusion/0?size=9', 400, 'beyond_log'],
    ] as const) {
      const answer = await get(path)
      t.same([answer.status, answer.headers['x-error-code']], [status, code], path)
    }
  })

  t.test('the head is a note, which the key verifies', async (t) => {
    const { note } = await head(app)
    const text = await call(null, 'GET', '/api/transparency/checkpoint')
    t.match(text, { status: 200, body: note, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    const key = { log: 'scores', key: /^seller-operating-score\+[0-9a-f]{8}\+/, use: 'signs' }
    t.match((await call(null, 'GET', '/api/transparency/key')).body, { keys: [key] })
  })

  t.test('proofs verify for every index and every pair of sizes', async (t) => {
    const firstOf = async (size: number) =>
      (await call(null, 'GET', `/api/transparency/inclusion/0?size=${size}`)).body
    const { root } = await head(app)
    for (let index = 0; index < 5; index++) {
      const { body } = await call(null, 'GET', `/api/transparency/inclusion/${index}`)
      const proof = body.proof.map(bytes)
      t.equal(verifyInclusion(bytes(body.leaf_hash), index, body.size, proof, root), true, `index ${index}`)
    }
    t.equal((await firstOf(1)).proof.length, 0)
    const { body } = await call(null, 'GET', '/api/transparency/consistency?from=5')
    t.same(body, { from: 5, to: 5, proof: [] })
    const first = bytes((await firstOf(1)).leaf_hash)
    const grown = await call(null, 'GET', '/api/transparency/consistency?from=1&to=5')
    t.equal(verifyConsistency(1, 5, first, root, grown.body.proof.map(bytes)), true)
  })

  t.test('entries are the statements, in their order', async (t) => {
    const leaves = await leavesCome(app, 5)
    const { body } = await get('/api/transparency/entries?limit=2')
    t.same(
      body.data.map(({ statement }: { statement: string }) => statement),
      leaves.slice(0, 2).map(({ statement }) => statement),
    )
    t.same((await get(`/api/transparency/entries?after=${body.next}`)).body.data.length, 3)
    const { body: all } = await get('/api/transparency/entries?after=-1')
    t.same(all.data.length, 5, 'as an empty log says')
    t.equal((await get('/api/transparency/entries?after=-2')).status, 400)
  })
})
