import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked, HomeLink, Page } from '../../ui/page.tsx'
import { ColumnsStep } from './columns.tsx'
import { type Feed, feeds, type Table } from './data.ts'
import { DryRun } from './dry-run.tsx'
import { feedOf, missingOf, suggest, type Target } from './mapping.ts'
import { Source } from './source.tsx'

interface File {
  table: Table
  feed: Feed
  targets: Target[]
  /** It is said which column is which field. */
  isMapped: boolean
}

/** A file of facts: dropped, its columns said, tried, repaired where it stands, then sent. */
export function Import() {
  const found = useQuery(feeds)
  /** The feed that was chosen; without one it is told by the columns. */
  const [chosen, setChosen] = useState(useSearch({ from: '/import' }).open)
  const [file, setFile] = useState<File>()
  /** A file of which the columns do not tell what it is. */
  const [untold, setUntold] = useState<Table>()
  const [pasted, setPasted] = useState('')
  const change = (some: Partial<File>) => setFile((was) => was && { ...was, ...some })
  const close = () => setFile(undefined)
  const maySend = useMay('sync.write')

  /** A file whose columns are all known goes on to the trial at once. */
  function open(table: Table, feed: Feed) {
    const targets = suggest(table.columns, feed.fields)
    const isWhole = missingOf(feed.fields, targets).length === 0
    const isMapped = isWhole && targets.every((target) => target && !target.isGuess)
    setFile({ table, feed, targets, isMapped })
    setUntold(undefined)
  }

  if (!maySend)
    return (
      <Page title="Import" verdict="The board and administrators send facts. Give your file to one of them.">
        <HomeLink />
      </Page>
    )
  return (
    <Page
      title="Import"
      verdict={!file && 'The file is checked first. Correct it here; nothing is stored before you send it.'}
    >
      <Asked query={found}>
        {({ data }) => {
          const wanted = data.find((one) => one.feed === chosen)
          const likely = file && !file.isMapped && feedOf(file.table.columns, data)
          return (
            <Stack gap="lg">
              {!file?.isMapped && (
                <Select
                  label="Data"
                  placeholder="Found by the columns"
                  description={likely && likely !== file?.feed && `By their columns: ${likely.title}?`}
                  data={data.map(({ feed, title }) => ({ value: feed, label: title }))}
                  value={file?.feed.feed ?? chosen ?? null}
                  onChange={(name) => {
                    setChosen(name ?? undefined)
                    const feed = data.find((one) => one.feed === name)
                    const table = file?.table ?? untold
                    if (table && feed) open(table, feed)
                  }}
                  maw={320}
                  clearable={!file}
                  allowDeselect={!file}
                />
              )}
              {!file && (
                <Source
                  feed={wanted}
                  pasted={pasted}
                  onPaste={setPasted}
                  onTable={(table) => {
                    const feed = wanted ?? feedOf(table.columns, data)
                    if (feed) return open(table, feed)
                    setUntold(table)
                    throw new Error('These columns are not known. Choose the data above; the file is kept.')
                  }}
                />
              )}
              {file && !file.isMapped && (
                <ColumnsStep
                  {...file}
                  onChange={change}
                  onDone={() => change({ isMapped: true })}
                  onBack={close}
                />
              )}
              {file?.isMapped && (
                <DryRun
                  {...file}
                  onColumns={(rows) => change({ table: { ...file.table, rows }, isMapped: false })}
                  onDone={close}
                />
              )}
            </Stack>
          )
        }}
      </Asked>
    </Page>
  )
}
