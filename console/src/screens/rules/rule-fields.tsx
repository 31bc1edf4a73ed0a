import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FieldInput } from '../../records/field.tsx'
import { fault, fieldsOf, type Schema } from '../../records/schema.ts'
import { inUnit } from '../../ui/format.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { type Fields, type Kind, type Rule, rulesOf, suffixOf, useWords, weightsOf } from './data.ts'

const COLUMNS = 'repeat(auto-fill, minmax(220px, 1fr))'

interface RuleFieldsProps {
  kind: Kind
  rule?: Rule
  fields: Fields
  /** What the service refuses, by field. */
  faults: Record<string, string>
  onChange: (fields: Fields) => void
}

/** The fields of a rule beside its curve, as the service describes them, with their units. */
export function RuleFields({ kind, rule, fields, faults, onChange }: RuleFieldsProps) {
  const { metricOf, unitOf } = useWords()
  const metric = metricOf(fields.metric)
  const helps: Record<string, string | undefined> = {
    min_volume: suffixOf(unitOf('min_volume', fields)) ? undefined : metric?.counts,
    weight: useShare(kind, fields),
  }
  const sum = weightsOf(fields)
  const params = (fields.params ?? {}) as Record<string, number>
  const shown = fieldsOf(
    kind.schema as Schema,
    kind.fields
      .map(({ name }) => name)
      .filter((name) => !/^effective_|^curve$|^params$/.test(name) && !(rule && name === kind.identity)),
  )
  return (
    <Box display="grid" style={{ gridTemplateColumns: COLUMNS, gap: 16, alignItems: 'start' }}>
      {shown.map((field) => {
        const { name } = field
        const label = kind.fields.find((one) => one.name === name)?.label ?? name
        return (
          <FieldInput
            key={name}
            field={{ ...field, 'x-label': label, 'x-help': helps[name] ?? field['x-help'] }}
            suffix={suffixOf(unitOf(name, fields))}
            value={fields[name]}
            isFirst={false}
            error={(fields[name] !== undefined && fault(field, fields[name])) || faults[name]}
            onChange={(value) => onChange({ ...fields, [name]: value ?? null })}
          />
        )
      })}
      {sum !== undefined && !Number.isNaN(sum) && (
        <Text size="sm" c={sum === 100 ? 'dimmed' : 'var(--bad)'}>
          The weights add up to {sum}
          {sum !== 100 && '; they have to be 100'}.
        </Text>
      )}
      {metric?.params.map(({ name, label, default: usual }) => (
        <NumberField
          key={name}
          label={label}
          value={params[name] ?? usual}
          min={0}
          onChange={(value) =>
            onChange({ ...fields, params: { ...params, [name]: value === '' ? 0 : value } })
          }
        />
      ))}
    </Box>
  )
}

/** How much a metric counts among those of its kind, whose weights may add up to anything. */
function useShare(kind: Kind, { metric, weight }: Fields) {
  const isOfMetrics = kind.identity === 'metric'
  const rules = useQuery({ ...rulesOf(kind.type), enabled: isOfMetrics }).data
  if (!isOfMetrics || !rules || typeof weight !== 'number') return undefined
  const others = rules.filter((one) => one.in_force && one.metric !== metric)
  const sum = others.reduce((sum, one) => sum + Number(one.weight), weight)
  return sum > 0 && weight >= 0
    ? `${inUnit((100 * weight) / sum, 'percent')} of the weights of this component, which add up to ${sum}`
    : undefined
}
