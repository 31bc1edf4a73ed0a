import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { ColumnsStep } from './columns.tsx'
import { type Feed, feeds, type Table } from './data.ts'
import { DryRun } from './dry-run.tsx'
import { suggest, type Target } from './mapping.ts'
import { Source } from './source.tsx'

/** A file of facts: dropped, its columns said, tried, repaired where it stands, then sent. */
export function Import() {
  const found = useQuery(feeds)
  const [name, setName] = useState<string>()
  const [table, setTable] = useState<Table>()
  const [targets, setTargets] = useState<Target[]>([])
  const [isMapped, setMapped] = useState(false)
  const [pasted, setPasted] = useState('')
  const list = found.data?.data
  const feed = list?.find((one) => one.feed === name) ?? list?.[0]
  const close = () => setTable(undefined)
  const maySend = useMay('sync.write')

  /** A file whose columns are all known goes on to the trial at once. */
  function open(next: Table, { fields }: Feed) {
    const suggested = suggest(next.columns, fields)
    setTargets(suggested)
    setMapped(suggested.every((target) => target && !target.isGuess))
    setTable(next)
  }

  if (!maySend)
    return (
      <Page title="Import" verdict="The board and administrators send facts. Give your file to one of them.">
        <ButtonLink to="/">Go to the first page</ButtonLink>
      </Page>
    )
  return (
    <Page
      title="Import"
      verdict={
        !table &&
        'A file is tried first: what does not fit is put right here, and nothing is stored until you send it.'
      }
    >
      <Asked query={found}>
        {({ data }) => (
          <Stack gap="lg">
            {!table && (
              <Select
                label="What the rows are"
                data={data.map(({ feed, title }) => ({ value: feed, label: title }))}
                value={feed?.feed}
                onChange={(next) => next && setName(next)}
                maw={320}
                allowDeselect={false}
              />
            )}
            {feed && !table && (
              <Source {...{ feed, pasted }} onPaste={setPasted} onTable={(next) => open(next, feed)} />
            )}
            {feed && table && !isMapped && (
              <ColumnsStep
                {...{ feed, table, targets }}
                onChange={setTargets}
                onDone={() => setMapped(true)}
                onBack={close}
              />
            )}
            {feed && table && isMapped && (
              <DryRun
                {...{ feed, table, targets }}
                onColumns={(rows) => {
                  setTable({ ...table, rows })
                  setMapped(false)
                }}
                onDone={close}
              />
            )}
          </Stack>
        )}
      </Asked>
    </Page>
  )
}
