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
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { monthOf } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { listOf } from './calls.ts'
import type { RecordKind } from './declared.ts'
import { titleOf } from './row.ts'
import type { Field } from './schema.ts'

const LONG = 1000

interface FieldProps {
  field: Field
  /** The kind of record that the field names one of. */
  refers?: RecordKind
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
    label: field['x-label'] ?? nameOf(name),
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
        kind={refers}
        by={name.endsWith('_code') ? name : 'id'}
        isMany={type === 'array'}
        isNumber={type === 'integer'}
        value={value}
        onChange={onChange}
      />
    )
  if (format === 'period') return <MonthInput look={look} value={value} onChange={onChange} />
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
      <MultiSelect
        {...many}
        data={field.items.enum.map((one) => ({ value: one, label: nameOf(one) }))}
        searchable
      />
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

/** A month that has scores. */
function MonthInput({ look, value, onChange }: Pick<RefProps, 'look' | 'value' | 'onChange'>) {
  const { periods } = useMe()
  return (
    <Select
      {...look}
      data={periods.map(({ period }) => ({ value: period, label: monthOf(period) }))}
      value={(value as string) ?? null}
      onChange={onChange}
    />
  )
}

interface RefProps extends Pick<FieldProps, 'value' | 'onChange'> {
  look: object
  kind: RecordKind
  /** The field of the other record that is held: its id, or its code. */
  by?: string
  isMany?: boolean
  isNumber?: boolean
}

/** Another record, chosen by its name. */
export function RefInput({ look, kind, by = 'id', isMany, isNumber, value, onChange }: RefProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const rows = useQuery(listOf(kind, { limit: 500 })).data
  const isWhole = !kind.hasSearch || (rows && rows.total <= rows.data.length)
  const found = useQuery({ ...listOf(kind, { limit: 50, search }), enabled: !isWhole && search !== '' }).data
  const all = new Map([...(rows?.data ?? []), ...(found?.data ?? [])].map((row) => [String(row[by]), row]))
  const data = [...all].map(([value, row]) => ({ value, label: titleOf(row) }))
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
      onSearchChange={setTyped}
      searchable
      clearable
      limit={100}
    />
  )
}
