import type { FastifyInstance } from 'fastify'
import { fieldLabel } from '../../src/domain/words/fields.ts'
import { METRIC_WORDS, unitInWords } from '../../src/domain/words/metrics.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { withOptionalDefaults } from '../../src/platform/openapi/models.ts'
import { RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { METRICS, type Metric } from '../../src/scoring/metrics.ts'
import { RULE_NAMES } from '../../src/scoring/rule-types.ts'
import { RULE_SCHEMAS, RULE_TYPES, type RuleType } from '../../src/scoring/rules.ts'
import { type ConfigType, metricsRoute, type ScoreMetric, typesRoute } from './kinds-schemas.ts'
import { routesOf } from './schemas.ts'
import { TYPE_LABELS } from './words.ts'

/** What records and metrics there are: the same at any time. */
export function kindRoutes(app: FastifyInstance) {
  const types = { data: RULE_TYPES.map(describeType) }
  const metrics = { data: METRICS.map(describeMetric) }
  app.route({ ...typesRoute, handler: async () => types })
  app.route({ ...metricsRoute, handler: async () => metrics })
}

type Described = { description?: string }

function describeType(type: RuleType): ConfigType {
  const schema = withOptionalDefaults(routesOf(type).create.schema.body as object) as {
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

const describeMetric = (metric: Metric): ScoreMetric => ({
  metric: metric.name,
  code: metric.code,
  component: metric.component,
  label: METRIC_WORDS[metric.name]?.label ?? metric.name,
  about: METRIC_WORDS[metric.name]?.sentence ?? '',
  unit: unitInWords(metric),
  direction: directionOf(metric),
  counts: metric.counts,
  most: metric.most ?? null,
  reads: [...metric.reads],
  params: Object.entries(metric.params).map(([name, value]) => ({
    name,
    label: fieldLabel(name),
    default: value,
  })),
})

/** Where the better values are by the default curve; without one fewer is better, as of everything that is not kept. */
function directionOf({ name, component }: Metric): ScoreMetric['direction'] {
  const records: readonly { metric: string; curve: [number, number][] }[] =
    defaultRules[RULE_TYPE_OF[component]]
  const points = records.find(({ metric }) => metric === name)?.curve.map(([, points]) => points) ?? [100, 0]
  const [first = 0, last = 0] = [points[0], points.at(-1)]
  const most = Math.max(...points)
  if (first < most && last < most) return 'between'
  return last > first ? 'up' : 'down'
}
