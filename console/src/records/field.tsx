import '@mantine/dates/styles.layer.css'
import {
  ColorInput,
  MultiSelect,
  PasswordInput,
  Select,
  type SelectProps,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useState } from 'react'
import { isFinal, useMe } from '../api/me.ts'
import { monthOf, sentences } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { NumberField } from '../ui/number-field.tsx'
import { labelOf, listOf, oneOf } from './calls.ts'
import { DayInput } from './day-input.tsx'
import { type RecordKind, withCode } from './kind.ts'
import type { Field } from './schema.ts'

const LONG = 1000
const PLAIN = 'This address is not encrypted: what is sent can be read on the way.'
const PRIVATE = 'This address names this machine or a private network.'
/** As far as the text of an address tells; the service looks up its name, too. */
const IS_PRIVATE =
  /^https?:\/\/(localhost|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+|\[(::1|f[cde].*)\])\.?([:/?#]|$)/i

/** Words to choose from, by their names. */
export const optionsOf = (words: string[], name = nameOf) =>
  words.map((value) => ({ value, label: name(value) }))

interface FieldProps {
  field: Field
  /** The kind of record that the field names one of. */
  refers?: RecordKind
  /** The unit behind a number. */
  suffix?: string
  value: unknown
  error?: React.ReactNode
  onBlur?: () => void
  /** Where the cursor is when the form opens. */
  isFirst: boolean
  /** The record that the form is about: it cannot be chosen for itself. */
  without?: string
  onChange: (value: unknown) => void
}

/** A word of a list, or one of one’s own. */
function OpenWord({ words, ...look }: SelectProps & { words: string[] }) {
  const [typed, setTyped] = useState('')
  const known = optionsOf(words)
  const own = typed.trim()
  const isNew = own !== '' && !known.some(({ value, label }) => [value, label].includes(own))
  return (
    <Select
      {...look}
      searchable
      onSearchChange={setTyped}
      data={isNew ? [...known, { value: own, label: own }] : known}
    />
  )
}

/** The input that fits a field of a schema. */
export function FieldInput(props: FieldProps) {
  const { field, refers, without, isFirst, suffix, value, error, onChange, onBlur } = props
  const { name, type, format, items, minLength = 0, maxLength = 0 } = field
  // A form asks for a month to put it right: a final one.
  const months = useMe()
    .periods.filter(isFinal)
    .map(({ period }) => period)
  const label = labelOf(field)
  const [isPlain, isPrivate] = [/^http:/i, IS_PRIVATE].map((one) => name === 'url' && one.test(String(value)))
  const least = minLength > 1 && `At least ${minLength} characters`
  const description =
    field['x-help'] ?? (sentences(isPlain && PLAIN, isPrivate && PRIVATE) || least || undefined)
  const look = {
    label,
    // What it says is not said twice.
    description: error === description ? undefined : description,
    error,
    onBlur,
    withAsterisk: field.isMarked ?? field.isRequired,
    'data-autofocus': isFirst || undefined,
    autoFocus: isFirst,
  }
  const text = {
    ...look,
    placeholder: /_code$|^username$/.test(name) ? field.examples?.[0] : undefined,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  const one = { ...look, value: (value as string) ?? null, clearable: field.isNullable && !field.isRequired }
  const many = {
    ...look,
    value: (value as string[]) ?? [],
    // A list that may be absent is so once it is emptied.
    onChange: (list: unknown) => onChange((list as string[]).length === 0 && field.isNullable ? null : list),
  }
  const words = field['x-known'] && [...new Set([...field['x-known'], value ?? []].flat().map(String))]
  const by = /_codes?$/.test(name) ? name.replace(/s$/, '') : 'id'
  if (refers)
    return (
      <RefInput
        {...{ look, by, type, value, without }}
        onChange={type === 'array' ? many.onChange : onChange}
        kind={refers}
        isNew
      />
    )
  if (format === 'period')
    return (
      <Select
        {...one}
        data={optionsOf(months, monthOf)}
        nothingFoundMessage="No month is final yet"
        onChange={onChange}
      />
    )
  if (field.enum) return <Select {...one} data={optionsOf(field.enum)} onChange={onChange} />
  if (words) return <OpenWord {...one} words={words} onChange={onChange} />
  if (items?.enum) return <MultiSelect {...many} data={optionsOf(items.enum)} searchable />
  if (type === 'array') {
    // Several links, one a line.
    const read = (typed: string) => (typed ? typed.split('\n').map((one) => one.trim()) : [])
    const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
      many.onChange(read(currentTarget.value))
    return <Textarea {...many} autosize minRows={2} value={many.value.join('\n')} onChange={set} />
  }
  if (type === 'boolean')
    return (
      <Switch
        label={label}
        description={description}
        checked={Boolean(value ?? name.startsWith('is_'))}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (type === 'integer' || type === 'number')
    return (
      <NumberField
        {...look}
        value={(value as number) ?? ''}
        onChange={(next) => onChange(next === '' ? null : next)}
        suffix={suffix}
        decimalScale={type === 'integer' ? 0 : undefined}
        min={field.minimum}
        max={field.maximum}
      />
    )
  if (format === 'date') return <DayInput {...one} onChange={onChange} />
  // What expires does so at the end of a day.
  if (name === 'expires_at')
    return (
      <DayInput
        {...one}
        value={value ? dayjs(String(value)).format('YYYY-MM-DD') : null}
        minDate={dayjs().format('YYYY-MM-DD')}
        onChange={(day) => onChange(day && dayjs(day).endOf('day').toISOString())}
      />
    )
  if (format === 'date-time')
    return (
      <DateTimePicker
        {...one}
        onChange={(next) => onChange(next && new Date(next).toISOString())}
        valueFormat="D MMM YYYY HH:mm"
      />
    )
  if (format === 'password') return <PasswordInput {...text} autoComplete="new-password" />
  if (name === 'color')
    return (
      <ColorInput {...text} onChange={onChange} withPicker={false} withEyeDropper={false} fixOnBlur={false} />
    )
  if (maxLength >= LONG && name !== 'url') return <Textarea {...text} autosize minRows={2} />
  return <TextInput {...text} type={format === 'email' ? 'email' : 'text'} autoComplete="off" />
}

interface RefProps extends Pick<FieldProps, 'value' | 'onChange' | 'without'>, Pick<Field, 'type'> {
  look: object
  kind: RecordKind
  /** The field of the other record that is held: its id, or its code. */
  by?: string
  /** What is chosen is named anew: only what is active can be. */
  isNew?: boolean
}

/** Another record, chosen by its name. */
export function RefInput({ look, kind, by = 'id', isNew, without, type, value, onChange }: RefProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const rows = useQuery(listOf(kind, { limit: 500 })).data
  const isWhole = !kind.hasSearch || (rows && rows.total <= rows.data.length)
  const found = useQuery({ ...listOf(kind, { limit: 50, search }), enabled: !isWhole && search !== '' }).data
  const all = new Map([...(rows?.data ?? []), ...(found?.data ?? [])].map((row) => [String(row[by]), row]))
  // Of a long list the one that is held may be far behind.
  const isBehind = type !== 'array' && value != null && rows !== undefined && !all.has(String(value))
  const held = useQuery({ ...oneOf(kind, String(value)), enabled: isBehind && by === 'id' }).data?.row
  const others = isBehind ? [{ value: String(value), label: held ? withCode(held) : String(value) }] : []
  const data = [...all]
    .filter(([id, { is_active }]) => !isNew || is_active !== false || id === String(value))
    .filter(([, { id }]) => String(id) !== without)
    .map(([value, row]) => ({ value, label: withCode(row) }))
    .concat(others)
  const choice = {
    ...look,
    data,
    nothingFoundMessage: all.size > 0 ? 'Nothing found' : `There is no ${kind.one} yet`,
  }
  if (type === 'array') {
    const chosen = ((value as unknown[]) ?? []).map(String)
    if (by === 'id') return <MultiSelect {...choice} value={chosen} onChange={onChange} searchable />
    // Codes are also pasted, as a column of a sheet.
    return (
      <TagsInput
        {...look}
        placeholder="Choose, or paste codes"
        data={data.filter((one) => !chosen.includes(one.value))}
        value={chosen}
        onChange={onChange}
        onSearchChange={setTyped}
        splitChars={['\n', '\t', ',', ';']}
      />
    )
  }
  return (
    <Select
      {...choice}
      value={value == null ? null : String(value)}
      onChange={(id) => onChange(id !== null && type === 'integer' ? Number(id) : id)}
      onSearchChange={setTyped}
      searchable
      clearable
    />
  )
}
