import type { ChildProcess } from 'node:child_process'
import { inspect } from 'node:util'
import { Parser, type Result } from 'tap-parser'

const SAYS_NOTHING = /^# (Subtest: |time=|\{ total)/

const emptyFile = () => ({ assertions: 0, failures: [] as Result[], printed: [] as string[] })
type FileOutput = ReturnType<typeof emptyFile>

/**
 * What a run prints: a line for each test file, with what failed there, in full, and what else the file printed below
 * it; then what was skipped and why, and the failed files again. The last line counts the assertions.
 */
export class Report {
  readonly #counts = { pass: 0, fail: 0, skip: 0 }
  readonly #skipped = new Map<string, number>()
  readonly #failedFiles: string[] = []

  fileEnded(result: Result, { assertions, failures, printed }: FileOutput) {
    const { name, ok, time } = result
    const seconds = ((time ?? 0) / 1000).toFixed(1).padStart(6)
    console.log(`${ok ? 'ok    ' : 'not ok'} ${seconds} s ${String(assertions).padStart(6)}  ${name}`)
    if (ok) return
    this.#failedFiles.push(name)
    for (const failure of failures.length > 0 ? failures : [result])
      process.stdout.write(indented(failureText(failure)))
    process.stdout.write(indented(printed.join('').trimEnd()))
  }

  count(kind: 'pass' | 'fail' | 'skip', { skip, fullname }: Result) {
    this.#counts[kind]++
    if (kind !== 'skip') return
    const why = skip === true ? fullname : String(skip)
    this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + 1)
  }

  /** @returns whether all is well */
  end(): boolean {
    const { pass, fail, skip } = this.#counts
    if (skip > 0) console.log('\nSkipped:')
    for (const [why, times] of this.#skipped) console.log(`${String(times).padStart(6)}  ${why}`)
    if (this.#failedFiles.length > 0) console.log(`\nFailed:\n    ${this.#failedFiles.join('\n    ')}`)
    console.log(`\n${pass} passed, ${fail} failed, ${skip} skipped`)
    return this.#failedFiles.length === 0
  }
}

/** Reads what a process of run-files.ts prints, whose files are the subtests of its one test. */
export function readFiles(report: Report, { stdout, stderr }: ChildProcess) {
  const parser = stdout?.pipe(new Parser()) as Parser
  let file = emptyFile()
  let ended: Result | undefined
  let ok = true
  for (const kind of ['pass', 'fail', 'skip'] as const)
    parser.on(kind, (result: Result) => {
      report.count(kind, result)
      if (result === ended || kind === 'skip') return // a file itself is no assertion of the next one
      file.assertions++
      if (kind === 'fail') file.failures.push(result)
    })
  const print = (text: string | Buffer) => file.printed.push(String(text))
  stderr?.on('data', print)
  parser.on('extra', print)
  parser.on('child', listen)

  function listen(parser: Parser) {
    parser.on('comment', (text: string) => SAYS_NOTHING.test(text) || print(text))
    parser.on('child', listen)
    if (parser.level === 1) parser.on('assert', endFile)
  }

  function endFile(result: Result) {
    report.fileEnded(result, file)
    file = emptyFile()
    ended = result
    ok &&= result.ok
  }

  /** After the end of the process: its last file has failed where it did not come to its end, or the process not to a good one. */
  function end(last: string, how: number | string) {
    if (ended?.name === last && (how === 0 || !ok)) return
    const result = { name: last, fullname: last, ok: false } as Result
    print(`The process of this file, and of others before, has ended by ${how}.\n`)
    report.count('fail', result)
    endFile(result)
  }
  return { end }
}

const indented = (text: string) => (text ? `${text.replaceAll(/^/gm, '    ')}\n` : '')

/** The titles that lead to an assertion, and all that tap knows of it. */
function failureText({ fullname, diag }: Result): string {
  const lines = Object.entries(diag ?? {}).map(([name, value]) => {
    const text = name === 'at' ? placeText(value as Place) : valueText(value)
    return text.includes('\n') ? `${name}:\n${indented(text).trimEnd()}` : `${name}: ${text}`
  })
  return [`not ok  ${fullname.replace(/^files > /, '')}`, indented(lines.join('\n'))].join('\n').trimEnd()
}

type Place = Record<'fileName' | 'lineNumber' | 'columnNumber', unknown>

const placeText = ({ fileName, lineNumber, columnNumber }: Place) =>
  `${fileName}:${lineNumber}:${columnNumber}`

const valueText = (value: unknown) =>
  typeof value === 'string' ? value.trimEnd() : inspect(value, { depth: null, breakLength: 100 })
