/**
 * The words of a page: texts, and functions that make one from numbers and names. Each screen has its own table, so
 * that a page loads no other page's words. With `sos.words = pseudo` in the local storage every text is lengthened and
 * accented: what stays plain has been forgotten here, what breaks the layout will break in another language.
 */
export type Words = Record<string, string | ((...values: never[]) => string)>

export function wordsOf<Table extends Words>(table: Table): Table {
  if (!isPseudo()) return table
  const changed = Object.entries(table).map(([key, text]) => [
    key,
    typeof text === 'string' ? pseudo(text) : (...values: never[]) => pseudo(text(...values)),
  ])
  return Object.fromEntries(changed) as Table
}

const isPseudo = () => typeof localStorage !== 'undefined' && localStorage.getItem('sos.words') === 'pseudo'

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  O: 'Ó',
  U: 'Ú',
}

/** `Sellers` → `[Séllérs··]`, a third longer. */
export const pseudo = (text: string) =>
  `[${text.replace(/[aeiouAEOU]/g, (vowel) => ACCENTS[vowel] ?? vowel)}${'·'.repeat(Math.ceil(text.length / 3))}]`

const rules = new Intl.PluralRules('en')

/** `plural(2, 'seller', 'sellers')` → `2 sellers` */
export const plural = (count: number, one: string, many: string) =>
  `${new Intl.NumberFormat().format(count)} ${rules.select(count) === 'one' ? one : many}`
