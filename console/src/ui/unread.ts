/** Marks a field whose text can’t be read as what it is for. */
export const unread = (isIt: boolean) => ({ 'data-unread': isIt || undefined })

/** Whether a form, or the dialog around it, has such a field: nothing is sent then, and the first one gets the focus. */
export function stopsAtUnread(form: Element | null) {
  const found = (form?.closest('[role=dialog]') ?? form)?.querySelector<HTMLElement>('[data-unread]')
  found?.focus()
  return found != null
}
