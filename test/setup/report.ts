import type { ChildProcess } from 'node:child_process'
import { inspect } from 'node:util'
import { Parser, type Result } from 'tap-parser'

const SAYS_NOTHING = /^# (Subtest: |time=|\{ total)/

const emptyFile = () => ({
  counts: { pass: 0, fail: 0, skip: 0 },
  failures: [] as Result[],
  skipped: [] as string[],
  printed: [] as string[],
})
type FileOutput = ReturnType<typeof emptyFile>

/**
 * What a run prints: a line for each test file, with what failed there, in full, and what else the file printed below
 * it; then what was skipped and why, and the failed files again. The last line counts the assertions.
 */
export class Report {
  /** By the file's name; of a file that ran again, what came then. */
  readonly #files = new Map<string, { ok: boolean; output: FileOutput }>()
  /** What the first failure of a file said that did not fail again. */
  readonly #flaky: string[] = []

  fileEnded(result: Result, output: FileOutput) {
    const { name, ok, time } = result
    const { counts, failures, printed } = output
    const seconds = ((time ?? 0) / 1000).toFixed(1).padStart(6)
    const before = this.#files.get(name)
    this.#files.set(name, { ok, output })
    if (ok && before) this.#flaky.push(...before.output.failures.map(({ fullname }) => titleOf(fullname)))
    console.log(
      `${ok ? 'ok    ' : 'not ok'} ${seconds} s ${String(counts.pass + counts.fail).padStart(6)}  ${name}`,
    )
    if (ok) return
    for (const failure of failures.length > 0 ? failures : [result])
      process.stdout.write(indented(failureText(failure)))
    process.stdout.write(indented(printed.join('').trimEnd()))
  }

  failedFiles(): string[] {
    return [...this.#files].filter(([, { ok }]) => !ok).map(([name]) => name)
  }

  /** @returns whether all is well */
  end(): boolean {
    const outputs = [...this.#files.values()].map(({ output }) => output)
    const skipped = Map.groupBy(
      outputs.flatMap(({ skipped }) => skipped),
      (why) => why,
    )
    if (skipped.size > 0) console.log('\nSkipped:')
    for (const [why, all] of skipped) console.log(`${String(all.length).padStart(6)}  ${why}`)
    const failed = this.failedFiles()
    if (failed.length > 0) console.log(`\nFailed:\n    ${failed.join('\n    ')}`)
    for (const title of this.#flaky) console.log(`flaky: ${title}`)
    const sum = (kind: keyof FileOutput['counts']) =>
      outputs.reduce((all, { counts }) => all + counts[kind], 0)
    console.log(`\n${sum('pass')} passed, ${sum('fail')} failed, ${sum('skip')} skipped`)
    return failed.length === 0
  }
}

/** Reads what a process of run-files.ts prints, whose files are the subtests of its one test. */
export function readFiles(report: Report, { stdout, stderr }: ChildProcess) {
  const parser = stdout?.pipe(new Parser()) as Parser
  let file = emptyFile()
  let ended: { result: Result; file: FileOutput } | undefined
  let ok = true
  for (const kind of ['pass', 'fail', 'skip'] as const)
    parser.on(kind, (result: Result) => {
      const of = result === ended?.result ? ended.file : file // a file itself is no assertion of the next one
      of.counts[kind]++
      if (kind === 'fail') of.failures.push(result)
      if (kind === 'skip') of.skipped.push(result.skip === true ? result.fullname : String(result.skip))
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
    ended = { result, file }
    file = emptyFile()
    ok &&= result.ok
  }

  /** After the end of the process: its last file has failed where it did not come to its end, or the process not to a good one. */
  function end(last: string, how: number | string) {
    if (ended?.result.name === last && (how === 0 || !ok)) return
    const result = { name: last, fullname: last, ok: false } as Result
    print(`The process of this file, and of others before, has ended by ${how}.\n`)
    file.counts.fail++
    endFile(result)
  }
  return { end }
}

const indented = (text: string) => (text ? `${text.replaceAll(/^/gm, '    ')}\n` : '')

const titleOf = (fullname: string) => fullname.replace(/^files > /, '')

/** The titles that lead to an assertion, and all that tap knows of it. */
function failureText({ fullname, diag }: Result): string {
  const lines = Object.entries(diag ?? {}).map(([name, value]) => {
    const text = name === 'at' ? placeText(value as Place) : valueText(value)
    return text.includes('\n') ? `${name}:\n${indented(text).trimEnd()}` : `${name}: ${text}`
  })
  return [`not ok  ${titleOf(fullname)}`, indented(lines.join('\n'))].join('\n').trimEnd()
}

type Place = Record<'fileName' | 'lineNumber' | 'columnNumber', unknown>

const placeText = ({ fileName, lineNumber, columnNumber }: Place) =>
  `${fileName}:${lineNumber}:${columnNumber}`

const valueText = (value: unknown) =>
  typeof value === 'string' ? value.trimEnd() : inspect(value, { depth: null, breakLength: 100 })
