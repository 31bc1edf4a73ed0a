import '@mantine/dates/styles.layer.css'
import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '../ui/names.ts'
import { listOf } from './calls.ts'
import { referredKind, titleOf } from './declared.ts'
import type { Field } from './schema.ts'

const LONG = 1000

interface FieldProps {
  field: Field
  /** The path of the record that the field holds the id of. */
  refers?: string
  value: unknown
  error?: React.ReactNode
  /** Where the cursor is when the form opens. */
  isFirst: boolean
  onChange: (value: unknown) => void
}

/** The input that fits a field of a schema. */
export function FieldInput({ field, refers, isFirst, value, error, onChange }: FieldProps) {
  const { name, isRequired, type, format, enum: values, maxLength = 0 } = field
  const look = {
    label: nameOf(name),
    description: field['x-help'],
    error,
    withAsterisk: isRequired,
    'data-autofocus': isFirst || undefined,
    autoFocus: isFirst,
  }
  const text = {
    ...look,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (refers)
    return (
      <RefInput
        look={look}
        path={refers}
        isMany={type === 'array'}
        isNumber={type === 'integer'}
        value={value}
        onChange={onChange}
      />
    )
  if (values)
    return (
      <Select
        {...look}
        data={values.map((one) => ({ value: one, label: nameOf(one) }))}
        value={(value as string) ?? null}
        onChange={onChange}
        clearable={field.isNullable}
      />
    )
  if (type === 'array') {
    const many = { ...look, value: (value as string[]) ?? [], onChange }
    return field.items?.enum ? (
      <MultiSelect {...many} data={field.items.enum} searchable />
    ) : (
      <TagsInput {...many} />
    )
  }
  if (type === 'boolean')
    return (
      <Switch
        label={look.label}
        description={look.description}
        checked={Boolean(value ?? name.startsWith('is_'))}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (type === 'integer' || type === 'number')
    return (
      <NumberInput
        {...look}
        value={(value as number) ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        min={field.minimum}
        max={field.maximum}
        allowDecimal={type === 'number'}
        hideControls
      />
    )
  if (format === 'date')
    return (
      <DateInput
        {...look}
        value={(value as string) ?? null}
        onChange={onChange}
        valueFormat="D MMM YYYY"
        clearable={field.isNullable}
      />
    )
  if (format === 'date-time')
    return (
      <DateTimePicker
        {...look}
        value={(value as string) ?? null}
        onChange={(next) => onChange(next && new Date(next).toISOString())}
        valueFormat="D MMM YYYY HH:mm"
        clearable={field.isNullable}
      />
    )
  if (format === 'password') return <PasswordInput {...text} autoComplete="new-password" />
  if (maxLength >= LONG) return <Textarea {...text} autosize minRows={2} />
  return <TextInput {...text} type={format === 'email' ? 'email' : 'text'} autoComplete="off" />
}

interface RefProps extends Pick<FieldProps, 'value' | 'onChange'> {
  look: object
  path: string
  isMany: boolean
  isNumber: boolean
}

function RefInput({ look, path, isMany, isNumber, value, onChange }: RefProps) {
  const rows = useQuery(listOf(referredKind(path), { limit: 500 })).data?.data ?? []
  const data = rows.map((row) => ({ value: String(row.id), label: titleOf(row) }))
  if (isMany)
    return (
      <MultiSelect
        {...look}
        data={data}
        value={((value as unknown[]) ?? []).map(String)}
        onChange={onChange}
        searchable
      />
    )
  return (
    <Select
      {...look}
      data={data}
      value={value == null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : isNumber ? Number(id) : id)}
      searchable
      clearable
      limit={100}
    />
  )
}
