import fc from 'fast-check'
import t from 'tap'
import { type Dated, RULE_TYPES, spansOf } from '../../../../console/logic/rules/rules-in-force.ts'
import { inForce } from '../../../../src/scoring/in-force.ts'
import { RULE_NAMES } from '../../../../src/scoring/rule-types.ts'
import { RULE_TYPES as KNOWN, type RuleType } from '../../../../src/scoring/rules.ts'

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06']
const month = fc.constantFrom(...MONTHS)

const recordsOf = (type: RuleType): fc.Arbitrary<Dated[]> =>
  fc
    .array(
      fc.record({
        is_active: fc.boolean(),
        effective_from: month,
        effective_to: fc.option(month),
        what: fc.constantFrom('a', 'B c', 'b_c', 'b-C', null),
      }),
      { maxLength: 8 },
    )
    .map((all) =>
      all.map(({ what, ...dates }, index) => ({
        id: index + 1,
        version: 1,
        ...dates,
        [RULE_NAMES[type].identity]: what,
      })),
    )

t.test('the pages know the types that the service has', async (t) => t.same(RULE_TYPES, KNOWN))

t.test('spans say for each month what counts in it', async (t) => {
  fc.assert(
    fc.property(recordsOf('tiers'), (records) => {
      const rows = spansOf('tiers', records, MONTHS)
      for (const period of MONTHS)
        t.same(
          rows
            .flatMap(({ spans }) => spans)
            .filter(({ from, to }) => from <= period && period <= to)
            .map(({ record }) => record.id)
            .sort((a, b) => a - b),
          inForce('tiers', records, period).map(({ id }) => id),
        )
    }),
  )
})
