import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { urlOf } from '../api/client.ts'
import { download } from '../api/download.ts'
import { session } from '../api/session.ts'
import { common } from '../words/common.ts'
import { Menu, type MenuItem } from './menu.tsx'
import { toast, toastError } from './toasts.tsx'

/** The request that a panel shows the answer of. */
export interface Source {
  path: string
  request?: { path?: object; query?: object }
  /** true: the same can be had as CSV. */
  csv?: boolean
}

interface Props {
  title: string
  /** Where the numbers are from: makes the menu (curl, JSON, CSV, link, print). */
  source?: Source
  /** More entries of the menu, above the usual ones. */
  items?: MenuItem[]
  /** Beside the title: buttons, a badge. */
  aside?: ComponentChildren
  children: ComponentChildren
  class?: string
}

/** A titled part of a page. */
export function Panel({ title, source, items = [], aside, children, class: style = '' }: Props) {
  const id = useId()
  const entries = [...items, ...(source ? sourceItems(source, title) : [])]
  return (
    <section class={`panel ${style}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        <div class="aside">
          {aside}
          {entries.length > 0 && <Menu label={`${common.more}: ${title}`} items={entries} />}
        </div>
      </header>
      {children}
    </section>
  )
}

function sourceItems({ path, request, csv }: Source, title: string): MenuItem[] {
  const url = urlOf(path, request)
  const name = title.toLowerCase().replaceAll(/\W+/g, '-')
  return [
    { label: 'Copy as curl', onChoose: () => copy(curlOf(url)) },
    { label: 'Download JSON', onChoose: () => keep(url, 'application/json', `${name}.json`) },
    ...(csv ? [{ label: 'Download CSV', onChoose: () => keep(url, 'text/csv', `${name}.csv`) }] : []),
    { label: 'Copy link', onChoose: () => copy(location.href) },
    { label: 'Print', onChoose: () => print() },
  ]
}

/** Puts a text on the clipboard and says so. */
export function copy(text: string) {
  navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser did not allow to copy.', { failed: true }),
  )
}

/** Saves what an address answers, or says why it did not come. */
export const keep = (url: string, accept: string, name: string) =>
  download(url, accept, name).catch(toastError)

/** A command that asks the same. A token is never in it: `$TOKEN` stands for the reader's own. */
function curlOf(url: string, method = 'GET', body?: unknown): string {
  const now = session.get()
  const lines = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${location.origin}${url}`)}`]
  if ('userId' in now) lines.push(`-H 'X-User-Id: ${now.userId}'`)
  if (now.state !== 'demo') lines.push(`-H "Authorization: Bearer $TOKEN"`)
  if (body !== undefined)
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

/** A text as a shell takes it literally. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
