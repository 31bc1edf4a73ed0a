import { isSeen } from './url-text.ts'

// The rule for codes: what a person can't see makes no difference, and what says that there is no value is no code.

/** Printable ASCII with single blanks within. */
const SIMPLE = /^[!-~]+(?: [!-~]+)*$/
/** Hyphens that look like the one of keyboards, among them U+2011, which does not break, and the minus sign. */
const HYPHENS = /[\u2010-\u2013\u2043\u2212\uFE63\uFF0D]/g
const BLANKS = /[\s\p{Zs}]+/gu
/** Characters of no width, marks of direction and of byte order, soft hyphens, and controls. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/** A code as it is kept: NFC, without what is not seen, with single blanks and none around it, every hyphen as "-". */
export function plainCode(text: string): string {
  if (SIMPLE.test(text)) return text
  return text
    .replace(/\uFEFF/g, '')
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .replace(HYPHENS, '-')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim()
}

export const isPlainCode = (text: string) => SIMPLE.test(text) || plainCode(text) === text

/** Words that databases, languages and tools write where there is no value. */
const NO_VALUE =
  /^(?:null|none|undefined|n\/a|\(null\)|\[null\]|<null>|<na>|\(none\)|\(blank\)|\\n|\[object object\]|system\.\w+(?:\[\])?)$/i
/** The same where another spelling may be a code. */
const NO_NUMBER = /^(?:NaN|nan|NaT|nil)$/
/** As spreadsheets write errors in any language: #REF!, #N/A, #BEZUG!, #NAME?, #GETTING_DATA, Err:502, #### for a narrow column. */
const SPREADSHEET_ERROR =
  /^(?:#(?:n\/a|nv|n\/d|ref|value|name|num|null|div\/0|getting_data|[¡¿]?\p{L}[\p{L}\d/_]*[!?]|##+)|err:\d{3})$/iu
/** 1.23457E+11, also with a comma. Without a sign only with decimals, because 5E10 may be a code. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?e[+-]\d+$|^[+-]?\d[.,]\d+e\d+$/i
/** What people and programs put where nothing is: a few signs. */
const PLACEHOLDER = /^(?:[-\u2013-\u2015._?*/~…]{1,4}|#{1,2})$/

/** Digits alone, or a letter first and a digit anywhere behind it: nearly all codes, which need no look. */
const USUAL = /^(?:[-_]?\d+|[A-Za-z][A-Za-z_-]*\d[\w-]*)$/

/** Why a text is no code, as the end of a sentence that says what to do; undefined for a code. */
export function codeProblem(text: string): string | undefined {
  if (USUAL.test(text)) return undefined
  const code = plainCode(text)
  if (!isSeen(code)) return emptyProblem(text)
  if (SHORTENED.test(code))
    return `must not be ${code}, a number that a spreadsheet or program has shortened: format the column as text and export it again`
  const error = errorProblem(code)
  if (error) return error
  if (NO_VALUE.test(code) || NO_NUMBER.test(code) || PLACEHOLDER.test(code))
    return `must not be ${code}, which stands for no value: send the code itself`
  return undefined
}

/** Why a text is no word of the sender's own, as the end of a sentence; undefined for a word. */
export const wordProblem = (text: string): string | undefined =>
  isSeen(text) ? errorProblem(text.trim()) : emptyProblem(text)

const emptyProblem = (text: string) => (text === '' ? 'must not be empty' : 'must not be blank')

const errorProblem = (text: string) =>
  SPREADSHEET_ERROR.test(text)
    ? `must not be ${text}, an error of a spreadsheet: correct the cell and export it again`
    : undefined
