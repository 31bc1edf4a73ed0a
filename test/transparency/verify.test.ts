import t from 'tap'
import { sha256 } from '../../src/scoring/canonical-json.ts'
import type { Certificate } from '../../src/transparency/certificate.ts'
import { KEPT_ENGINES } from '../../src/transparency/engines.ts'
import { moreHashes, moreTexts } from '../../src/transparency/statement.ts'
import { certificateVerifier } from '../../src/transparency/verify.ts'
import { aggregatesOf, VALUES } from '../scoring/a-seller.ts'
import { inForm } from '../setup/form.ts'
import {
  aCertificate,
  aRichCertificate,
  aScore,
  certify,
  changed,
  ENGINE,
  failed,
  signer,
  verify,
} from './a-certificate.ts'
import { aSigner } from './a-log.ts'

t.test('a certificate holds, check by check', async (t) => {
  const { valid, checks, statement, checkpoint, proof } = verify(aCertificate())
  const sentences = [
    ['signature', `The checkpoint is signed by sos.example/scores with the key ${signer.key.id}.`],
    ['inclusion', 'The score stands in the log of final scores, at place 3 of 7.'],
    ['texts', 'Inputs, rules and explanation have the hashes that the statement names.'],
    [
      'recomputed',
      'The rules and inputs give the total 72.93, the tier Silver and the explanation, to the byte.',
    ],
    ['engine', `Scores are made here by the same program, ${ENGINE}, number 1.`],
  ]
  t.same(
    checks,
    sentences.map(([check, sentence]) => ({ check, ok: true, sentence })),
  )
  t.ok(valid)
  t.match([statement?.total_sos, proof?.index, checkpoint?.size], [72.93, 3, 7])
})

t.test('a score with exceptions and appeals comes out again', async (t) => {
  const { valid, checks } = verify(aRichCertificate())
  t.ok(valid, JSON.stringify(checks.filter(({ ok }) => !ok)))
  t.match(checks[3]?.sentence, /to the byte, after 3 appeals\.$/)
})

t.test('a leaf of version 2 names further texts, which a certificate may carry', async (t) => {
  const texts = moreTexts({ run_id: 17, reviewed_by: 'Ada Marsh', notes: 'Closed' }, 'ab'.repeat(16))
  const orders = Number(aggregatesOf(VALUES.average).orders)
  const named = { ...moreHashes(texts), weather: sha256('sunny') }
  const second = { v: 2 as const, am_id: 3, orders, more: named }
  const certificate = aCertificate({ statement: second })
  const said = (given: object) => verify(given).checks.find(({ check }) => check === 'texts')?.sentence
  t.same(failed(certificate), [], 'with none of them')
  t.match(said(certificate), /^Inputs, rules and explanation have .* Hashed, not checked: weather\.$/)
  t.same(failed({ ...certificate, more: texts }), [])
  t.match(
    said({ ...certificate, more: texts }),
    'explanation, and run_id, reviewed_by, notes, have the hashes',
  )
  t.same(failed({ ...certificate, more: { notes: texts.notes, weather: 'sunny' } }), [], 'with some')
  for (const [name, text] of Object.entries({ ...texts, weather: 'sunny' })) {
    t.same(failed({ ...certificate, more: { ...texts, [name]: `${text} ` } }), ['texts'], name)
    t.match(said({ ...certificate, more: { [name]: 'other' } }), `more.${name} is ${sha256(text)}`)
  }
  t.same(failed({ ...certificate, more: { storm: 'x' } }), ['texts'], 'one that the leaf does not name')
  t.same(failed({ ...aCertificate(), more: texts }), ['texts'], 'nor does one of version 1')
  for (const more of [[], 'text', { Weather: 'x' }, { weather: 1 }])
    t.same(failed({ ...certificate, more }), ['certificate'], JSON.stringify(more))
  t.same(failed(aCertificate({ statement: { ...second, orders: orders + 1 } })), ['recomputed'])
  t.notMatch(certificate.statement, 'Ada')
})

