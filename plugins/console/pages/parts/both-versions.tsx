import { differingOf, type FieldKind, type Written } from '../logic/form-changes.ts'
import { common } from '../words/common.ts'
import { wordsOf } from '../words/words.ts'

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
      <h3>{common.newerFirst}</h3>
      <table class="table compact">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.yours}</th>
            <th scope="col">{words.theirs}</th>
          </tr>
        </thead>
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
        <button type="button" class="button small" onClick={onMine}>
          {words.saveMine}
        </button>
        <button type="button" class="button small" onClick={onTheirs}>
          {words.takeTheirs}
        </button>
      </p>
    </section>
  )
}

function shown({ name, options }: Field, written: Written) {
  const value = written[name] ?? ''
  return options?.find(([each]) => each === value)?.[1] ?? (value || '–')
}

const words = wordsOf({
  field: 'Field',
  yours: 'Yours',
  theirs: 'Saved meanwhile',
  saveMine: 'Save mine over it',
  takeTheirs: 'Take the saved one',
})
