import type { ComponentChildren } from 'preact'
import type { Choices } from './choices.ts'
import { SelectField, TextField } from './field.tsx'
import { SearchField } from './search-field.tsx'

interface Filter {
  /** Its parameter in the address. */
  name: string
  label: string
  placeholder?: string
  maxLength?: number
  /** A text that narrows exactly, or a day; left out: a text that is searched for. */
  type?: 'text' | 'date'
  min?: string | undefined
  max?: string | undefined
  /** Others that mean nothing any more once this one is another. */
  resets?: string[]
  /** What may be chosen; undefined where the role may not see the choices, and then there is no such filter. */
  options?: Choices | undefined
}

interface Props {
  fields: Filter[]
  /** The state of the page as `useUrlState` has it, and how it changes. */
  values: object
  change: (part: object, how?: { replace?: boolean }) => void
  /** The parameter of the page. */
  page?: string
  class?: string
  children?: ComponentChildren
}

/** What narrows a list. Each change is in the address and leads to the first page. */
export const Filters = ({ fields, values, change, page = 'page', class: style = '', children }: Props) => (
  <search class={`filters ${style}`}>
    {fields
      .filter((field) => !('options' in field) || field.options)
      .map(({ name, options, type, min, max, resets = [], ...shown }) => {
        const value = String((values as Record<string, unknown>)[name] ?? '')
        const onValue = (next: string) =>
          change(
            {
              ...Object.fromEntries([page, ...resets].map((one) => [one, undefined])),
              [name]: next || undefined,
            },
            { replace: !options },
          )
        if (options)
          return <SelectField key={name} {...shown} value={value} onValue={onValue} options={options} />
        return type === 'date' ? (
          <TextField key={name} {...shown} type={type} min={min} max={max} value={value} onValue={onValue} />
        ) : (
          <SearchField key={name} {...shown} type={type} value={value} onValue={onValue} />
        )
      })}
    {children}
  </search>
)
