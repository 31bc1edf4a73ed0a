import { asJson, Refusal, sentenceOf } from '../api/refusal.ts'
import { monthOf, sentenceCase } from './format.ts'

interface Words {
  labels: Record<string, string>
  roles: { role: string; sentence: string }[]
}

let words: Words = { labels: {}, roles: [] }

/** Asks the service what people call fields and the words in them; no page is shown before. */
export async function loadWords() {
  words = (await asJson('GET', `${import.meta.env.BASE_URL}words`)) as Words
}

/** The roles, in the order of the service, each with what it is there for. */
export const rolesInWords = () => words.roles

/** `aged_stock_share` → `Aged stock`; a code without a name of its own loses its underscores: `Ready at`. */
export const nameOf = (code: string) =>
  words.labels[code] ?? sentenceCase(code.replace(/^is_|_id$/g, '').replaceAll(/[_.-]/g, ' '))

/** The state of a record, which has another name where the kind of record has one of its own. */
export const stateOf = (state: string, kind = '') => words.labels[`${kind}.${state}`] ?? nameOf(state)

/** A word by its name where it has one, and else as it stands. */
export const wordOf = (text: string) => words.labels[text] ?? text

const nameOfRole = (word: string) => (words.roles.some(({ role }) => role === word) ? nameOf(word) : word)

/** What other roles may, in words; a seller knows none of them. */
const ofRoles = (sentence: string) =>
  sentence.startsWith('The role seller ')
    ? 'Only the staff of the operator can open it.'
    : sentence.replace(/^.* it takes /, 'It is for these roles: ').replaceAll(/\w+/g, nameOfRole)

/** A sentence of the service with names for its codes, its months in words, fields without where they were sent, and a limit once. */
export const named = (sentence: string) =>
  (sentence.startsWith('The role ') ? ofRoles(sentence) : sentence)
    .replace(/^\w+\[\d+\]\.(?:\w+\.)*/, '')
    .replace(/(\d[\d.]*)([^:]*: )\w[\w ]* was ([^,]+), and the limit is \1 [^.]*/, '$1$2$3')
    .replace(/^(?:\w+ )?"?([^ "]+)"? names no (\w+)$/, 'There is no $2 $1')
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, nameOf)
    .replaceAll(/(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])(?![\d-])/g, monthOf)

/** What somebody else has changed meanwhile, and who was the last to; the service speaks of versions. */
function ofVersion(sentence: string) {
  const [, who] = / is by (.+): look/.exec(sentence) ?? []
  return `It has been changed since you opened it${who ? `, last by ${who}` : ''}. Look at what has changed.`
}

/** What went wrong, for people. */
export const saidOf = (error: unknown) =>
  error instanceof Refusal && error.status === 412
    ? ofVersion(error.message)
    : sentenceCase(named(sentenceOf(error)))
