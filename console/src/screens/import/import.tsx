import '@mantine/dropzone/styles.layer.css'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { Dropzone, MIME_TYPES } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../ui/asked.tsx'
import { nameOf } from '../../ui/names.ts'
import { Page } from '../../ui/page.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { type Feed, feeds, parse, type Table } from './data.ts'
import { DryRun } from './dry-run.tsx'

/** A file of facts: dropped, tried, repaired where it stands, then sent. */
export function Import() {
  const found = useQuery(feeds)
  const [feed, setFeed] = useState('orders')
  const [table, setTable] = useState<Table>()
  const list = found.data?.data as Feed[] | undefined
  const chosen = list?.find((one) => one.feed === feed)
  return (
    <Page title="Import" verdict="Drop a CSV: it is tried first and nothing is stored until you send it.">
      <Asked query={found}>
        {() => (
          <Stack gap="lg">
            <Select
              label="What the rows are"
              data={list?.map(({ feed, title }) => ({ value: feed, label: title }))}
              value={feed}
              onChange={(next) => {
                setFeed(next ?? feed)
                setTable(undefined)
              }}
              maw={320}
              allowDeselect={false}
            />
            {table && chosen ? (
              <DryRun key={table.name} feed={chosen} table={table} onDone={() => setTable(undefined)} />
            ) : (
              <Drop onFile={setTable} />
            )}
            {!table && chosen && <Columns feed={chosen} />}
          </Stack>
        )}
      </Asked>
    </Page>
  )
}

const Drop = ({ onFile }: { onFile: (table: Table) => void }) => (
  <Dropzone
    onDrop={([file]) => file && void parse(file).then(onFile)}
    accept={[MIME_TYPES.csv, 'text/plain']}
    maxFiles={1}
    maxSize={20 * 1024 ** 2}
    py={48}
  >
    <Stack align="center" gap={4}>
      <IconFileSpreadsheet size={32} stroke={1.4} />
      <Text fw={500} c="var(--strong)">
        Drop a CSV here, or choose one
      </Text>
      <Text size="sm" c="dimmed">
        UTF-8, up to 20 MB; the first line names the columns
      </Text>
    </Stack>
  </Dropzone>
)

/** What columns a file may have, and an empty one to start with. */
function Columns({ feed }: { feed: Feed }) {
  const template = new Blob([`${feed.fields.map(({ name }) => name).join(',')}\r\n`], { type: 'text/csv' })
  const needed = feed.fields.filter(({ required }) => required)
  return (
    <Group justify="space-between" align="flex-start">
      <Text size="sm" c="dimmed" maw="60ch">
        Needs {needed.map(({ name }) => nameOf(name).toLowerCase()).join(', ')}; may have{' '}
        {feed.fields.length - needed.length} columns more. A row takes the place of an earlier one with the
        same {feed.key.map((name) => nameOf(name).toLowerCase()).join(' and ')}.
      </Text>
      <Button variant="default" onClick={() => saveAs(template, `${feed.feed}.csv`)}>
        Download an empty file
      </Button>
    </Group>
  )
}
