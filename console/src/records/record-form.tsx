import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { sentenceCase } from '../ui/names.ts'
import { Trouble } from '../ui/trouble.tsx'
import { kindReferred, type RecordKind } from './declared.ts'
import { FieldInput } from './field.tsx'
import { Fields } from './fields.tsx'
import { type Field, fault } from './schema.ts'

type Values = Record<string, unknown>

interface RecordFormProps {
  kind: RecordKind
  /** The name of what is sent, and the fields of it that are asked for. */
  body?: string
  asks?: string[]
  initial?: Values
  label: string
  isGrave?: boolean
  send: (changed: Values) => Promise<unknown>
}

/** A form made of a schema: it sends what was changed, and shows at the field what the service says about it. */
export const RecordForm = ({ body, asks, ...props }: RecordFormProps) => (
  <Fields body={body} asks={asks}>
    {(fields) => (
      <Form {...props} fields={fields.filter(({ name }) => asks || !props.kind.hides?.includes(name))} />
    )}
  </Fields>
)

type FormProps = Omit<RecordFormProps, 'body' | 'asks'> & { fields: Field[] }

function Form({ kind, fields, initial = {}, label, isGrave, send }: FormProps) {
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map(({ name }) => [name, initial[name]])),
    validate: Object.fromEntries(
      fields.map((field) => [field.name, (value: unknown) => fault(field, value)]),
    ),
  })
  const sent = useMutation({
    mutationFn: send,
    onError(error) {
      const about = error instanceof Refusal ? error.field?.split(/[.[]/)[0] : undefined
      const field = fields.find(({ name }) => name === about)
      if (field)
        form.setFieldError(field.name, sentenceCase(sentenceOf(error).replace(field.name, '').trim()))
    },
  })
  const isShown = sent.error && Object.keys(form.errors).length === 0
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!sent.isPending) sent.mutate(changed(initial, values))
      })}
    >
      <Stack>
        {fields.map((field, i) => {
          const { value, error, onChange } = form.getInputProps(field.name)
          return (
            <FieldInput
              key={field.name}
              isFirst={i === 0}
              field={field}
              refers={kindReferred(field, kind)}
              value={value}
              error={error}
              onChange={onChange}
            />
          )
        })}
        {isShown && <Trouble error={sent.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            color={isGrave ? 'red' : undefined}
            loading={sent.isPending}
            disabled={Boolean(initial.id) && !form.isDirty()}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What differs from before; what was emptied is null. */
const changed = (before: Values, after: Values) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value === '' ? null : value] as const)
      .filter(
        ([name, value]) =>
          value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
      ),
  )
