import t from 'tap'
import { requireSameFacts } from '../../../plugins/config/drafts/preview.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import { COMPONENTS, RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import { visits } from '../../feeds/visits.ts'
import { defaultRuleSet } from '../../scoring/a-seller.ts'
import { MARCH } from '../../sos/setup.ts'

const before = defaultRuleSet()
const check = (after: RuleSet, feeds = FEEDS) => requireSameFacts(before, after, MARCH, feeds)

t.test('a param of any metric may say which facts count', async (t) => {
  for (const type of COMPONENTS.map((component) => RULE_TYPE_OF[component])) {
    const [rule, ...others] = before[type] as [(typeof before)[typeof type][0]]
    const after = { ...before, [type]: [{ ...rule, params: { ...rule.params, days: 3 } }, ...others] }
    t.throws(() => check(after), new RegExp(`changes of the params of ${rule.metric} `), type)
    t.doesNotThrow(() => check({ ...before, [type]: [{ ...rule, weight: 1 }, ...others] }), type)
    t.doesNotThrow(() => check({ ...before, [type]: others }), `${type}: what is not scored any more`)
  }
})

t.test('records of any other type may, when a feed reads them', async (t) => {
  const { scored, ...feed } = visits
  const values = ({ rules }: { rules: Pick<RuleSet, 'grace-period'> }) => [rules['grace-period'][0]?.days]
  const reading = [...FEEDS, { ...feed, scored: scored && { ...scored, values } }]
  const after = { ...before, 'grace-period': before['grace-period'].map((one) => ({ ...one, days: 3 })) }
  t.throws(() => check(after, reading), /changes of grace-period records /)
  t.doesNotThrow(() => check(after))
})

t.test('neither the order nor the versions of records count', async (t) => {
  const helpdesk = before.helpdesk.map((record) => ({ ...record, id: record.id + 100, version: 2 }))
  t.doesNotThrow(() => check({ ...before, helpdesk: helpdesk.reverse() }))
})
