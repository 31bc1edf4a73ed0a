import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import t from 'tap'
import { API_DESCRIPTION } from '../../src/api-description.ts'
import { ERROR_CODES } from '../../src/error-codes.ts'
import { GENERAL_CODES } from '../../src/platform/http/errors/error-codes.ts'
import * as problems from '../../src/platform/http/errors/problems.ts'

const root = resolve(import.meta.dirname, '../..')
const files = (await Promise.all(['src', 'plugins'].map(sources))).flat()

async function sources(folder: string) {
  const names = await readdir(join(root, folder), { recursive: true })
  return Promise.all(
    names
      .filter((name) => name.endsWith('.ts') && !name.startsWith('platform/prisma/'))
      .map(async (name) => ({
        name: join(folder, name),
        text: await readFile(join(root, folder, name), 'utf8'),
      })),
  )
}

/** What takes a code first; invalidField has its own. */
const TAKE_CODE = [...Object.keys(problems).filter((name) => name !== 'invalidField'), 'RefusedChange']
const THROWN = new RegExp(
  `(?:(?<!httpErrors\\.)\\b(?:${TAKE_CODE.join('|')})\\(|errorCode: |'x-error-code',)\\s*'([^']+)'`,
  'g',
)
const thrown = new Map(
  files.flatMap(({ name, text }) => [...text.matchAll(THROWN)].map(([, code]) => [code as string, name])),
)

t.test('every code that is thrown is in the list', async (t) => {
  for (const [code, file] of thrown) t.ok(ERROR_CODES[code], `${code} in ${file}`)
  t.ok(thrown.size > 3)
})

t.test('every code in the list is thrown', async (t) => {
  for (const code of Object.keys(ERROR_CODES)) t.ok(thrown.has(code) || code in GENERAL_CODES, code)
})

t.test('a code is a word in snake_case, with what it means', async (t) => {
  for (const [code, meaning] of Object.entries(ERROR_CODES)) {
    t.match(code, /^[a-z]+(_[a-z]+)*$/)
    t.match(meaning, /^[A-Z].*[^.]$/, code)
  }
})

t.test('the introduction of the document lists them all', async (t) => {
  const text = API_DESCRIPTION.description
  for (const [code, meaning] of Object.entries(ERROR_CODES))
    t.ok(text.includes(`\n| \`${code}\` | ${meaning} |`), code)
})
