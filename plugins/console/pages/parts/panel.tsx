import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { urlOf } from '../api/client.ts'
import { curlOf } from '../api/curl.ts'
import { download } from '../api/download.ts'
import { asApiError } from '../api/errors.ts'
import { common } from '../words/common.ts'
import { Menu, type MenuItem } from './menu.tsx'
import { toast } from './toasts.tsx'

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
    { label: common.copyCurl, onChoose: () => copy(curlOf(url)) },
    { label: common.downloadJson, onChoose: () => keep(url, 'application/json', `${name}.json`) },
    ...(csv ? [{ label: common.downloadCsv, onChoose: () => keep(url, 'text/csv', `${name}.csv`) }] : []),
    { label: common.copyLink, onChoose: () => copy(location.href) },
    { label: common.print, onChoose: () => print() },
  ]
}

/** Puts a text on the clipboard and says so. */
export function copy(text: string) {
  navigator.clipboard.writeText(text).then(
    () => toast(common.copied),
    () => toast(common.copyFailed, { failed: true }),
  )
}

const keep = (url: string, accept: string, name: string) =>
  download(url, accept, name).catch((error) => toast(asApiError(error).message, { failed: true }))
