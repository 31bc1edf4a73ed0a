import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { DescribedExplanation } from '../../src/scoring/describe.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { FIRST_TYPES, SCORING_TYPES } from '../../src/scoring/scoring-rules.ts'
import { recompute } from '../../src/transparency/recompute.ts'
import { readStatement, type Statement } from '../../src/transparency/statement.ts'
import { keptReleases } from '../fixtures/kept-certificates.ts'
import { aggregatesOf, anInput, VALUES } from '../scoring/a-seller.ts'
import { set } from './a-certificate.ts'

type Engine = {
  prepareRules: typeof prepareRules
  scoreSeller: typeof scoreSeller
  recompute: typeof recompute
  DescribedExplanation: typeof DescribedExplanation
}
const here: Engine = { prepareRules, scoreSeller, recompute, DescribedExplanation }

/** What a later release adds to the engine: a file, a part of it, and what stands in its place. */
const ADDED: [file: string, part: string, replaced: string][] = [
  [
    'scored-feeds.ts',
    '\n} as const',
    `\n  visits: { sums: { visited: 'visits' }, line: { fact: 'visit', columns: {}, key: [] } },\n} as const`,
  ],
  ['scored-feeds.ts', 'const ADDED = [', `const ADDED = ['visited', `],
  [
    'metrics.ts',
    'readonly Metric[] = [',
    `readonly Metric[] = [{ name: 'visit_rate', ...orders, ...percent, reads: ['visits', 'orders'],
      formula: '', ...ratio('visited', 'orders') },`,
  ],
  ['rule-schemas.ts', '    rank: ', `    note: Type.Optional(Type.String()),\n    rank: `],
  ['scoring-rules.ts', '  fault: FaultRule,', '  fault: FaultRule,\n  visits: HelpdeskRule,'],
  ['scoring-problem.ts', '  helpdesk: (records) =>', `  visits: () => null,\n  helpdesk: (records) =>`],
]

async function laterRelease(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'later-release-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const part of ['src/scoring', 'src/transparency'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const [file, part, replaced] of ADDED) {
    const path = join(folder, 'src/scoring', file)
    const text = await readFile(path, 'utf8')
    if (!text.includes(part)) throw new Error(`${file} has no ${part}`)
    await writeFile(
      path,
      text.replace(part, () => replaced),
    )
  }
  const from = (path: string) => import(pathToFileURL(join(folder, 'src', path)).href)
  return {
    ...(await from('scoring/prepare-rules.ts')),
    ...(await from('scoring/score.ts')),
    ...(await from('transparency/recompute.ts')),
    ...(await from('scoring/describe.ts')),
  }
}
const later = await laterRelease()

/** The texts of a score as an engine writes them, and their statement. */
function textsOf({ prepareRules, scoreSeller }: Engine, rules: ScoringRules, input: ScoreInput) {
  const { inputs, explanation, total_sos, tier } = scoreSeller(prepareRules(rules), input)
  const { period, seller } = input
  const statement = { seller_code: seller.seller_code, period, total_sos, tier: tier.name } as Statement
  const texts = { rules: canonicalJson(rules), inputs, explanation: canonicalJson(explanation) }
  return { statement, texts }
}

const input = anInput({ aggregates: aggregatesOf(VALUES.average) })
const withMore = (added: object): ScoringRules => ({ ...set, ...added })
const inputWith = (added: object): ScoreInput => ({ ...input, ...added })
const VISITS = { id: 900, version: 1, category: '*', weight: 1, reply_hours: 1, resolve_hours: 1 }
const visited = { ...input.aggregates, visited: '5.50' }
const inUse = { ...input.feeds_in_use, visits: true }
const visitRate = {
  ...(set['o-score'][0] as (typeof set)['o-score'][0]),
  ...{ id: 901, metric: 'visit_rate', min_volume: 1 },
}
const withVisitRate = withMore({ 'o-score': [...set['o-score'], visitRate] })
const withNote = withMore({ tiers: set.tiers.map((tier) => ({ ...tier, note: 'by hand' })) })

t.test('a release that adds types, fields, sums and feeds comes to all that is kept', (t) => {
  for (const { certificates } of keptReleases())
    for (const { statement, ...texts } of certificates) later.recompute(readStatement(statement), texts)
  t.end()
})

