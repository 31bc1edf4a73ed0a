import { ColorInput, NumberInput } from '@mantine/core'
import { useMe } from '../../api/me.ts'
import { FieldInput } from '../../records/field.tsx'
import { fieldsOf, type Schema } from '../../records/schema.ts'
import { type Fields, type Kind, type Rule, useWords } from './data.ts'
import classes from './rules.module.css'

interface RuleFieldsProps {
  kind: Kind
  rule?: Rule
  fields: Fields
  onChange: (fields: Fields) => void
}

/** The fields of a rule beside its curve, as the service describes them, with their units. */
export function RuleFields({ kind, rule, fields, onChange }: RuleFieldsProps) {
  const { currency } = useMe()
  const { metricOf, unitOf } = useWords(currency)
  const metric = metricOf(fields.metric)
  const params = (fields.params ?? {}) as Record<string, number>
  const shown = fieldsOf(
    kind.schema as Schema,
    kind.fields
      .map(({ name }) => name)
      .filter((name) => !/^effective_|^curve$|^params$/.test(name) && !(rule && name === kind.identity)),
  )
  return (
    <div className={classes.fields}>
      {shown.map((field) => {
        const set = (value: unknown) => onChange({ ...fields, [field.name]: value ?? null })
        const label = kind.fields.find(({ name }) => name === field.name)?.label ?? field.name
        if (field.name === 'color')
          return (
            <ColorInput
              key={field.name}
              label={label}
              value={String(fields.color ?? '')}
              onChange={set}
              withPicker={false}
              withEyeDropper={false}
              withAsterisk={field.isRequired}
            />
          )
        if (field.type === 'number' || field.type === 'integer')
          return (
            <NumberInput
              key={field.name}
              label={label}
              description={field.name === 'min_volume' ? metric?.counts : undefined}
              value={(fields[field.name] as number | null) ?? ''}
              onChange={(value) => set(value === '' ? null : Number(value))}
              suffix={suffixOf(unitOf(field.name, fields))}
              min={field.minimum}
              max={field.maximum}
              thousandSeparator=","
              withAsterisk={field.isRequired}
              hideControls
            />
          )
        return (
          <FieldInput
            key={field.name}
            field={{ ...field, 'x-label': label }}
            value={fields[field.name]}
            isFirst={false}
            onChange={set}
          />
        )
      })}
      {metric?.params.map(({ name, label, default: usual }) => (
        <NumberInput
          key={name}
          label={label}
          value={params[name] ?? usual}
          min={0}
          hideControls
          onChange={(value) => onChange({ ...fields, params: { ...params, [name]: Number(value) } })}
        />
      ))}
    </div>
  )
}

const suffixOf = (unit?: string | null) => (unit ? (unit === 'percent' ? ' %' : ` ${unit}`) : undefined)
