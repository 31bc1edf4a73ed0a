import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { Foot, useDeed } from '../ui/dialog.tsx'
import { sentenceCase, textOf } from '../ui/format.ts'
import { Leave } from '../ui/leave.tsx'
import { named } from '../ui/names.ts'
import { Asked, Trouble } from '../ui/page.tsx'
import { stopsAtUnread } from '../ui/unread.ts'
import { labelOf, useFields } from './calls.ts'
import { kindReferred } from './declared.ts'
import { FieldInput } from './field.tsx'
import type { RecordKind } from './kind.ts'
import { type Field, fault, isMeant } from './schema.ts'

type Values = Record<string, unknown>

interface RecordFormProps<Given> {
  kind?: RecordKind
  /** The name of what is sent, and the fields of it that are asked for. */
  body?: string
  asks?: string[]
  /** What the form asks otherwise than the schema. */
  refine?: (field: Field) => Field
  initial?: Values
  /** The record that it is about, where the form does not begin with what stands in it. */
  about?: Values
  /** What else is asked for, below the first field. */
  beside?: ReactNode
  label: string
  isGrave?: boolean
  send: (changed: Values) => Promise<Given>
  then: (answer: Given) => void
  onCancel?: () => void
}

/** A form made of a schema: it sends what was changed, and shows at the field what the service says about it. */
export function RecordForm<Given>(props: RecordFormProps<Given>) {
  const { kind, body, asks, refine = (field) => field } = props
  return (
    <Asked query={useFields(body, asks)}>
      {(fields) => (
        <Form
          {...props}
          fields={fields
            .filter(({ name }) => asks || !kind?.hides?.includes(name))
            .map((field) => ({
              ...field,
              // What stands already and may not be absent can be changed, and not be emptied.
              isRequired: field.isRequired || (!field.isNullable && isGiven(props.initial?.[field.name])),
            }))
            .map(refine)}
        />
      )}
    </Asked>
  )
}

const isGiven = (value: unknown) => Boolean(value) && String(value) !== ''

type FormProps<Given> = RecordFormProps<Given> & { fields: Field[] }

function Form<Given>({ initial = NONE, about = initial, ...props }: FormProps<Given>) {
  const { kind, fields, beside, label, isGrave, send, then, onCancel } = props
  const form = useForm<Values>({
    initialValues: valuesOf(fields, initial),
    validateInputOnBlur: true,
    validateInputOnChange: fields.filter(({ type }) => type === 'array').map(({ name }) => name),
    validate: Object.fromEntries(
      fields.map((field) => [
        field.name,
        (value: unknown, values: Values) => (isMeant(field, values) ? fault(field, value, values) : null),
      ]),
    ),
  })
  const sent = useDeed(send, then)
  const isStale = sent.error instanceof Refusal && sent.error.status === 412
  const shown = fields.filter((field) => isMeant(field, form.values))
  // Somebody else may change the record meanwhile: theirs is shown, what is typed here stays.
  const last = useRef(initial)
  const [theirs, setTheirs] = useState<Record<string, { isMine: boolean; text: string }>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read as it is when the record changes
  useEffect(() => {
    const before = last.current
    const typed = fields.filter(({ name }) => !isSame(form.values[name], before[name]))
    // What one’s own change has brought beside it is nobody else’s.
    const others = fields.filter(
      (field) =>
        (isStale || typed.includes(field)) &&
        !isSame(initial[field.name], before[field.name]) &&
        !isSame(initial[field.name], form.values[field.name]),
    )
    last.current = initial
    form.setInitialValues(valuesOf(fields, initial))
    form.setValues({ ...valuesOf(fields, initial), ...valuesOf(typed, form.values) })
    setTheirs(
      Object.fromEntries(
        others.map((field) => {
          const isMine = typed.includes(field)
          const text = isMine
            ? `It is “${textOf(initial[field.name])}” now. Save again to keep yours.`
            : `It was “${textOf(before[field.name])}” when you began.`
          return [field.name, { isMine, text }]
        }),
      ),
    )
  }, [initial])
  function onError(error: unknown) {
    const about = error instanceof Refusal ? error.field?.split(/[.[]/)[0] : undefined
    const field = fields.find(({ name }) => name === about)
    if (!field) return
    const own = new RegExp(`^${field.name}(\\[\\d+\\])?:? |\\.$`, 'g')
    form.setFieldError(field.name, sentenceCase(named(sentenceOf(error).replaceAll(own, ''))))
    showFirst()
  }
  const box = useRef<HTMLFormElement>(null)
  const showFirst = () =>
    setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  return (
    <form
      ref={box}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!stopsAtUnread(box.current)) sent.mutate(changed(initial, valuesOf(shown, values)), { onError })
      }, showFirst)}
    >
      <Stack>
        {shown.map((field, i) => {
          const { value, error, onChange, onBlur } = form.getInputProps(field.name)
          const refers = kindReferred(field, kind)
          const { isMine, text } = theirs[field.name] ?? {}
          const said = {
            ...field,
            'x-label': labelOf(field, kind?.labels),
            // What is only told is nothing to put right.
            'x-help': isMine ? field['x-help'] : (text ?? field['x-help']),
          }
          return (
            <Fragment key={field.name}>
              <FieldInput
                isFirst={i === 0 && !initial.id}
                field={said}
                without={refers === kind ? String(about.id) : undefined}
                {...{ refers, value, onChange }}
                error={error ?? (isMine && text)}
                onBlur={value ? onBlur : undefined}
              />
              {i === 0 && beside}
            </Fragment>
          )
        })}
        <Foot>
          {sent.error && (isStale || Object.keys(form.errors).length === 0) && (
            <Trouble error={sent.error} title={isStale ? 'Not saved yet' : undefined} />
          )}
          {onCancel && (
            <Button onClick={onCancel} disabled={sent.isPending}>
              {label.startsWith('Cancel') ? 'Keep it' : 'Cancel'}
            </Button>
          )}
          <Button
            variant="filled"
            type="submit"
            color={isGrave ? 'red' : undefined}
            loading={sent.isPending}
            disabled={Boolean(initial.id) && !form.isDirty()}
          >
            {label}
          </Button>
        </Foot>
      </Stack>
      <Leave isAsked={form.isDirty() && !sent.isPending} title="Discard what you have typed?" />
    </form>
  )
}

const NONE: Values = {}
const valuesOf = (fields: Field[], record: Values) =>
  Object.fromEntries(fields.map(({ name }) => [name, record[name]]))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Of a list of links no empty line is sent. */
const withoutBlanks = (value: unknown) => (Array.isArray(value) ? value.filter((one) => one !== '') : value)

/** What differs from before; what was emptied is null. */
const changed = (before: Values, after: Values) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value === '' ? null : withoutBlanks(value)] as const)
      .filter(([name, value]) => value !== undefined && !isSame(value, before[name])),
  )