t.test('what it adds is in no text of a score that has none of it', (t) => {
  const now = textsOf(here, set, input)
  const empty = inputWith({
    aggregates: { ...input.aggregates, visited: 0 },
    feeds_in_use: { ...input.feeds_in_use, visits: false },
  })
  t.same(textsOf(later, set, empty), now)
  const withType = textsOf(later, withMore({ visits: [] }), empty)
  t.same(withType.texts.inputs, now.texts.inputs)
  t.same(withType.texts.explanation, now.texts.explanation)
  t.same(textsOf(here, set, empty), now, 'nor in those of a release that does not know it')
  t.end()
})

t.test('what it adds is in the texts that have it, and comes out again', (t) => {
  const rules = { ...withVisitRate, ...withNote, visits: [VISITS], 'o-score': withVisitRate['o-score'] }
  const { statement, texts } = textsOf(later, rules, inputWith({ aggregates: visited, feeds_in_use: inUse }))
  const { aggregates, feeds_in_use } = JSON.parse(texts.inputs)
  t.same([aggregates.visited, feeds_in_use.visits], ['5.5', true])
  const { metrics, records } = JSON.parse(texts.explanation)
  const found = metrics.find(({ metric }: { metric: string }) => metric === 'visit_rate')
  t.ok(found?.numerator === 5.5 && found.points !== null)
  t.same(records.visits, [{ id: 900, version: 1 }])
  t.equal(later.recompute(statement, texts).score.total_sos, statement.total_sos)
  t.same(canonicalJson(JSON.parse(texts.inputs)), texts.inputs, 'its names are in order')
  t.end()
})

t.test('every type that scores read is in what the API shows of an explanation', (t) => {
  const shown = ({ DescribedExplanation }: Engine) => DescribedExplanation.properties.records
  t.same(Object.keys(shown(here).properties), SCORING_TYPES)
  const { properties, required } = shown(later)
  t.same(Object.keys(properties), [...SCORING_TYPES, 'visits'])
  t.same(required, [...FIRST_TYPES], 'one that was added is named where it has records')
  t.end()
})

t.test('a release that does not know them says so of each', (t) => {
  for (const [rules, given, problem] of [
    [withMore({ visits: [VISITS] }), input, /^rules\.visits is not known to this release$/],
    [withNote, input, /^rules\.tiers\.\d+\.note is not known to this release$/],
    [withVisitRate, inputWith({ aggregates: visited, feeds_in_use: inUse }), /"visit_rate"$/],
  ] as const) {
    const { statement, texts } = textsOf(later, rules, given)
    t.throws(() => recompute(statement, texts), { message: problem })
  }
  const { statement, texts } = textsOf(here, set, input)
  for (const [name, problem] of [
    ['left_out', /^inputs\.left_out is not known to this release$/],
    ['__proto__', /^inputs\.__proto__ is not known to this release$/],
  ] as const) {
    const inputs = texts.inputs.replace('{', `{"${name}":{"orders":{"storm":4}},`)
    t.throws(() => recompute(statement, { ...texts, inputs }), { name: 'RangeError', message: problem })
  }
  t.end()
})

t.test('a sum or a feed that no rule reads is kept by its name, whoever knows it', (t) => {
  const given = inputWith({ aggregates: visited, feeds_in_use: inUse })
  const { statement, texts } = textsOf(later, set, given)
  t.same(textsOf(here, set, given), { statement, texts })
  t.equal(recompute(statement, texts).score.total_sos, statement.total_sos)
  for (const [name, value, problem] of [
    ['visited', '"1e999999999"', /^inputs\.aggregates\.visited is not as a score has it$/],
    ['Bad name', '"1"', /^inputs\.aggregates\.Bad name is not known to this release$/],
    ['elapsed_days', '"1"', /./],
    ['constructor', '"0"', /./],
  ] as const) {
    const inputs = texts.inputs.replace('"visited":"5.5"', `"${name}":${value}`)
    t.not(inputs, texts.inputs)
    t.throws(() => recompute(statement, { ...texts, inputs }), { name: 'RangeError', message: problem })
  }
  const many = Array.from({ length: 2000 }, (_, n) => `"sum_${n}":"1"`).join()
  const inputs = texts.inputs.replace('"visited":"5.5"', many)
  t.throws(() => recompute(statement, { ...texts, inputs }), /^inputs\.aggregates is not as a/)
  t.end()
})
