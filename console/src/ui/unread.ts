import { useState } from 'react'

/** Marks a field whose text can’t be read as what it is for. */
export const unread = (isIt: boolean) => ({ 'data-unread': isIt || undefined })

/** Whether a form, or the dialog around it, has such a field: nothing is sent then, and the first one gets the focus. */
export function stopsAtUnread(form: Element | null) {
  const found = (form?.closest('[role=dialog]') ?? form)?.querySelector<HTMLElement>('[data-unread]')
  found?.focus()
  return found != null
}

/** Something that is known of a field; it is forgotten once its value is another one, whoever changes it. */
export function useKnownOf(value: unknown) {
  const [known, setKnown] = useState({ of: value, text: '' })
  return [known.of === value ? known.text : '', (text: string) => setKnown({ of: value, text })] as const
}
