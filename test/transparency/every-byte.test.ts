import t from 'tap'
import type { Certificate } from '../../src/transparency/certificate.ts'
import { inForm } from '../setup/form.ts'
import { aCertificate, aRichCertificate, failed } from './a-certificate.ts'

/** Every so manieth character is changed. */
const EVERY = inForm({ short: 7, long: 1 })

/** Walked over character by character: one without appeals, which take the longest to compute again. */
const certificate = aCertificate()
const TEXTS = ['statement', 'inputs', 'rules', 'explanation', 'proof', 'format'] as const

/** Another character of the same kind, so that texts stay readable where they can. */
const other = (character: string) => {
  if (/[0-8]/.test(character)) return String(Number(character) + 1)
  if (character === '9') return '8'
  return character === 'a' ? 'b' : 'a'
}

t.test('the certificate holds as it is', async (t) => {
  t.same(failed(certificate), [])
})

for (const name of TEXTS)
  t.test(`a changed character of ${name} fails a named check, and so does one lost or added`, async (t) => {
    const text = certificate[name]
    const passed: string[] = []
    for (let at = 0; at <= text.length; at += at > text.length - 7 ? 1 : EVERY) {
      const [before, here, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)]
      const changes = here === '' ? [] : [before + other(here) + after]
      if (at % 31 === 0 || at > text.length - 7 || text.length < 1000)
        changes.push(before + after, `${before}0${here}${after}`, `${before} ${here}${after}`)
      for (const changed of changes) {
        if (changed === text) continue
        if (failed({ ...certificate, [name]: changed }).length === 0)
          passed.push(`${at}: ${before.slice(-20)}[${here}]`)
      }
    }
    t.same(passed, [])
    t.ok(text.length > 10, `${text.length} characters`)
  })

/** Every value of a JSON text that is no object or list, with the text in which it alone is another. */
function* leavesChanged(text: string): Generator<[string, string]> {
  const value = JSON.parse(text)
  function* walk(part: unknown, path: (string | number)[]): Generator<(string | number)[]> {
    if (typeof part !== 'object' || part === null) yield path
    else
      for (const [key, child] of Object.entries(part))
        yield* walk(child, [...path, Array.isArray(part) ? Number(key) : key])
  }
  for (const path of walk(value, [])) {
    const copy = JSON.parse(text)
    const last = path.at(-1) as string
    const parent = path.slice(0, -1).reduce((part, key) => part[key], copy)
    const was = parent[last]
    if (typeof was === 'number') parent[last] = was + 1
    else if (typeof was === 'boolean') parent[last] = !was
    else if (typeof was === 'string') parent[last] = `${was}x`
    else parent[last] = 1
    yield [path.join('.'), JSON.stringify(copy)]
  }
}

t.test('every changed value in a text fails a named check', async (t) => {
  const passed: string[] = []
  let count = 0
  const certificate = aRichCertificate()
  t.same(failed(certificate), [])
  for (const name of ['statement', 'inputs', 'rules', 'explanation'] as const)
    for (const [path, text] of leavesChanged(certificate[name])) {
      count += 1
      if (failed({ ...certificate, [name]: text }).length === 0) passed.push(`${name}.${path}`)
    }
  t.same(passed, [])
  t.ok(count > 400, `${count} values`)
})

t.test('a field that is missing, of another type, or too much is no certificate', async (t) => {
  for (const name of [...TEXTS]) {
    const { [name]: _, ...without } = certificate
    t.same(failed(without), ['certificate'], `without ${name}`)
    for (const value of [null, 1, {}, [certificate[name]]])
      t.same(failed({ ...certificate, [name]: value } as unknown as Certificate), ['certificate'])
  }
  t.same(failed({ ...certificate, note: 'hello' }), ['certificate'])
})

t.test('two lines of the proof exchanged fail, and so does a text of another certificate', async (t) => {
  const lines = certificate.proof.split('\n')
  for (let at = 0; at + 1 < lines.length; at++) {
    const swapped = lines.with(at, lines[at + 1] as string).with(at + 1, lines[at] as string)
    if (lines[at] !== lines[at + 1])
      t.not(failed({ ...certificate, proof: swapped.join('\n') }).length, 0, `line ${at}`)
  }
  for (const name of TEXTS)
    for (const from of TEXTS)
      if (name !== from)
        t.not(failed({ ...certificate, [name]: certificate[from] }).length, 0, `${from} as ${name}`)
})
