import '@mantine/dropzone/styles.layer.css'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { Dropzone, MIME_TYPES } from '@mantine/dropzone'
import { FileSpreadsheetIcon } from 'lucide-react'
import { useState } from 'react'
import { Dim, Strong } from '../../ui/dim.tsx'
import { saveAs } from '../../ui/download.tsx'
import { csvOf, type Feed, readFile, type Table, tableOf } from './data.ts'

const MOST_BYTES = 20 * 1024 ** 2

interface SourceProps {
  /** The one that was chosen. */
  feed?: Feed
  /** What was pasted before: it is put right here, too. */
  pasted: string
  onPaste: (text: string) => void
  onTable: (table: Table) => void
}

/** Where the rows come from: a file that is dropped or chosen, or what is pasted from a sheet. */
export function Source({ feed, pasted, onPaste, onTable }: SourceProps) {
  const [error, setError] = useState<string>()
  const [isPasting, setPasting] = useState(pasted !== '')
  const take = (read: () => Table | Promise<Table>) =>
    void Promise.resolve()
      .then(read)
      .then(onTable)
      .catch((reason) => setError(reason instanceof Error ? reason.message : String(reason)))
  return (
    <>
      {isPasting ? (
        <Stack gap="sm">
          <Textarea
            label="Rows"
            description="The first line names the columns"
            value={pasted}
            onChange={(event) => onPaste(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
            autoFocus
            spellCheck={false}
          />
          <Group gap="xs">
            <Button
              variant="filled"
              disabled={!pasted.trim()}
              onClick={() => take(() => tableOf('Pasted rows', pasted))}
            >
              Try these rows
            </Button>
            <Button onClick={() => setPasting(false)}>Choose a file instead</Button>
          </Group>
        </Stack>
      ) : (
        <Dropzone
          onDrop={([file]) => file && take(() => readFile(file))}
          onReject={() => setError('Only a CSV of at most 20 MB can be read. In Excel, save as CSV.')}
          accept={[MIME_TYPES.csv, MIME_TYPES.xls, 'text/plain', 'text/tab-separated-values']}
          maxFiles={1}
          maxSize={MOST_BYTES}
          py={48}
        >
          <Stack align="center" gap={4}>
            <FileSpreadsheetIcon size={32} strokeWidth={1.4} />
            <Strong>Choose a CSV, or drop one here</Strong>
            <Dim>Up to 20 MB; the first line names the columns</Dim>
          </Stack>
        </Dropzone>
      )}
      {error && (
        <Text c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between" align="flex-start">
        <Dim maw="60ch">
          {feed
            ? rowsOf(feed)
            : 'The columns show which data it is. Choose the data above to download an empty file.'}
        </Dim>
        <Group gap="xs">
          {!isPasting && <Button onClick={() => setPasting(true)}>Paste rows</Button>}
          {feed && (
            <Button onClick={() => saveAs(emptyOf(feed), `${feed.feed}.csv`)}>Download an empty file</Button>
          )}
        </Group>
      </Group>
    </>
  )
}

const emptyOf = ({ fields }: Feed) =>
  csvOf(
    Array.from(fields, ({ name }) => name),
    [],
  )

/** What a row of a feed needs, and which one it replaces. */
function rowsOf({ fields, key }: Feed) {
  const needed = fields.filter(({ required }) => required).map(({ label }) => label.toLowerCase())
  const keys = key.map((one) => fields.find(({ name }) => name === one)?.label.toLowerCase() ?? one)
  return `Each row needs ${needed.join(', ')}. A row replaces an earlier one with the same ${keys.join(' and ')}.`
}
