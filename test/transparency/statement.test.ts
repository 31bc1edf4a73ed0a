import t from 'tap'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { readStatement, type Statement, statementText } from '../../src/transparency/statement.ts'

const HASH = 'ab'.repeat(32)
const STATEMENT: Statement = {
  v: 1,
  kind: 'score',
  seller_code: 'S-1018',
  period: '2026-05',
  revision: 1,
  total_sos: 72.93,
  tier: 'Silver',
  as_of: '2026-06-01T00:00:00.000Z',
  finalized_at: '2026-06-03T09:30:00.000Z',
  engine: HASH,
  input_hash: HASH,
  rules_sha256: HASH,
  explanation_sha256: HASH,
  facts: { orders: { rows: 120, sha256: HASH }, 'campaign-actuals': { rows: 0, sha256: HASH } },
}

t.test('a statement is canonical JSON with the fields of the design', async (t) => {
  const text = statementText(STATEMENT)
  t.equal(
    text,
    `{"as_of":"2026-06-01T00:00:00.000Z","engine":"${HASH}","explanation_sha256":"${HASH}",` +
      `"facts":{"campaign-actuals":{"rows":0,"sha256":"${HASH}"},"orders":{"rows":120,"sha256":"${HASH}"}},` +
      `"finalized_at":"2026-06-03T09:30:00.000Z","input_hash":"${HASH}","kind":"score","period":"2026-05",` +
      `"revision":1,"rules_sha256":"${HASH}","seller_code":"S-1018","tier":"Silver","total_sos":72.93,"v":1}`,
  )
  t.same(readStatement(text), STATEMENT)
})

t.test('version 2 says what the score weighs, and names further texts', async (t) => {
  const second: Statement = {
    ...STATEMENT,
    v: 2,
    am_id: 3,
    orders: 120,
    more: { run_id: HASH, weather: HASH },
  }
  const text = statementText(second)
  t.match(text, `{"am_id":3,"as_of":`)
  t.match(text, `"more":{"run_id":"${HASH}","weather":"${HASH}"},"orders":120,`)
  t.same(readStatement(text), second)
  const { more: _, ...without } = second
  t.same(readStatement(statementText({ ...without, am_id: null, orders: null })), {
    ...without,
    ...{ am_id: null, orders: null },
  })
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`name-${n}`, HASH]))
  t.doesNotThrow(() => statementText({ ...second, more: names(64) }))
  for (const [fields, problem] of [
    [{ more: names(65) }, /more is not/],
    [{ more: {} }, /more is not/],
    [{ more: { Weather: HASH } }, /more.* is not/],
    [{ more: { [`a${'b'.repeat(64)}`]: HASH } }, /more.* is not/],
    [{ more: { weather: 'sunny' } }, /more.* is not/],
    [{ orders: -1 }, /orders is not/],
    [{ am_id: '3' }, /am_id is not/],
    [{ am_id: undefined }, /am_id is not/],
    [{ reviewed_by: 'Ada' }, /reviewed_by is not/],
    [{ v: 3 }, /v is not/],
  ] as const)
    t.throws(
      () => readStatement(canonicalJson({ ...second, ...fields })),
      problem,
      JSON.stringify(fields).slice(0, 80),
    )
  for (const field of [{ am_id: 3 }, { orders: 1 }, { more: { run_id: HASH } }])
    t.throws(() => readStatement(canonicalJson({ ...STATEMENT, ...field })), /is not as a statement has it/)
})

t.test('what is not known any more is null', async (t) => {
  const old = { ...STATEMENT, engine: null, input_hash: null, rules_sha256: null, facts: null }
  t.same(readStatement(statementText(old)), old)
})

t.test('texts that are no statements are refused with a sentence that names the field', async (t) => {
  const other = (fields: object) => JSON.stringify({ ...JSON.parse(statementText(STATEMENT)), ...fields })
  for (const [text, problem] of [
    ['', /must be JSON/],
    ['null', /it is not as a statement has it/],
    [JSON.stringify(STATEMENT), /must be canonical JSON/],
    [`${statementText(STATEMENT)} `, /must be canonical JSON/],
    [statementText(STATEMENT).replace('72.93', '72.930'), /must be canonical JSON/],
    [statementText(STATEMENT).replace('"v":1', '"v":1,"v":1'), /must be canonical JSON/],
    [other({ v: 3 }), /v is not/],
    [other({ kind: 'tier' }), /kind is not/],
    [other({ total_sos: '72.93' }), /total_sos is not/],
    [statementText(STATEMENT).replace('72.93', '1e309'), /total_sos is not/],
    [other({ total_sos: 100.01 }), /total_sos is not/],
    [other({ period: '2026-13' }), /period is not/],
    [other({ revision: 0 }), /revision is not/],
    [other({ as_of: '2026-06-01' }), /as_of is not/],
    [other({ engine: HASH.toUpperCase() }), /engine is not/],
    [other({ seller_code: undefined }), /seller_code is not/],
    [other({ name: 'Ada' }), /name is not/],
    [other({ facts: { orders: { rows: -1, sha256: HASH } } }), /facts\.?.* is not/],
    [other({ facts: [] }), /facts is not/],
    [other({ tier: 'x'.repeat(65_536) }), /at most 65535 bytes/],
    ['['.repeat(60_000), /must be JSON/],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, /it is not/],
  ] as const)
    t.throws(() => readStatement(text), problem)
  t.throws(() => statementText({ ...STATEMENT, total_sos: Number.NaN }), /total_sos is not/)
})
