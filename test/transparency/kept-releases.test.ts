import t from 'tap'
import { decisionsOf } from '../../src/domain/scores/explainer.ts'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { describeExplanation } from '../../src/scoring/describe.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { nothingPast } from '../../src/scoring/projection/days.ts'
import { project } from '../../src/scoring/projection/project.ts'
import { reasonsOf } from '../../src/scoring/reasons.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { readInputs } from '../../src/scoring/score-input.ts'
import { cheapestPath } from '../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { LEVERS } from '../../src/scoring/simulation/levers/levers.ts'
import previewRules from '../../src/scoring/simulation/preview.ts'
import { sensitivity } from '../../src/scoring/simulation/sensitivity.ts'
import { whatIf } from '../../src/scoring/simulation/what-if.ts'
import { scoreWorld, type World } from '../../src/scoring/simulation/world.ts'
import { KEPT_ENGINES } from '../../src/transparency/engines.ts'
import { openCheckpoint } from '../../src/transparency/log/checkpoint.ts'
import { parseVerifierKey } from '../../src/transparency/log/note.ts'
import { readStatement } from '../../src/transparency/statement.ts'
import { certificateVerifier } from '../../src/transparency/verify.ts'
import { engineHere } from '../../src/verify/engine.ts'
import { keptReleases } from '../fixtures/kept-certificates.ts'

const releases = keptReleases()

t.test('the engines that are reproduced are those whose scores are kept', (t) => {
  const engines = releases.flatMap(({ certificates }) =>
    certificates.map(({ statement }) => readStatement(statement).engine),
  )
  t.same([...KEPT_ENGINES.keys()], [...new Set(engines)])
  t.end()
})

for (const { release, certificates, head, key } of releases)
  t.test(release, async (t) => {
    const keys = [parseVerifierKey(key)]
    const verify = certificateVerifier({ keys, engine: engineHere() })
    const kept = certificates.map(({ statement, rules, inputs, explanation }) => {
      const told: Explanation = JSON.parse(explanation)
      const set: ScoringRules = JSON.parse(rules)
      const prepared = prepareRules(set)
      const input = readInputs(prepared, inputs)
      const world: World = { rules: prepared, input, appeals: decisionsOf(told) }
      return { said: readStatement(statement), explanation, told, inputs, set, world }
    })
    t.ok(kept.length > 0)

    await t.test('its certificates verify, and each check decides', async (t) => {
      t.ok(openCheckpoint(head, keys).checkpoint.size >= certificates.length)
      for (const certificate of certificates) {
        const { valid, checks } = verify(certificate)
        if (valid && checks.every(({ ok }) => ok === true)) continue
        t.fail(certificate.statement, { checks })
      }
    })

    await t.test('its scores come out again, to the byte', async (t) => {
      for (const { said, explanation, world } of kept) {
        const { total_sos, tier, explanation: again } = scoreWorld(world)
        if (total_sos === said.total_sos && tier.name === said.tier && canonicalJson(again) === explanation)
          continue
        t.fail(`${said.seller_code} ${said.period} ${said.revision}`, { total_sos, tier })
      }
    })

    await t.test('its explanations are read: described, with reasons', async (t) => {
      for (const { told, set, world } of kept) {
        const described = describeExplanation(told, set)
        if (described.metrics.length !== told.metrics.length) t.fail('a metric is missing', { told })
        reasonsOf({ explanation: told, rules: world.rules }, null)
      }
    })

    await t.test('what is simulated of its scores begins with them', async (t) => {
      for (const { said, world } of kept) {
        const { before, after } = whatIf(world, { metrics: {}, facts: {} })
        const path = cheapestPath(world)
        const levers = sensitivity(world).filter(({ lever }) => lever in LEVERS)
        const projection = project({
          world,
          ...{ day: said.as_of.slice(0, 10), time: { elapsed: world.input.elapsed_days, left: 0 } },
          ...{ past: nothingPast(), population: nothingPast() },
          forecasts: { base: 0, orders: 1, sums: {} },
          payments: { at_end: {}, open: [], own: [], population: [] },
        })
        const totals = [before, after, path.before].map(({ total_sos }) => total_sos)
        const all = [...totals, projection.expected_total]
        if (all.some((total) => total !== said.total_sos) || (said.tier !== 'Unrated' && levers.length === 0))
          t.fail(`${said.seller_code} ${said.period} ${said.revision}`, { all, levers })
      }
    })

    await t.test('its inputs are scored under other rules', (t) => {
      const texts = kept.map(({ inputs }) => inputs)
      const sets = [...new Map(kept.map(({ set }) => [canonicalJson(set), set])).values()]
      t.ok(sets.length > 1, 'it has kept several sets of rules')
      for (const after of sets) {
        const { sellers, unreadable } = previewRules({ texts, before: sets[0] as ScoringRules, after })
        t.same([sellers, unreadable], [kept.length, 0])
      }
      t.end()
    })
  })