t.test('what people wrote is salted, each text by its own salt', async (t) => {
  const values = { run_id: 17, reviewed_by: 'Ada', notes: 'Ada' }
  const [one, other] = ['ab', 'cd'].map((salt) => moreTexts(values, salt.repeat(16)))
  t.equal(one?.run_id, other?.run_id)
  t.not(one?.reviewed_by, other?.reviewed_by)
  const salts = [one?.reviewed_by, one?.notes, other?.notes].map((text) => JSON.parse(text ?? '').salt)
  t.equal(new Set(salts).size, 3)
  t.same(moreTexts(values, null), { run_id: '17' }, 'without a salt there is no text')
  t.same(moreTexts({ run_id: 17, reviewed_by: null, notes: null }, 'ab'), { run_id: '17' })
})

t.test('a score with nothing, and a seller of another contract, come out again', async (t) => {
  const contract = { contract_type: 'Premium', contract_start_date: null }
  const seller = { seller_code: 'S-1', ...contract, created_on: '2026-04-30' }
  for (const input of [{ aggregates: {} }, { seller }, { elapsed_days: 31, aggregates: { orders: '40.50' } }])
    t.same(failed(aCertificate({ input })), [])
})

t.test('each lie fails the check that names it', async (t) => {
  const good = aRichCertificate()
  const says = (certificate: unknown, name: string) => {
    const found = verify(certificate).checks.find(({ check }) => check === name)
    return found?.ok === false ? found.sentence : 'it holds'
  }
  const total = changed(good.statement, (statement: { total_sos: number }) => {
    statement.total_sos = 91
  })
  t.match(says({ ...good, statement: total }, 'inclusion'), /its hash and the proof of index 3 do not lead/)
  t.match(
    says({ ...good, statement: total }, 'recomputed'),
    /total_sos is 91 in the statement, but 88\.5 comes out/,
  )
  const inputs = good.inputs.replace('"seller_cancelled":"18"', '"seller_cancelled":"1"')
  t.not(inputs, good.inputs)
  t.match(says({ ...good, inputs }, 'texts'), /input_hash is .{64}, but the sha256 of inputs is /)
  t.match(says({ ...good, inputs }, 'recomputed'), /comes out/)
  const rules = changed(good.rules, ({ tiers }: { tiers: [{ min_score: number }] }) => {
    tiers[0].min_score = 89
  })
  t.match(says({ ...good, rules }, 'texts'), /rules_sha256 is/)
  t.match(says({ ...good, rules }, 'recomputed'), /the rules are not those that the score was made with/)
  const explanation = changed(good.explanation, ({ metrics }: { metrics: [{ points: number }] }) => {
    metrics[0].points = 99
  })
  t.match(says({ ...good, explanation }, 'texts'), /explanation_sha256 is/)
  t.match(
    says({ ...good, explanation }, 'recomputed'),
    /explanation\.metrics\.0\.points is 99, but .* comes out/,
  )
  const [other] = certify([aScore()], [aSigner('sos.example/scores', 'another key')])
  t.match(says(other, 'signature'), /no signature is by a trusted key/)
  const [stranger] = certify([aScore()], [aSigner('other.example/log')])
  const trusting = certificateVerifier({ keys: [aSigner('other.example/log').key], engine: ENGINE })
  t.match(
    trusting(stranger).checks[0]?.sentence,
    /its origin is "sos\.example\/scores", but it is signed by "other\.example\/log"/,
  )
})

t.test('a lie that the log itself holds is found by computing again', async (t) => {
  // The operator has written the leaf, and hashes and signs what it likes.
  const lies = [{ total_sos: 99.99 }, { tier: 'Platinum' }, { period: '2026-04' }, { seller_code: 'S-2' }]
  for (const statement of lies) {
    const [certificate] = certify([aScore({ statement })])
    t.same(failed(certificate), ['recomputed'], JSON.stringify(statement))
  }
  const score = aScore()
  const explanation = changed(score.explanation, (told: { grace: { days: number } }) => {
    told.grace.days = 900
  })
  const statement = changed(score.statement, (said: { explanation_sha256: string }) => {
    said.explanation_sha256 = sha256(explanation)
  })
  t.same(failed(certify([{ ...score, explanation, statement }])[0]), ['recomputed'])
})

