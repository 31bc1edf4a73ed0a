import { type Static, Type } from '@sinclair/typebox'
import { MetricName, ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { COMPONENT_WORDS } from '../../src/domain/words/components.ts'
import { fieldLabel } from '../../src/domain/words/fields.ts'
import { METRIC_WORDS, unitInWords } from '../../src/domain/words/metrics.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { ruleOf } from '../../src/feeds/feed.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { withOptionalDefaults } from '../../src/platform/openapi/models.ts'
import { Model, Nullable, OneOf } from '../../src/platform/schemas/schemas.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { METRICS, type Metric } from '../../src/scoring/metrics.ts'
import { RULE_NAMES } from '../../src/scoring/rule-types.ts'
import { RULE_SCHEMAS, RULE_TYPES, type RuleType } from '../../src/scoring/rules.ts'
import { SCORED_FEEDS } from '../../src/scoring/scored-feeds.ts'
import { recordsOfType } from './schemas.ts'

const Field = Model('ConfigField', {
  name: Type.String({ examples: ['min_score'] }),
  label: Type.String({ description: 'What people call it', examples: ['Lowest total'] }),
  help: Type.String({
    description: 'One sentence about it',
    examples: ['The lowest total of the tier; null makes it the tier of sellers with too little data'],
  }),
  required: Type.Boolean({ description: 'A new record names it', examples: [true] }),
})

const ConfigType = Model('ConfigType', {
  type: OneOf(RULE_TYPES, { description: 'Its records are at /api/config/{type}', examples: ['tiers'] }),
  label: Type.String({ examples: ['Tiers'] }),
  about: Type.String({ examples: ['A named band of the total, with what it brings'] }),
  identity: Type.String({
    description: 'The field that records share when one stands in for the other',
    examples: ['name'],
  }),
  fields: Type.Array(Field, { description: 'In the order of a form' }),
  schema: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The JSON schema of a new record, with defaults, limits and examples',
    examples: [{ type: 'object', required: ['name', 'rank'] }],
  }),
})
type ConfigType = Static<typeof ConfigType>

const ScoreMetric = Model('ScoreMetric', {
  metric: MetricName({ examples: ['on_time_ready_rate'] }),
  code: Type.String({ description: 'What reasons call it', examples: ['O2'] }),
  component: ScoreComponent({ examples: ['o_score'] }),
  label: Type.String({ examples: ['Ready on time'] }),
  about: Type.String({
    description: 'How it is counted, in words',
    examples: ['The share of orders that were ready when they were due.'],
  }),
  unit: OneOf(['percent', 'per 100 orders', 'days', 'weeks'], { examples: ['percent'] }),
  direction: OneOf(['up', 'down', 'between'], {
    description:
      'Where the better values are, by the records of a new installation: up, down, or between two values',
    examples: ['up'],
  }),
  counts: Type.String({
    description: 'What min_volume counts',
    examples: ['orders that were due to be ready'],
  }),
  most: Nullable(Type.Number(), {
    description: 'The highest value that there can be; null where there is none',
    examples: [100],
  }),
  reads: Type.Array(OneOf([...SCORED_FEEDS]), {
    description: 'It has no value in a month in which one of these feeds is not in use',
    examples: [['orders']],
  }),
  params: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['age_days'] }),
      label: Type.String({ examples: ['Age days'] }),
      default: Type.Number({ examples: [180] }),
    }),
    { description: 'The settings that a record may give' },
  ),
})
type ScoreMetric = Static<typeof ScoreMetric>

const TYPE_LABELS: Record<RuleType, string> = {
  'score-weights': 'Component weights',
  tiers: 'Tiers',
  'p-score': COMPONENT_WORDS.p_score.label,
  'o-score': COMPONENT_WORDS.o_score.label,
  't-score': COMPONENT_WORDS.t_score.label,
  'f-score': COMPONENT_WORDS.f_score.label,
  'i-score': COMPONENT_WORDS.i_score.label,
  surcharge: 'Surcharges',
  'am-bonus-penalty': 'Bonus and penalty bands',
  'am-kpi-weight': 'Account manager KPI',
  'grace-period': 'Grace periods',
  helpdesk: 'Helpdesk',
  fault: 'Records without a fault',
}

type Described = { description?: string }

function describeType(type: RuleType): ConfigType {
  const schema = withOptionalDefaults(recordsOfType(type).newRecord as object) as {
    properties: Record<string, Described & { anyOf?: Described[] }>
    required?: string[]
  }
  const { properties, required = [] } = schema
  const own = Object.keys(RULE_SCHEMAS[type].properties)
  return {
    type,
    label: TYPE_LABELS[type],
    about: plainly(RULE_SCHEMAS[type].description ?? ''),
    identity: RULE_NAMES[type].identity,
    fields: [...own, 'effective_from', 'effective_to'].map((name) => ({
      name,
      label: fieldLabel(name),
      help: properties[name]?.description ?? properties[name]?.anyOf?.[0]?.description ?? '',
      required: required.includes(name),
    })),
    schema,
  }
}

function describeMetric(metric: Metric): ScoreMetric {
  return {
    ...metric,
    metric: metric.name,
    label: METRIC_WORDS[metric.name]?.label ?? metric.name,
    about: METRIC_WORDS[metric.name]?.sentence ?? '',
    unit: unitInWords(metric),
    direction: directionOf(metric),
    most: metric.most ?? null,
    reads: [...metric.reads],
    params: Object.entries(metric.params).map(([name, value]) => ({
      name,
      label: fieldLabel(name),
      default: value,
    })),
  }
}

/** Where the better values are by the default curve; without one fewer is better, as of everything that is not kept. */
function directionOf({ name }: Metric): ScoreMetric['direction'] {
  const points = ruleOf(defaultRules, name)?.curve.map(([, points]) => points) ?? [100, 0]
  const [first = 0, last = 0] = [points[0], points.at(-1)]
  const most = Math.max(...points)
  if (first < most && last < most) return 'between'
  return last > first ? 'up' : 'down'
}

const TYPES = { data: RULE_TYPES.map(describeType) }
export const listTypes = endpoint('GET', '/api/config/types', 'config.read', {
  operationId: 'listConfigTypes',
  summary: 'What types of records there are',
  description: 'With the fields of each, as a form needs them.',
  response: { 200: Type.Object({ data: Type.Array(ConfigType) }) },
})(async () => TYPES)

const ALL_METRICS = { data: METRICS.map(describeMetric) }
export const listMetrics = endpoint('GET', '/api/config/metrics', 'config.read', {
  operationId: 'listMetrics',
  summary: 'What metrics there are',
  description: 'What each measures, in which unit, and which values are better.',
  response: { 200: Type.Object({ data: Type.Array(ScoreMetric) }) },
})(async () => ALL_METRICS)
