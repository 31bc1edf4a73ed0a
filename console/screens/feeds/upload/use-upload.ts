import { useEffect, useRef, useState } from 'preact/hooks'
import { refresh } from '../../../api/queries.ts'
import { BadEncoding } from '../../../logic/feeds/decode.ts'
import { asked, type Feed, type Mapping, recordMaker } from '../../../logic/feeds/feed-columns.ts'
import type { Encoding } from '../../../logic/feeds/file-kind.ts'
import type { FileRow } from '../../../logic/feeds/file-rows.ts'
import { type Checked, checkFile } from './check-file.ts'
import type { FileSource, Unfit } from './file-source.ts'
import { nothingSent, type Sent, sendFile } from './send-file.ts'

export const UNREADABLE =
  'The browser can’t read the file any more: it was changed, moved or deleted. Choose it again.'

/** Why nothing of a file can be sent. */
export type Refusal =
  | Unfit
  | { is: 'encoding'; line: number; guess: string }
  | { is: 'open-quote'; line: number }
  | { is: 'no-rows' }
  | { is: 'unreadable' }

export type Stage =
  | { at: 'idle' }
  | { at: 'checking'; file: File; bytes: number }
  | { at: 'refused'; file: File; why: Refusal }
  | { at: 'ready'; source: FileSource; checked: Checked }
  | { at: 'sending'; source: FileSource; total: number; sent: Sent; failure?: Failure; ending: boolean }
  | { at: 'done'; source: FileSource; total: number; sent: Sent; complete: boolean }

/** A part that failed: again, or no more. */
interface Failure {
  error: unknown
  decide: (again: boolean) => void
}

/** A file's way from the drop to the service. Only one is under way. */
export function useUpload(feed: Feed, sayBroken: (row: FileRow) => string) {
  const [stage, setStage] = useState<Stage>({ at: 'idle' })
  const stop = useRef(new AbortController())
  const mayGoOn = useRef(true)
  const isSending = stage.at === 'sending'
  useEffect(() => {
    return () => {
      stop.current.abort()
      mayGoOn.current = false
    }
  }, [])
  useEffect(() => {
    if (!isSending) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])

  /** Looks at a file, all of it, before anything is sent. */
  async function check(file: File, encoding?: Encoding) {
    stop.current.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    const show = (next: Stage) => signal.aborted || setStage(next)
    show({ at: 'checking', file, bytes: 0 })
    try {
      const { openFile } = await import('./file-source.ts') // with the parser, which nobody needs before
      const source = await openFile(file, encoding)
      if ('is' in source) return show({ at: 'refused', file, why: source })
      const checked = await checkFile(source, (bytes) => show({ at: 'checking', file, bytes }), signal)
      const open = checked.broken.find(({ broken }) => broken?.is === 'open-quote')
      if (open) return show({ at: 'refused', file, why: { is: 'open-quote', line: open.line } })
      if (checked.rows + checked.brokenRows === 0)
        return show({ at: 'refused', file, why: { is: 'no-rows' } })
      show({ at: 'ready', source, checked })
    } catch (error) {
      show({ at: 'refused', file, why: refusalOf(error) })
    }
  }

  async function send(source: FileSource, checked: Checked, mapping: Mapping, atomic: boolean) {
    const total = checked.rows + checked.brokenRows
    const { columns } = source.form
    const toRecord = recordMaker(feed, columns, asked(feed, columns, mapping))
    let state: Extract<Stage, { at: 'sending' }> = {
      at: 'sending',
      source,
      total,
      sent: nothingSent(),
      ending: false,
    }
    const show = (part: Partial<typeof state>) => {
      state = { ...state, ...part, ending: !mayGoOn.current }
      setStage(state)
    }
    mayGoOn.current = true
    show({})
    const sending = sendFile(source, { feed: feed.feed, toRecord, atomic }, sayBroken, {
      tell: (sent) => show({ sent }),
      mayGoOn: () => mayGoOn.current,
      afterFailure: (error) =>
        new Promise((decided) => {
          const decide = (again: boolean) => {
            show({ failure: undefined })
            decided(again)
          }
          show({ failure: { error, decide } })
        }),
    })
    // A file may change or vanish while it is sent, too.
    const { sent, complete } = await sending.catch(() => {
      const warnings = [...state.sent.warnings, UNREADABLE]
      return { sent: { ...state.sent, warnings }, complete: false }
    })
    setStage({ at: 'done', source, total, sent, complete })
    refresh(['/api/sync/status', '/api/sync/rejections', '/api/sellers', '/api/campaigns', '/api/sos'])
  }

  /** No further part is sent; the one under way ends. */
  function end() {
    mayGoOn.current = false
    setStage((now) => (now.at === 'sending' ? { ...now, ending: true } : now))
  }

  function reset() {
    stop.current.abort()
    setStage({ at: 'idle' })
  }

  return { stage, check, send, end, reset }
}

/** A file may change or vanish while it is read. */
const refusalOf = (error: unknown): Refusal =>
  error instanceof BadEncoding
    ? { is: 'encoding', line: error.line, guess: error.guess }
    : { is: 'unreadable' }
