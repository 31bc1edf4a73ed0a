import { useState } from 'react'

/** Marks a field whose text can’t be read as what it is for. */
export const unread = (isIt: boolean) => ({ 'data-unread': isIt || undefined })

/** Whether a form, or the dialog around it, has such a field: nothing is sent then, and the first one gets the focus. */
export function stopsAtUnread(form: Element | null) {
  const found = (form?.closest('[role=dialog]') ?? form)?.querySelector<HTMLElement>('[data-unread]')
  found?.focus()
  return found != null
}

/** Something that is known of a field with a value; it is forgotten once that is another one, whoever changes it. */
export function useKnownOf(value: unknown) {
  const [known, setKnown] = useState({ of: value, text: '' })
  const know = (text: string, of = value) => setKnown({ of, text })
  return [Object.is(known.of, value) ? known.text : '', know] as const
}
