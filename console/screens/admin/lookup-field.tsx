import { useEffect, useId, useState } from 'preact/hooks'
import { Field } from '../../parts/forms/field.tsx'
import type { InputProps } from '../../parts/forms/form-field.tsx'
import { useSettled } from '../../parts/use-settled.ts'

/** Something that can be chosen: the id, the code that is typed, and what is shown beside it. */
export interface Found {
  id: number
  code: string
  name: string
}

interface Props extends InputProps {
  /** Reads what fits a text. */
  useFound: (search: string) => Found[] | undefined
  /** Reads the one that is chosen already. */
  useOne: (id: number | undefined) => Found | undefined
}

/** Chooses one of very many by typing a part of its code or name; the browser lists what fits. */
export function LookupField({ label, hint, value, required, onValue, useFound, useOne }: Props) {
  const list = useId()
  const chosen = useOne(Number(value) || undefined)
  const [typed, type] = useState<string>()
  const text = typed ?? chosen?.code ?? ''
  const search = useSettled(text.trim(), 200)
  const found = useFound(search)
  const fitting = found?.find(({ code }) => code.toLowerCase() === text.trim().toLowerCase())
  useEffect(() => {
    if (typed === undefined) return
    onValue(fitting ? String(fitting.id) : '')
  }, [typed, fitting?.id])
  const isUnknown = text.trim() !== '' && text.trim() === search && found !== undefined && !fitting
  const name = fitting?.name ?? (typed === undefined ? chosen?.name : undefined)
  return (
    <Field
      label={label}
      hint={name ?? hint}
      error={
        isUnknown && found.length === 0 ? `Nothing fits “${search}”. Choose one of the list.` : undefined
      }
    >
      {(names) => (
        <>
          <input
            {...names}
            list={list}
            value={text}
            required={required}
            autocomplete="off"
            spellcheck={false}
            maxLength={200}
            onInput={(event) => type(event.currentTarget.value)}
          />
          <datalist id={list}>
            {found?.map((one) => (
              <option key={one.id} value={one.code}>
                {one.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
