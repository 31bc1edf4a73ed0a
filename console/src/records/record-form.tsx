import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { Asked } from '../ui/asked.tsx'
import { useDeed } from '../ui/deed.ts'
import { sentenceCase } from '../ui/names.ts'
import { Trouble } from '../ui/trouble.tsx'
import { kindReferred, type RecordKind } from './declared.ts'
import { FieldInput } from './field.tsx'
import { useFields } from './fields.tsx'
import { type Field, fault } from './schema.ts'

type Values = Record<string, unknown>

interface RecordFormProps<Given> {
  kind: RecordKind
  /** The name of what is sent, and the fields of it that are asked for. */
  body?: string
  asks?: string[]
  initial?: Values
  label: string
  isGrave?: boolean
  send: (changed: Values) => Promise<Given>
  then: (answer: Given) => void
}

/** A form made of a schema: it sends what was changed, and shows at the field what the service says about it. */
export function RecordForm<Given>(props: RecordFormProps<Given>) {
  const { kind, body, asks } = props
  return (
    <Asked query={useFields(body, asks)}>
      {(fields) => (
        <Form {...props} fields={fields.filter(({ name }) => asks || !kind.hides?.includes(name))} />
      )}
    </Asked>
  )
}

type FormProps<Given> = RecordFormProps<Given> & { fields: Field[] }

function Form<Given>({ kind, fields, initial = {}, label, isGrave, send, then }: FormProps<Given>) {
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map(({ name }) => [name, initial[name]])),
    validate: Object.fromEntries(
      fields.map((field) => [field.name, (value: unknown) => fault(field, value)]),
    ),
  })
  const sent = useDeed(send, then)
  function onError(error: unknown) {
    const about = error instanceof Refusal ? error.field?.split(/[.[]/)[0] : undefined
    const field = fields.find(({ name }) => name === about)
    if (field) form.setFieldError(field.name, sentenceCase(sentenceOf(error).replace(field.name, '').trim()))
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!sent.isPending) sent.mutate(changed(initial, values), { onError })
      })}
    >
      <Stack>
        {fields.map((field, i) => {
          const { value, error, onChange } = form.getInputProps(field.name)
          const refers = kindReferred(field, kind)
          const said = { ...field, 'x-label': kind.labels?.[field.name] ?? field['x-label'] }
          return (
            <FieldInput
              key={field.name}
              isFirst={i === 0}
              field={said}
              {...{ refers, value, error, onChange }}
            />
          )
        })}
        {sent.error && Object.keys(form.errors).length === 0 && <Trouble error={sent.error} />}
        <Group justify="flex-end">
          <Button
            variant="filled"
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
