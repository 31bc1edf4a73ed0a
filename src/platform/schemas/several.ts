import { type SchemaOptions, Type } from '@sinclair/typebox'
import { wordOf } from './closed-list.ts'
import { readAs } from './lenient.ts'

/** Query text that names one of these words, or several with commas between; repeated parameters are joined. */
export const Several = (words: readonly string[], { description, ...options }: SchemaOptions = {}) => {
  const word = `(${words.join('|')})`
  return readAs(
    Type.String({
      pattern: `^${word}(,${word})*$`,
      'x-says': `must be one of ${words.join(', ')}, or several of them with commas between`,
      description: [description, `One of ${words.join(', ')}, or several with commas between`]
        .filter(Boolean)
        .join('. '),
      examples: [words.slice(0, 2).join(',')],
      ...options,
    }),
    (value) => joined(words, value),
  )
}

const joined = (words: readonly string[], value: unknown) =>
  [value]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((text) => wordOf(words, text.trim()))
    .filter((text) => text !== '')
    .join(',')

/** The words that a text of `Several` names; undefined when it was not sent. */
export const severalOf = <Word extends string>(text: string | undefined) =>
  text === undefined ? undefined : ([...new Set(text.split(','))] as Word[])
