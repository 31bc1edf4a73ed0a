/** Markup that stands as it is. */
type Raw = { markup: string }

/** Markup made before by `html`. */
export const raw = (markup: string): Raw => ({ markup })

/** Markup whose values are text: what is no `raw` is escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | number | Raw)[]): string =>
  parts.reduce((made, part, index) => made + markupOf(values[index - 1] ?? '') + part)

const markupOf = (value: string | number | Raw) =>
  typeof value === 'object' ? value.markup : escapeHtml(String(value))

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text within markup. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] as string)

/** JSON within a script element: no text in it ends the element. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
