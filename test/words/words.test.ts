import t from 'tap'
import { EVENT_TYPES } from '../../src/domain/events/event-types.ts'
import { CHECKS } from '../../src/domain/quality/finding.ts'
import { ERROR_CODES } from '../../src/error-codes.ts'
import { ROLES } from '../../src/platform/access/roles.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { LEVER_NAMES } from '../../src/scoring/simulation/levers/levers.ts'
import { testApp } from '../setup/app.ts'

const { call } = await testApp(t)
const words = (await call('seller', 'GET', '/api/words')).body as Record<
  string,
  { word: string; label: string; sentence: string }[]
>
const named = (group: string) => words[group]?.map(({ word }) => word)

t.test('every closed word is told, in the order of its list', async (t) => {
  t.same(named('components'), COMPONENTS)
  t.same(
    named('metrics'),
    METRICS.map(({ name }) => name),
  )
  t.same(named('levers'), LEVER_NAMES)
  t.same(named('event_types'), EVENT_TYPES)
  t.same(named('error_codes'), Object.keys(ERROR_CODES))
  t.same(named('roles'), ROLES)
  t.same(named('checks'), CHECKS)
  t.same(named('score_statuses'), ['draft', 'under_review', 'final'])
})

t.test('each has a label and one sentence, and no label stands twice in a list', async (t) => {
  for (const [group, list] of Object.entries(words)) {
    t.ok(list.length > 0, group)
    const labels = list.map(({ label }) => label)
    t.same(labels, [...new Set(labels)], group)
    for (const { word, label, sentence } of list) {
      t.match(label, /^[A-Z][^_]*$/, word)
      if (group !== 'tiers') t.match(sentence, /^[A-Z].*\.$/, word)
    }
  }
})

t.test('tiers are those of the month, the highest first', async (t) => {
  t.same(named('tiers'), ['Platinum', 'Gold', 'Silver', 'Bronze', 'At Risk', 'Critical', 'Unrated'])
  t.same(words.tiers?.[2], { word: 'Silver', label: 'Silver', sentence: 'standard terms' })
})
