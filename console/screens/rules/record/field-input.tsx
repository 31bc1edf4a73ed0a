import type { CurvePoints } from '../../../logic/rules/curve-edit.ts'
import { Checkbox } from '../../../parts/forms/checkbox.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import type { Field } from '../fields.ts'
import { factsOf, unitOf } from '../metric-facts.ts'
import type { Fields } from '../rule.ts'
import { subject } from '../types.ts'
import { CurveField } from './curve-field.tsx'
import { NumberField } from './number-field.tsx'

interface Props {
  name: string
  field: Field
  fields: Fields
  saved: Fields
  onValue: (name: string, value: unknown) => void
  onEdit: (name: string, edit: (value: unknown) => unknown) => void
  onWrong: (name: string, wrong: boolean) => void
  /** The record is there: what it is about stays. */
  exists: boolean
}

/** A field of a record, in the form of its kind. */
export function FieldInput({ name, field, fields, saved, onValue, onEdit, onWrong, exists }: Props) {
  const { kind, label, hint, min, max, none, of = [], names } = field
  const value = fields[name]
  const set = (next: unknown) => onValue(name, next)
  const wrong = (isWrong: boolean) => onWrong(name, isWrong)
  if (names && exists) return null // the title says what the record is about
  if (kind === 'curve')
    return (
      <CurveField
        curve={(value ?? []) as CurvePoints}
        saved={(saved[name] ?? value ?? []) as CurvePoints}
        unit={unitOf(fields.metric)}
        label={`Curve of ${subject(String(fields.metric))}`}
        onEdit={(edit) => onEdit(name, (now) => edit(now as CurvePoints))}
        onWrong={onWrong}
      />
    )
  if (kind === 'params') return <Params fields={fields} onValue={set} onWrong={onWrong} />
  if (none !== undefined)
    return (
      <Nullable
        none={none}
        label={label}
        value={value}
        onNull={(isNull) => set(isNull ? null : emptyOf(kind))}
      >
        {kind === 'text' ? (
          <TextField label={label} value={String(value ?? '')} maxLength={max} onValue={set} required />
        ) : (
          <NumberField
            label={label}
            value={Number(value)}
            onValue={set}
            onWrong={wrong}
            min={min}
            max={max}
          />
        )}
      </Nullable>
    )
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        value={String(value)}
        onValue={set}
        options={of.map((one) => [one, subject(one)])}
      />
    )
  if (kind === 'text' || kind === 'color') {
    const type = kind === 'color' ? 'color' : 'text'
    return (
      <TextField
        label={label}
        hint={hint}
        type={type}
        value={String(value ?? '')}
        maxLength={max}
        onValue={set}
        required
        dir="auto"
      />
    )
  }
  if (kind === 'long')
    return (
      <TextArea label={label} rows={2} value={String(value ?? '')} maxLength={max} onValue={set} dir="auto" />
    )
  return (
    <NumberField
      label={label}
      hint={name === 'min_volume' ? factsOf(fields.metric)?.counts : hint}
      value={Number(value)}
      onValue={set}
      onWrong={wrong}
      min={min}
      max={max}
      whole={kind === 'whole'}
    />
  )
}

const emptyOf = (kind: Field['kind']) => (kind === 'text' ? '' : 0)

interface NullableProps {
  label: string
  none: string
  value: unknown
  onNull: (isNull: boolean) => void
  children: preact.ComponentChildren
}

/** A field that may be left out: what that means is the label of a box. */
const Nullable = ({ label, none, value, onNull, children }: NullableProps) => (
  <div class="stack tight">
    {value === null || value === undefined ? <span class="label">{label}</span> : children}
    <Checkbox checked={value === null || value === undefined} onValue={onNull}>
      {none}
    </Checkbox>
  </div>
)

interface ParamsProps {
  fields: Fields
  onValue: (params: Record<string, number>) => void
  onWrong: (name: string, wrong: boolean) => void
}

/** The own settings of a metric; one that a record leaves out has its default. */
function Params({ fields, onValue, onWrong }: ParamsProps) {
  const params = (fields.params ?? {}) as Record<string, number>
  const known = { ...factsOf(fields.metric)?.params, ...params }
  return (
    <>
      {Object.entries(known).map(([name, value]) => (
        <NumberField
          key={name}
          label={subject(name)}
          value={value}
          whole
          min={0}
          max={3660}
          onWrong={(wrong) => onWrong(`params.${name}`, wrong)}
          onValue={(next) => onValue({ ...params, [name]: next })}
        />
      ))}
    </>
  )
}
