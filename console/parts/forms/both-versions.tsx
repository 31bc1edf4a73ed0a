import { differingOf, type FieldKind, valuesOf, type Written } from '../../logic/form-changes.ts'
import { Button } from '../button.tsx'
import { TableHead } from '../table-head.tsx'

interface Field extends FieldKind {
  label: string
  options?: [value: string, words: string][]
}

interface Props {
  fields: readonly Field[]
  mine: Written
  base: Written
  theirs: Written
  onMine: () => void
  onTheirs: () => void
}

/** Two versions side by side, in the fields that somebody changed. */
export function BothVersions({ fields, mine, base, theirs, onMine, onTheirs }: Props) {
  const differing = differingOf(mine, base, theirs)
  return (
    <section class="stack">
      <h3>Somebody changed this in the meantime</h3>
      <table class="table compact">
        <TableHead of={['Field', 'Yours', 'Saved meanwhile']} />
        <tbody>
          {fields
            .filter(({ name }) => differing.includes(name))
            .map((field) => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                <td dir="auto">{shown(field, mine)}</td>
                <td dir="auto">{shown(field, theirs)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p class="row">
        <Button class="small" onClick={onMine}>
          Save mine over it
        </Button>
        <Button class="small" onClick={onTheirs}>
          Take the saved one
        </Button>
      </p>
    </section>
  )
}

function shown({ name, options, isList }: Field, written: Written) {
  const value = written[name] ?? ''
  const wordsOf = (one: string) => options?.find(([each]) => each === one)?.[1]
  if (isList)
    return (
      valuesOf(value)
        .map((one) => wordsOf(one) ?? one)
        .join(', ') || '–'
    )
  return wordsOf(value) ?? (value || '–')
}
