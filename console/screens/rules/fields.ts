import { RULE_NAMES } from '../../../src/scoring/rule-types.ts'
import type { RuleType } from '../../logic/rules/rules-in-force.ts'
import { AM_METRICS, type FieldSchema, METRICS, RULES } from '../../service.ts'
import { type FieldWords, subject, wordsOf } from './types.ts'

/** How a field of a record is edited: what its schema and its words say. */
export interface Field extends FieldWords {
  kind: 'text' | 'long' | 'number' | 'whole' | 'color' | 'choice' | 'curve' | 'params'
  label: string
  min?: number
  max?: number
  /** The choices of a `choice`. */
  of?: readonly string[]
  /** What the record is about: it stays once the record is there. */
  names?: boolean
}

/** The fields of a type, in the order of its words; those that have none come last, under their names. */
export function fieldsOf(type: RuleType): [name: string, field: Field][] {
  const schemas = RULES[type].fields
  const { fields } = wordsOf(type)
  return [...new Set([...Object.keys(fields), ...Object.keys(schemas)])].map((name) => [
    name,
    fieldOf(type, name, schemas[name] as FieldSchema, fields[name]),
  ])
}

function fieldOf(type: RuleType, name: string, schema: FieldSchema, words?: FieldWords): Field {
  const kind = kindOf(name, schema)
  const isText = kind === 'text' || kind === 'long'
  return {
    kind,
    min: schema.minimum ?? schema.exclusiveMinimum,
    max: isText ? schema.maxLength : schema.maximum,
    of: kind === 'choice' ? (schema.enum ?? metricsOf(type)) : undefined,
    names: RULE_NAMES[type].identity === name,
    ...(schema.type.includes('null') && { none: 'None' }),
    ...words,
    label: words?.label ?? subject(name),
  }
}

/** From this length on a text has more than a line. */
const LONG = 500

function kindOf(name: string, { type, pattern, maxLength = 0, enum: words }: FieldSchema): Field['kind'] {
  if (name === 'metric' || words) return 'choice'
  if (type === 'array') return 'curve'
  if (type === 'object') return 'params'
  if (pattern) return 'color'
  if (type.includes('string')) return maxLength < LONG ? 'text' : 'long'
  return type.includes('integer') ? 'whole' : 'number'
}

/** The metrics that records of a type are about: those of its component, or all. */
function metricsOf(type: RuleType): readonly string[] {
  if (type === 'am-kpi-weight') return AM_METRICS
  const own = METRICS.filter(({ component }) => component === type.replace('-', '_'))
  return (own.length > 0 ? own : METRICS).map(({ name }) => name)
}

/** `min_score` of tiers → `Lowest total`; a field that the pages do not know keeps its name. */
export const labelOf = (type: RuleType, path: string) =>
  wordsOf(type).fields[path]?.label ?? path.replace(/^params\./, '').replaceAll('_', ' ')
