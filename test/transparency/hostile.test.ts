import t from 'tap'
import { canonicalJson, sha256 } from '../../src/scoring/canonical-json.ts'
import { parseCertificate, readCertificate } from '../../src/transparency/certificate.ts'
import { aCertificate, aRichCertificate, aScore, certify, verify } from './a-certificate.ts'

/** A certificate of a log that holds whatever its operator writes: hashes and signature are right. */
function hostile(texts: { inputs?: string; rules?: string; explanation?: string }) {
  const score = aScore()
  const all = { ...score, ...texts }
  const statement = canonicalJson({
    ...JSON.parse(score.statement),
    input_hash: sha256(all.inputs),
    rules_sha256: sha256(all.rules),
    explanation_sha256: sha256(all.explanation),
  })
  return certify([{ ...all, statement }])[0]
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

t.test('texts that no score has are refused with a sentence, and nothing takes long or throws', async (t) => {
  const { inputs, rules, explanation } = aRichCertificate()
  const cases: [Parameters<typeof hostile>[0], RegExp][] = [
    [{ inputs: '' }, /inputs must be JSON/],
    [{ inputs: 'null' }, /inputs is not as a score has it/],
    [{ inputs: deep(200_000) }, /inputs/],
    [
      { inputs: inputs.replace(/"orders":"\d+"/, '"orders":"1e999999999"') },
      /inputs\.aggregates\.orders is not/,
    ],
    [{ inputs: inputs.replace(/"orders":"\d+"/, `"orders":"${'9'.repeat(500_000)}"`) }, /orders is not/],
    [{ inputs: inputs.replace(/"orders":"\d+"/, '"orders":1e309') }, /orders is not/],
    [{ inputs: inputs.replace(/"orders":"\d+"/, '"orders":"NaN"') }, /orders is not/],
    [{ inputs: inputs.replace('"elapsed_days":28', '"elapsed_days":1e300') }, /elapsed_days is not/],
    [{ inputs: inputs.replace('"op":"waive"', `"op":${deep(100_000)}`) }, /./],
    [{ inputs: inputs.replace('"period":"2026-05"', '"period":"2026-99"') }, /inputs\.period is not/],
    [{ inputs: inputs.replace('"created_on":"2024-01-01"', '"created_on":"9999-99-99"') }, /./],
    [{ rules: '{}' }, /rules\.score-weights is not as a score has it/],
    [{ rules: 'null' }, /rules is not as a score has it/],
    [{ rules: rules.replace('"weight":60', '"weight":"1e999999999"') }, /weight is not as a score has it/],
    [{ rules: rules.replace('"weight":60', '"weight":1e309') }, /weight is not as a score has it/],
    [{ rules: rules.replace('[10,100]', '[10,"1e99999999"]') }, /curve\.\d+\.1 is not as a score has it/],
    [{ rules: rules.replace('"p_score":20', '"p_score":21') }, /must add up to 100/],
    [{ rules: rules.replace('"id":1,', '"id":"1",') }, /rules\..*id is not/],
    [{ explanation: 'x' }, /explanation must be JSON/],
    [{ explanation: deep(100_000) }, /explanation/],
    [{ explanation: 'null' }, /explanation is not as a score has it/],
    [{ explanation: '{"appeal":{}}' }, /explanation\.appeal/],
    [
      { explanation: `{"earlier_appeals":[${Array(200).fill('{}').join()}]}` },
      /explanation\.earlier_appeals is not/,
    ],
    [
      { explanation: explanation.replace('"raw_after":90', '"raw_after":1e300') },
      /raw_after is not as a score has it/,
    ],
    [{ explanation: explanation.replace('"component":"f_score"', '"component":"__proto__"') }, /explanation/],
  ]
  for (const [texts, problem] of cases) {
    const [name, text = ''] = Object.entries(texts)[0] ?? []
    const recomputed = verify(hostile(texts)).checks.find(({ check }) => check === 'recomputed')
    t.equal(recomputed?.ok, false, `${name} ${text.slice(0, 40)}`)
    t.match(recomputed?.sentence, problem)
    t.ok((recomputed?.sentence.length ?? 0) < 500, 'a sentence')
  }
})

t.test('values that are no certificate are refused with a sentence', async (t) => {
  const good = aCertificate()
  for (const [value, problem] of [
    [null, /a certificate is a JSON object/],
    [[], /a certificate is a JSON object/],
    ['text', /a certificate is a JSON object/],
    [{}, /format must be a text/],
    [{ ...good, format: 'sos-certificate/2' }, /format must be sos-certificate\/1, not "sos-certificate\/2"/],
    [{ ...good, inputs: 'x'.repeat(1_000_001) }, /at most 1000000 bytes/],
    [{ ...good, rules: '\ud800' }, /rules must be a text/],
    [{ ...good, extra: '' }, /"extra" is no field of a certificate/],
  ] as const)
    t.throws(() => readCertificate(value), problem)
  t.throws(() => parseCertificate('{'), /a certificate is JSON/)
  t.throws(() => parseCertificate(' '.repeat(1_000_001)), /at most 1000000 bytes/)
  t.same(parseCertificate(JSON.stringify(good)), good)
})