t.test('with another engine the result is a note', async (t) => {
  const elsewhere = certificateVerifier({ keys: [signer.key], engine: sha256('next year') })
  const { valid, checks } = elsewhere(aCertificate())
  t.ok(valid)
  t.same(
    checks.map(({ ok }) => ok),
    [true, true, true, null, null],
  )
  t.match(checks[3]?.sentence, /^The rules and inputs give .* Another engine is no proof of it\.$/)
  t.match(checks[4]?.sentence, new RegExp(`is ${ENGINE}, the one here`))
  const [lie] = certify([aScore({ statement: { total_sos: 1 } })])
  t.ok(elsewhere(lie).valid, 'the others decide')
  t.match(elsewhere(lie).checks[3]?.sentence, /total_sos is 1 in the statement/)
  const [unknown] = certify([aScore({ statement: { engine: null } })])
  t.match(verify(unknown).checks[4]?.sentence, /engine of the statement is not known any more/)
})

t.test('an engine whose kept scores come out here decides, and so does what comes out', (t) => {
  const [kept] = KEPT_ENGINES.keys()
  const [good, lie] = [{ engine: kept }, { engine: kept, total_sos: 1 }].map(
    (statement) => certify([aScore({ statement: statement as object })])[0],
  )
  t.ok(verify(good).valid)
  t.same(verify(good).checks[4], {
    check: 'engine',
    ok: true,
    sentence: `The engine of the statement is ${kept}, the one here ${ENGINE}: both are number 1, and what is kept of its scores comes out here.`,
  })
  t.same(failed(lie), ['recomputed'])
  t.end()
})

t.test('what the caller has checked counts, and comes last', async (t) => {
  const stored = { check: 'stored', ok: false, sentence: 'The score is 74 now.' }
  const { valid, checks } = verify(aCertificate(), ({ statement, proof, checkpoint }) => {
    t.same([statement?.seller_code, proof?.index, checkpoint?.size], ['S-1', 3, 7])
    return [stored]
  })
  t.notOk(valid)
  t.same(checks.at(-1), stored)
})

t.test('during a change of keys either key will do, and both must hold', async (t) => {
  const next = aSigner('sos.example/scores', 'next')
  const [certificate] = certify([aScore()], [signer, next])
  for (const keys of [[signer.key], [next.key], [next.key, signer.key]])
    t.ok(certificateVerifier({ keys, engine: ENGINE })(certificate).valid)
  t.match(verify(certificate).checks[0]?.sentence, /One signature of other keys can't be checked\.$/)
})

/** Every so manieth character is changed. */
const EVERY = inForm({ short: 7, long: 1 })

/** Walked over character by character: one without appeals, which take the longest to compute again. */
const certificate = aCertificate()
const TEXTS = ['statement', 'inputs', 'rules', 'explanation', 'proof', 'format'] as const

/** Another character of the same kind, so that texts stay readable where they can. */
const other = (character: string) => {
  if (/[0-8]/.test(character)) return String(Number(character) + 1)
  if (character === '9') return '8'
  return character === 'a' ? 'b' : 'a'
}

for (const name of TEXTS)
  t.test(`a changed character of ${name} fails a named check, and so does one lost or added`, async (t) => {
    const text = certificate[name]
    const passed: string[] = []
    for (let at = 0; at <= text.length; at += at > text.length - 7 ? 1 : EVERY) {
      const [before, here, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)]
      const changes = here === '' ? [] : [before + other(here) + after]
      if (at % 31 === 0 || at > text.length - 7 || text.length < 1000)
        changes.push(before + after, `${before}0${here}${after}`, `${before} ${here}${after}`)
      for (const changed of changes) {
        if (changed === text) continue
        if (failed({ ...certificate, [name]: changed }).length === 0)
          passed.push(`${at}: ${before.slice(-20)}[${here}]`)
      }
    }
    t.same(passed, [])
    t.ok(text.length > 10, `${text.length} characters`)
  })

t.test('a field that is missing, of another type, or too much is no certificate', async (t) => {
  for (const name of [...TEXTS]) {
    const { [name]: _, ...without } = certificate
    t.same(failed(without), ['certificate'], `without ${name}`)
    for (const value of [null, 1, {}, [certificate[name]]])
      t.same(failed({ ...certificate, [name]: value } as unknown as Certificate), ['certificate'])
  }
  t.same(failed({ ...certificate, note: 'hello' }), ['certificate'])
})
